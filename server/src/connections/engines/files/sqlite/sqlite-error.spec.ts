import { describe, expect, it } from '@jest/globals';
import { sqliteOpenMessage, sqliteStatementError } from './sqlite-error.js';

describe('result codes of SQLite', () => {
  it.each([
    [1032, /moved or replaced/, /new tab/],
    [8, /^words$/, /read-only/],
    [776, /^words$/, /read-only/],
    [1, /^words$/, null],
    [null, /^words$/, null],
  ])('%s of a statement', (code, message, hint) => {
    const error = sqliteStatementError({ code, message: 'words' });
    expect(error.message).toMatch(message);
    if (hint === null) expect(error.hint).toBeNull();
    else expect(error.hint).toMatch(hint);
  });

  it.each([
    [26, 'The file is not a SQLite database.'],
    [14, 'The workbench cannot open the file.'],
    [782, 'The workbench cannot open the file.'],
    [10, 'The file cannot be opened: words.'],
  ])('%s of a file that is opened', (code, message) => {
    expect(sqliteOpenMessage({ code, message: 'words' })).toBe(message);
  });
});
