import { describe, expect, it } from '@jest/globals';
import { commandTag } from './command-tag.js';

describe('commandTag', () => {
  it.each([
    ['select 1', 'SELECT'],
    ['-- x\n/* y */ Insert INTO t VALUES (1)', 'INSERT'],
    ['CREATE OR REPLACE TEMP TABLE t (n INT)', 'CREATE TABLE'],
    ['create unique index i on t (n)', 'CREATE INDEX'],
    ['DROP VIEW IF EXISTS v', 'DROP VIEW'],
    ['ALTER TABLE t ADD COLUMN n INT', 'ALTER TABLE'],
    ['CREATE', 'CREATE'],
    ['CREATE "TABLE"', 'CREATE'],
    ['BEGIN TRANSACTION', 'BEGIN'],
    ['(SELECT 1)', null],
    ['', null],
  ])('of %j is %j', (sql, tag) => {
    expect(commandTag(sql, 'duckdb')).toBe(tag);
  });
});
