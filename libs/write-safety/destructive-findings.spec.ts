import { describe, expect, it } from '@jest/globals';
import type { DestructiveKind } from '../api/index.js';
import type { SqlDialect } from '../sql/index.js';
import { destructiveFindings } from './destructive-findings.js';
import { DESTRUCTIVE_CASES } from './testing/destructive-cases.js';

const found = (sql: string, dialect: SqlDialect = 'postgres') =>
  destructiveFindings(sql, dialect).map(({ kind, table }): [DestructiveKind, string | null] => [kind, table]);

describe('what a text for Postgres would destroy', () => {
  it.each(DESTRUCTIVE_CASES)('%j: %j', (sql, findings) => {
    expect(found(sql)).toEqual(findings);
  });

  it('is reported with its statement and its position in the text', () => {
    const text = "SELECT 'é😀'; -- x\nWITH gone AS (DELETE FROM a.b RETURNING *) SELECT 1; DROP TABLE c";
    const findings = destructiveFindings(text, 'postgres');
    expect(findings.map(({ statement, start, end }) => [statement, text.slice(start, end)])).toEqual([
      [1, 'DELETE FROM a.b RETURNING *'],
      [2, 'DROP TABLE c'],
    ]);
  });

  it.each([
    ['DROP TABLE a, b CASCADE', 'Drops the table a, b, and what depends on it.'],
    ['DROP MATERIALIZED VIEW IF EXISTS v', 'Drops the materialized view v.'],
    ['DROP OWNED BY app', 'Drops everything that app owns.'],
    ['ALTER TABLE orders DROP COLUMN note', 'Drops the column note of orders with its values.'],
    ['TRUNCATE orders', 'Empties orders.'],
    ['DELETE FROM orders', 'Deletes every row of orders.'],
    ['UPDATE orders SET paid = true', 'Changes every row of orders.'],
  ])('%j in words', (sql, sentence) => {
    expect(destructiveFindings(sql, 'postgres')).toMatchObject([{ sentence }]);
  });

  it.each([
    [
      'many alternatives',
      `DELETE FROM t WHERE ${Array.from({ length: 50_000 }, (_, id) => `id = ${id}`).join(' OR ')}`,
      0,
    ],
    ['an alternative that is always true behind many', `DELETE FROM t WHERE ${'id = 1 OR '.repeat(50_000)}true`, 1],
    ['deep brackets', `DELETE FROM t WHERE ${'('.repeat(50_000)}true${')'.repeat(50_000)}`, 0],
    ['bodies in bodies that are never closed', `${'with a as ('.repeat(100_000)}delete from x`, 1],
    ['a MERGE of many WHEN', `MERGE INTO t USING s ON true ${'WHEN '.repeat(200_000)}`, 0],
    ['brackets that are never closed', `DELETE FROM t WHERE ${'('.repeat(50_000)}`, 0],
    [
      'a long list of values',
      `INSERT INTO t VALUES ${"('delete'), ".repeat(200_000)}('x') ON CONFLICT DO UPDATE SET a = 1`,
      0,
    ],
  ])('is reported for %s', (_, sql, count) => {
    expect(destructiveFindings(sql, 'postgres')).toHaveLength(count);
  });

  it('is found in a text of ten thousand statements', () => {
    const text = `${'INSERT INTO t VALUES (1);\n'.repeat(10_000)}DELETE FROM t`;
    expect(destructiveFindings(text, 'postgres')).toMatchObject([{ statement: 10_000 }]);
  });
});

describe('what a text for DuckDB would destroy', () => {
  it.each<[string, [DestructiveKind, string | null][]]>([
    ['CREATE OR REPLACE TABLE t AS SELECT 1', [['replace', 't']]],
    ['CREATE OR REPLACE TEMP TABLE t AS SELECT 1', []],
    ['CREATE OR REPLACE VIEW v AS SELECT 1', []],
    ['TRUNCATE t', [['truncate', 't']]],
    ['DELETE FROM main.t', [['delete', 'main.t']]],
    ['DELETE FROM t WHERE 1', [['delete', 't']]],
    ['UPDATE t SET a = [x FOR x IN l IF x > 1]', [['update', 't']]],
    ['FROM t SELECT a', []],
    ['ALTER TABLE t DROP a', [['drop_column', 't']]],
    ["SELECT 'DROP TABLE t'", []],
    ['EXPLAIN ANALYZE DELETE FROM t', [['delete', 't']]],
    ['EXPLAIN DELETE FROM t', []],
    ['DROP MACRO TABLE m', [['drop', 'm']]],
  ])('%j: %j', (sql, findings) => {
    expect(found(sql, 'duckdb')).toEqual(findings);
  });
});

describe('what a text for SQLite would destroy', () => {
  it.each<[string, [DestructiveKind, string | null][]]>([
    ['DELETE FROM [my table]', [['delete', '[my table]']]],
    ['DELETE FROM `t` WHERE 1 == 1', [['delete', '`t`']]],
    ['UPDATE OR IGNORE t SET a = 1', [['update', 't']]],
    ['UPDATE t SET a = 1 WHERE id = 1', []],
    ['REPLACE INTO t VALUES (1)', []],
    ['EXPLAIN QUERY PLAN DELETE FROM t', []],
    ['CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM u; UPDATE u SET a = 1; END', []],
    ['ALTER TABLE t DROP COLUMN a', [['drop_column', 't']]],
    ['WITH x AS (SELECT 1) DELETE FROM t', [['delete', 't']]],
    ["SELECT 'it''s'; DROP INDEX i", [['drop', 'i']]],
  ])('%j: %j', (sql, findings) => {
    expect(found(sql, 'sqlite')).toEqual(findings);
  });
});
