import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from '@jest/globals';
import { sqliteWrites } from './sqlite-writes.js';
import type { SqliteInstruction } from './sqlite-writes.js';

const database = new DatabaseSync(':memory:');
database.exec('CREATE TABLE t (a); CREATE TEMP TABLE mine (a); CREATE INDEX i ON t (a)');

describe('sqliteWrites', () => {
  it.each([
    ['SELECT * FROM t', false],
    ['WITH x AS (SELECT 1) SELECT * FROM x', false],
    ["SELECT 'INSERT INTO t VALUES (1)'", false],
    ['PRAGMA table_info(t)', false],
    ['BEGIN', false],
    ['INSERT INTO mine VALUES (1)', false],
    ['CREATE TEMP TABLE other (a)', false],
    ['INSERT INTO t VALUES (1)', true],
    ['REPLACE INTO t VALUES (1)', true],
    ['WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x', true],
    ['UPDATE t SET a = 1', true],
    ['DELETE FROM t RETURNING a', true],
    ['CREATE TABLE u (a)', true],
    ['CREATE VIEW v AS SELECT 1', true],
    ['DROP TABLE t', true],
    ['ALTER TABLE t ADD COLUMN b', true],
    ['VACUUM', true],
    ['REINDEX', true],
    ['ANALYZE', true],
  ])('judges %s', (sql, isWrite) => {
    const program = database.prepare(`EXPLAIN ${sql}`).all() as unknown as SqliteInstruction[];
    expect(sqliteWrites(program)).toBe(isWrite);
  });
});
