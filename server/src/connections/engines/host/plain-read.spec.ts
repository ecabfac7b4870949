import { expect, it } from '@jest/globals';
import { isPlainRead } from './plain-read.js';

it.each<[string, boolean]>([
  ['SELECT 1', true],
  ['-- all\nFROM t', true],
  ['', true],
  ['PREPARE p AS DELETE FROM t', true],
  ['ROLLBACK', true],
  ['WITH a AS (SELECT 1) INSERT INTO t FROM a', false],
  ['INSERT INTO t VALUES (1) RETURNING n', false],
  ['EXPLAIN ANALYZE DELETE FROM t', false],
  ['EXECUTE p', false],
  ['COMMIT', false],
])('knows whether %j keeps nothing: %s', (sql, expected) => {
  expect(isPlainRead(sql)).toBe(expected);
});
