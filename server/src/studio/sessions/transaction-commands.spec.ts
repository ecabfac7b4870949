import { describe, expect, it } from '@jest/globals';
import { transactionAfter } from './transaction-commands.js';

describe('a transaction after a command', () => {
  it.each([
    ['BEGIN', 'open'],
    ['START TRANSACTION', 'open'],
    ['COMMIT', 'none'],
    ['END', 'none'],
    ['ROLLBACK', 'none'],
    ['ABORT', 'none'],
    ['SELECT', null],
    ['ENDPOINT', null],
    [null, null],
  ])('%j is %j', (command, state) => {
    expect(transactionAfter(command)).toBe(state);
  });
});
