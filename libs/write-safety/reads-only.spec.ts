import { describe, expect, it } from '@jest/globals';
import { readsOnly } from './reads-only.js';

describe('readsOnly', () => {
  it.each([
    'SELECT 1',
    'select * from orders -- delete from orders',
    "SELECT 'DROP TABLE orders'",
    'WITH a AS (SELECT 1) SELECT * FROM a',
    'WITH update AS (SELECT 1) SELECT * FROM update',
    'VALUES (1), (2)',
    'TABLE orders',
    '(SELECT 1) UNION (SELECT 2)',
    'EXPLAIN DELETE FROM orders',
    'EXPLAIN ANALYZE SELECT 1',
    'SHOW search_path',
    'SELECT 1; SELECT 2;',
    'SELECT "into" FROM orders',
    "SELECT substring('abc' FOR 2)",
    '',
    '-- nothing',
  ])('finds nothing but reading in %j', (sql) => {
    expect(readsOnly(sql, 'postgres')).toBe(true);
  });

  it.each([
    'DELETE FROM orders WHERE id = 1',
    'INSERT INTO orders DEFAULT VALUES',
    'SELECT 1; DROP TABLE orders',
    'WITH gone AS (DELETE FROM orders RETURNING id) SELECT * FROM gone',
    'EXPLAIN ANALYZE DELETE FROM orders',
    'EXPLAIN (ANALYZE, BUFFERS) UPDATE orders SET total = 0',
    'SELECT * INTO copy FROM orders',
    'SELECT * FROM orders FOR UPDATE',
    'SELECT * FROM orders FOR NO KEY UPDATE',
    'CREATE TABLE a AS SELECT 1',
    "COPY orders TO '/tmp/x'",
    'BEGIN',
    'SET search_path TO x',
    'CALL do_it()',
    'DO $$ BEGIN END $$',
    'VACUUM',
    'PREPARE a AS DELETE FROM orders',
    'REFRESH MATERIALIZED VIEW totals',
  ])('sees that %j may write', (sql) => {
    expect(readsOnly(sql, 'postgres')).toBe(false);
  });

  it.each([
    ['bodies in bodies that are never closed', `select ${'as(select '.repeat(100_000)}`, true],
    ['closed ones', `select ${'as(select '.repeat(50_000)}1${')'.repeat(50_000)}`, true],
    ['lists of expressions in each other', `with a ${'as(with a '.repeat(100_000)}`, false],
    ['one that writes at the end', `select ${'as(select '.repeat(100_000)} into b`, false],
    ['EXPLAIN of EXPLAIN', `${'explain analyze '.repeat(100_000)}select 1`, true],
    ['PREPARE of PREPARE', `${'prepare a as '.repeat(100_000)}delete from b`, false],
  ])('reads a long text of %s', (_, sql, expected) => {
    expect(readsOnly(sql, 'postgres')).toBe(expected);
  });

  it('knows the queries of DuckDB that begin with FROM, and takes no PRAGMA for one', () => {
    expect(readsOnly('FROM events', 'duckdb')).toBe(true);
    expect(readsOnly('SUMMARIZE events', 'duckdb')).toBe(true);
    expect(readsOnly("ATTACH 'x.db'", 'duckdb')).toBe(false);
    expect(readsOnly('PRAGMA journal_mode = DELETE', 'sqlite')).toBe(false);
  });
});
