import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ParameterType } from '../../api/index.js';
import type { SqlDialect } from '../../dialects/index.js';
import { sqlTokens } from '../sql-tokens.js';
import { findParameters } from './find-parameters.js';
import { placeParameters, type PlacedValue } from './place-parameters.js';

const place = (sql: string, dialect: SqlDialect = 'postgres', values: Record<string, PlacedValue> = {}) =>
  placeParameters(sql, findParameters(sql, dialect), dialect, new Map(Object.entries(values)));

describe('placeParameters', () => {
  it.each([
    ['SELECT 1', 'SELECT 1'],
    ['SELECT :a, :b, :a', 'SELECT $1, $2, $1'],
    ['SELECT $1, $2', 'SELECT $1, $2'],
    ['SELECT $7, $3', 'SELECT $2, $1'],
    ["SELECT ':a', :a::int", "SELECT ':a', $1::int"],
    ['SELECT $00000000000000000000000001', 'SELECT $1'],
    ['SELECT:a LIMIT:n', 'SELECT $1 LIMIT $2'],
    ['SELECT 1 WHERE:a=:a', 'SELECT 1 WHERE $1=$1'],
  ])('writes %j as %j', (sql, placed) => {
    expect(place(sql).sql).toBe(placed);
    expect(place(sql, 'sqlite').sql).toBe(placed);
  });

  it.each<[ParameterType | null, string | null, string]>([
    [null, '5', '$1'],
    ['integer', '5', 'CAST($1 AS INTEGER)'],
    ['numeric', '1.2500', 'CAST($1 AS DECIMAL(38,4))'],
    ['numeric', '12', 'CAST($1 AS DECIMAL(38,0))'],
    ['numeric', '1.5e3', 'CAST($1 AS DECIMAL(38,0))'],
    ['numeric', '1e-12', 'CAST($1 AS DECIMAL(38,12))'],
    ['numeric', '-12.345E-6', 'CAST($1 AS DECIMAL(38,9))'],
    ['numeric', '12.3456e+2', 'CAST($1 AS DECIMAL(38,2))'],
    ['numeric', '1234567890123456789012345678901234567.50', 'CAST($1 AS DECIMAL(38,1))'],
    ['numeric', `0.${'1'.repeat(10)}${'0'.repeat(50)}`, 'CAST($1 AS DECIMAL(38,38))'],
    ['numeric', '1e-999999999', 'CAST($1 AS DECIMAL(38,38))'],
    ['numeric', '0e-999', 'CAST($1 AS DECIMAL(38,38))'],
    ['numeric', 'x', 'CAST($1 AS DECIMAL(38,0))'],
    ['numeric', null, 'CAST($1 AS DECIMAL(38,0))'],
    ['jsonb', '{}', 'CAST($1 AS JSON)'],
    ['text', "'); DROP TABLE t; --", 'CAST($1 AS VARCHAR)'],
  ])('casts a value of type %s for DuckDB: %j', (type, text, placed) => {
    const values = { a: { text, type } };
    expect(place('SELECT :a', 'duckdb', values).sql).toBe(`SELECT ${placed}`);
    expect(place('SELECT :a', 'postgres', values).sql).toBe('SELECT $1');
  });

  it.each([
    ['1e-12', '0.000000000001'],
    ['1.5e3', '1500'],
    ['12345678901234567890.5e-3', '12345678901234567.8905'],
    ['-.000123e-10', '-0.0000000000000123'],
    ['99999999999999999999999999999999999999', '99999999999999999999999999999999999999'],
  ])('casts %s exactly in DuckDB', async (text, expected) => {
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    const { sql } = place('SELECT CAST(:a AS VARCHAR)', 'duckdb', { a: { text, type: 'numeric' } });
    const rows = await (await connection.run(sql, [text])).getRows();
    connection.closeSync();
    instance.closeSync();
    expect(rows).toEqual([[expected]]);
  });

  it('returns positions in the text as it was written', () => {
    const sql = 'SELECT :long_name, nope, :b, nix';
    const placed = place(sql);
    expect(placed.sql).toBe('SELECT $1, nope, $2, nix');
    for (const word of ['SELECT', 'nope', 'nix']) {
      expect(placed.writtenPosition(placed.sql.indexOf(word) + 1)).toBe(sql.indexOf(word) + 1);
    }
    expect(placed.writtenPosition(placed.sql.indexOf('$2') + 2)).toBe(sql.indexOf(':b') + 1);
    expect(placed.writtenPosition(placed.sql.length + 1)).toBe(sql.length + 1);
  });

  const piece = fc.constantFrom(
    'SELECT:a',
    ':a',
    ':bb',
    '$1',
    '$12',
    'x',
    '1',
    '+',
    ',',
    "':c'",
    '"$1"',
    '::int',
    '(',
    ')',
    '-- :z\n',
  );
  const texts = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(' '));
  const dialects = fc.constantFrom<SqlDialect>('postgres', 'duckdb', 'sqlite');
  const values = { a: { text: '1', type: 'numeric' }, bb: { text: null, type: 'date' } } as const;

  it('leaves a text without parameters as it is, and its positions', () => {
    fc.assert(
      fc.property(texts, dialects, (text, dialect) => {
        const sql = text.replaceAll(/[:$](?=[a-z\d])/g, '');
        fc.pre(findParameters(sql, dialect).style === 'none');
        const placed = place(sql, dialect, values);
        expect(placed.sql).toBe(sql);
        for (const position of [1, sql.length, sql.length + 1]) expect(placed.writtenPosition(position)).toBe(position);
      }),
    );
  });

  it('keeps every token that is no parameter, and leads each of them back to its place', () => {
    fc.assert(
      fc.property(texts, dialects, (sql, dialect) => {
        const found = findParameters(sql, dialect);
        const placed = place(sql, dialect);
        const isUse = (start: number) => found.uses.some((use) => start >= use.start && start < use.end);
        const kept = [...sqlTokens(sql, dialect)].filter(({ start }) => !isUse(start));
        const again = findParameters(placed.sql, dialect).uses;
        expect(again).toHaveLength(found.uses.length);
        const isPlaced = (start: number) => again.some((use) => start >= use.start && start < use.end);
        const left = [...sqlTokens(placed.sql, dialect)].filter(({ start }) => !isPlaced(start));
        expect(left.map(({ text }) => text)).toEqual(kept.map(({ text }) => text));
        expect(left.map(({ start }) => placed.writtenPosition(start + 1))).toEqual(kept.map(({ start }) => start + 1));
      }),
    );
  });

  it('numbers the places from 1 without a gap', () => {
    fc.assert(
      fc.property(texts, dialects, (sql, dialect) => {
        const found = findParameters(sql, dialect);
        fc.pre(found.style !== 'mixed');
        const again = findParameters(place(sql, dialect, values).sql, dialect);
        expect(again.names).toEqual(found.names.map((_, index) => String(index + 1)));
      }),
    );
  });
});
