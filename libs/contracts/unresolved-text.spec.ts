import { expect, it } from '@jest/globals';
import { unresolvedText } from './index.js';

const MISSING = 'These tables were not found: a, b.';
const UNCOVERED = 'Views are not covered: v. Name the tables that they read.';
const AMBIGUOUS = 'Several tables could be meant by x.y.z: use quotes.';

it.each([
  [{ unknown: ['a', 'b'], ambiguous: [], uncovered: [] }, MISSING],
  [{ unknown: ['v'], ambiguous: [], uncovered: ['v'] }, UNCOVERED],
  [{ unknown: ['a', 'v', 'b'], ambiguous: ['x.y.z'], uncovered: ['v'] }, `${UNCOVERED} ${MISSING} ${AMBIGUOUS}`],
  [{ unknown: [], ambiguous: ['x.y.z'], uncovered: [] }, AMBIGUOUS],
])('%j: %s', (names, text) => {
  expect(unresolvedText(names)).toBe(text);
});
