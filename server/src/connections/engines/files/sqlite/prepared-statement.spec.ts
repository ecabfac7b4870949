import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from '@jest/globals';
import { checkValues, prepareOne } from './prepared-statement.js';
import type { BoundValues } from './protocol.js';

const database = new DatabaseSync(':memory:', { returnArrays: true });
const empty = new DatabaseSync(':memory:');
database.exec('CREATE TABLE t (n)');

describe('prepareOne', () => {
  it.each(['', ' \n;; ', '-- x', '/* x */', '-- x\rATTACH', '/* never closed', '\u{feff}'])(
    'finds no statement in %j',
    (sql) => {
      expect(prepareOne(database, empty, sql)).toBeNull();
    },
  );

  it.each([
    'SELECT 1',
    ';;SELECT 1',
    'SELECT 1;;',
    'SELECT 1; -- x',
    'SELECT 1; /* x',
    "SELECT '\ud800;'",
    '-- x\r;\nSELECT 1',
  ])('finds one in %j', (sql) => {
    expect(prepareOne(database, empty, sql)).not.toBeNull();
  });

  it.each([
    'SELECT 1; SELECT 2',
    'SELECT 1; SELECT * FROM t',
    'SELECT 1;\rDROP TABLE t',
    'SELECT 1; nonsense',
    'SELECT 1; (',
    "SELECT '\ud800'; SELECT 2",
    'SELECT 1; PRAGMA user_version = 7',
    'CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; END; SELECT 1',
  ])('refuses more than one: %j', (sql) => {
    expect(() => prepareOne(database, empty, sql)).toThrow(/more than one statement/);
  });

  it.each(['SELECT \0', 'SELECT 1\0; DROP TABLE t', '\0'])('refuses NUL in %j', (sql) => {
    expect(() => prepareOne(database, empty, sql)).toThrow(/NUL/);
  });
});

describe('checkValues', () => {
  const check = (sql: string, values: BoundValues) => () => {
    const statement = prepareOne(database, empty, sql);
    if (statement !== null) checkValues(statement, values);
  };

  it.each<[string, BoundValues]>([
    ['SELECT 1', {}],
    ["SELECT '?:a', /* $1 */ 1 -- :b", {}],
    ['SELECT $1', { 1: 'x' }],
    ['SELECT $1, $2, $1', { 1: null, 2: 'y' }],
    ["SELECT $1, '7$1', 'NULL', NULL", { 1: 7 }],
    ['SELECT $1', { 1: 'x', 2: 'unused' }],
    ['SELECT $10, $1', { 1: 'a', 10: 'b' }],
    ['INSERT INTO t VALUES ($1)', { 1: 5 }],
  ])('accepts %s with %j', (sql, values) => {
    expect(check(sql, values)).not.toThrow();
  });

  it.each<[string, BoundValues]>([
    ['SELECT ?', {}],
    ['SELECT ?1', {}],
    ['SELECT :a', {}],
    ['SELECT @a', {}],
    ['SELECT $1', {}],
    ['SELECT $1, ?', { 1: 'x' }],
    ['SELECT $1, :a', { 1: 'x' }],
    ['SELECT $1, $2', { 1: 'x' }],
    ['SELECT $a::b(c)', {}],
    ['DELETE FROM t WHERE n = ?', {}],
  ])('refuses %s with %j', (sql, values) => {
    expect(check(sql, values)).toThrow(/has no value/);
  });

  it('runs nothing', () => {
    expect(database.prepare('SELECT count(*) FROM t').get()).toEqual([0]);
  });
});
