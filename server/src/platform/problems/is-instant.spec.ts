import { expect, it } from '@jest/globals';
import { isInstant } from './is-instant.js';

it.each<[unknown, boolean]>([
  ['2027-01-01T10:00:00Z', true],
  ['2027-01-01T10:00Z', true],
  ['2027-01-01T10:00:00.123456789Z', true],
  ['2027-01-01T10:00:00+05:30', true],
  ['2028-02-29T00:00:00Z', true],
  ['2027-02-29T00:00:00Z', false],
  ['2027-02-30T00:00:00Z', false],
  ['2027-13-01T00:00:00Z', false],
  ['2027-01-01T25:00:00Z', false],
  ['2027-W10', false],
  ['2027-200', false],
  ['20270101', false],
  ['2027-01-01', false],
  ['2027-01-01T10', false],
  ['2027-01-01T10:00:00', false],
  ['2027-01-01T10:00:00+05', false],
  ['2027-01-01T10:00:00,5Z', false],
  ['tomorrow', false],
  [5, false],
])('%s is an instant: %s', (text, expected) => {
  expect(isInstant(text)).toBe(expected);
});
