import { expect, it } from '@jest/globals';
import { hasTransactionAfter, lostAnswerHint } from './lost-answer.js';

const [ALONE, COMMITTED] = [
  /^If the statement writes, it may have taken effect\./,
  /^The transaction may have been committed\./,
];

it.each<[string, boolean, RegExp | null]>([
  ['UPDATE t SET n = 1', false, ALONE],
  ['SELECT writes()', false, ALONE],
  ['COMMIT', false, ALONE],
  ['UPDATE t SET n = 1', true, null],
  ['ROLLBACK', true, null],
  ['-- done\ncommit and chain', true, COMMITTED],
  ['END', true, COMMITTED],
  ["PREPARE TRANSACTION 'later'", true, COMMITTED],
  ['', true, null],
])('says of %j (in a transaction: %s) what may be kept', (sql, hasTransaction, expected) => {
  const hint = lostAnswerHint(sql, 'postgres', { isReadOnly: false, hasTransaction });
  if (expected === null) expect(hint).toBeNull();
  else expect(hint).toMatch(expected);
  expect(lostAnswerHint(sql, 'postgres', { isReadOnly: true, hasTransaction })).toBeNull();
});

it.each<[string, boolean, boolean, boolean]>([
  ['BEGIN', false, true, true],
  ['/* x */ START TRANSACTION', false, true, true],
  ['BEGIN', false, false, false],
  ['BEGIN', true, false, true],
  ['INSERT INTO t VALUES (1)', true, false, true],
  ['INSERT INTO t VALUES (1)', false, true, false],
  ['COMMIT', true, true, false],
  ['COMMIT', true, false, false],
  ['ROLLBACK', true, true, false],
  ['END', true, true, false],
])('knows what is open behind %j (open before: %s, succeeded: %s): %s', (sql, hasTransaction, hasSucceeded, after) => {
  expect(hasTransactionAfter(sql, 'duckdb', { hasTransaction, hasSucceeded })).toBe(after);
});
