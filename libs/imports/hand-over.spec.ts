import { describe, expect, it } from '@jest/globals';
import { handOverOf } from './hand-over.js';
import type { HandedImport } from './hand-over.js';

const FEW: HandedImport = { rowCount: 3, isNewTable: false, takesRows: true, takesStatements: true };

describe('handOverOf', () => {
  it.each<[string, Partial<HandedImport>, string]>([
    ['few rows', {}, 'rows'],
    ['as many as are reviewed', { rowCount: 1_000 }, 'rows'],
    ['more rows', { rowCount: 1_001 }, 'statement'],
    ['more rows without statements', { rowCount: 1_001, takesStatements: false }, 'rows'],
    [
      'too many without statements',
      { rowCount: 100_001, takesStatements: false },
      'A change set takes up to 100,000 rows',
    ],
    ['a new table', { isNewTable: true }, 'A change set takes rows of a table that exists'],
    ['no rows', { rowCount: 0 }, 'The file has no rows'],
    ['an engine without change sets', { takesRows: false }, 'The connection does not support change sets'],
  ])('of %s', (_, change, expected) => {
    const found = handOverOf({ ...FEW, ...change });
    expect(found.kind === 'refused' ? found.reason : found.kind).toContain(expected);
  });
});
