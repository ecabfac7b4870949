import { describe, expect, it } from '@jest/globals';
import { splitStatements } from '#libs/sql';
import { statementAt } from './statement-at';

describe('statementAt', () => {
  const text = 'SELECT 1;\n\nSELECT 2; SELECT 3;\n';

  it.each([
    ['at the start', 0, 'SELECT 1'],
    ['inside', 4, 'SELECT 1'],
    ['at the end of it', 8, 'SELECT 1'],
    ['behind its semicolon', 9, 'SELECT 1'],
    ['on the blank line below', 10, 'SELECT 1'],
    ['at the start of the next', 11, 'SELECT 2'],
    ['behind a semicolon on a shared line', 20, 'SELECT 2'],
    ['inside the last', 25, 'SELECT 3'],
    ['at the end of the text', text.length, 'SELECT 3'],
  ])('with the cursor %s', (_what, cursor, sql) => {
    expect(statementAt(splitStatements(text, 'postgres'), text, cursor)?.sql.trim()).toBe(sql);
  });

  it('finds none in an empty string', () => {
    expect(statementAt([], '', 0)).toBeNull();
  });
});
