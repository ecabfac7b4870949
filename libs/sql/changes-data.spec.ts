import { describe, expect, it } from '@jest/globals';
import { changesData } from './changes-data.js';
import { explainedStatement } from './explained-statement.js';

describe('whether a statement may change data', () => {
  it.each([
    ['SELECT 1', false],
    ['  (SELECT 1) UNION SELECT 2', false],
    ['VALUES (1)', false],
    ['TABLE orders', false],
    ['WITH a AS (SELECT 1) SELECT * FROM a', false],
    ['SELECT \'delete from x\', "update" FROM t -- insert', false],
    ['SELECT * FROM t FOR UPDATE', false],
    ['SELECT * FROM t FOR NO KEY UPDATE SKIP LOCKED', false],
    ['FROM t', false],
    ['INSERT INTO t VALUES (1)', true],
    ['update t set a = 1', true],
    ['DELETE FROM t', true],
    ['MERGE INTO t USING s ON true WHEN MATCHED THEN DO NOTHING', true],
    ['WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone', true],
    ['SELECT * INTO copy FROM t', true],
    ['CREATE TABLE c AS SELECT 1', true],
    ['EXECUTE prepared', true],
    ['TRUNCATE t', true],
    ['SELECT 1; (SELECT 2);; SELECT 3;', false],
    ['SELECT 1; VACUUM', true],
    ['SELECT 1; DELETE FROM t; SELECT 2', true],
  ])('%s: %s', (sql, isChange) => {
    expect(changesData(sql, 'postgres')).toBe(isChange);
    expect(changesData(sql, 'duckdb')).toBe(isChange);
  });
});

describe('the statement that an EXPLAIN is about', () => {
  it.each([
    ['EXPLAIN SELECT 1', 'SELECT 1', false],
    ['explain analyze select 1', 'select 1', true],
    ['EXPLAIN ANALYZE VERBOSE SELECT 1', 'SELECT 1', true],
    ['EXPLAIN VERBOSE UPDATE t SET a = 1', 'UPDATE t SET a = 1', false],
    ['EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT 1', 'SELECT 1', true],
    ['EXPLAIN (ANALYZE off, COSTS) SELECT 1', 'SELECT 1', false],
    ['EXPLAIN (ANALYZE FALSE) SELECT 1', 'SELECT 1', false],
    ['EXPLAIN (ANALYZE true) SELECT 1', 'SELECT 1', true],
    ['EXPLAIN (SELECT 1) UNION SELECT 2', '(SELECT 1) UNION SELECT 2', false],
    ['/* why */ EXPLAIN -- how\n SELECT 1', 'SELECT 1', false],
    ['EXPLAIN QUERY PLAN SELECT 1', 'SELECT 1', false],
  ])('%s', (sql, inner, isAnalyzed) => {
    const found = explainedStatement(sql, 'postgres');
    expect(found).toEqual({ sql: inner, start: sql.length - inner.length, isAnalyzed });
  });

  it.each(['SELECT 1', 'EXPLAIN', 'EXPLAIN (ANALYZE)', '', '-- EXPLAIN SELECT 1'])('is none in %j', (sql) => {
    expect(explainedStatement(sql, 'postgres')).toBeNull();
  });
});
