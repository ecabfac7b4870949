import { expect, it } from '@jest/globals';
import * as api from '@duckdb/node-api';
import { StatementParser } from './statement-parser.js';

it.each([
  ['SELECT 1', null],
  ['SELECT 1 LIMIT 5', 5],
  ['FROM t LIMIT 0', 0],
  ['SELECT 1 LIMIT -1', -1],
  ['SELECT 1 LIMIT 5000000000', 5_000_000_000],
  ['SELECT 1 LIMIT 99999999999999999999999999', null],
  ['(SELECT 1 LIMIT 4)', 4],
  ['SELECT DISTINCT a FROM t ORDER BY a LIMIT 3 OFFSET 9', 3],
  ['WITH a AS (SELECT 1) SELECT * FROM a LIMIT 3', 3],
  ['SELECT 1 UNION ALL SELECT 2 LIMIT 3', 3],
  ['SELECT * FROM (SELECT 1 LIMIT 3)', null],
  ['SELECT 1 OFFSET 2', null],
  ['SELECT 1 LIMIT 2.5', null],
  ['SELECT 1 LIMIT 3 + 4', null],
  ['SELECT 1 LIMIT (SELECT 3)', null],
  ['SELECT 1 LIMIT $1', null],
  ['SELECT 1 LIMIT 10%', null],
  ['SELECT 1 LIMIT ALL', null],
])('reads the limit of %s', async (sql, mostRows) => {
  const parser = await StatementParser.shared(api);
  expect((await parser.queryTree(sql))?.mostRows).toBe(mostRows);
});
