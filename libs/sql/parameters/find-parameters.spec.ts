import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SqlDialect } from '../../dialects/index.js';
import { findParameters, textParameters } from './find-parameters.js';

const names = (sql: string, dialect: SqlDialect = 'postgres') => findParameters(sql, dialect).names.join(' ');

describe('parameters that are found in every dialect', () => {
  it.each<[string, string]>([
    ['SELECT 1', ''],
    ['SELECT :id', 'id'],
    ['SELECT :id, :id, :name', 'id name'],
    ['SELECT :id::text', 'id'],
    ['SELECT :a+:b', 'a b'],
    ['SELECT * FROM t WHERE a=:a AND b>:b', 'a b'],
    ['SELECT * FROM t WHERE a IN (:a,:b , :c)', 'a b c'],
    ['SELECT * FROM t WHERE a BETWEEN :low AND :high', 'low high'],
    ['SELECT * FROM t LIMIT :n OFFSET :skip', 'n skip'],
    ['SELECT * FROM t LIMIT:n', 'n'],
    ['SELECT * FROM t ORDER BY a, :x', 'x'],
    ['SELECT * FROM t ORDER BY :x', 'x'],
    ['SELECT * FROM t WHERE a LIKE :x ESCAPE :e', 'x e'],
    ['SELECT CASE WHEN :a THEN :b ELSE :c END', 'a b c'],
    ['INSERT INTO t VALUES (:a, :größe, :_x, :a1)', 'a größe _x a1'],
    ['UPDATE t SET a = :Name, b = :name', 'Name name'],
    ['SELECT f(:a)(b)', 'a'],
    ['SELECT count(*) OVER (ROWS :n PRECEDING)', 'n'],
    ['SELECT $1', '1'],
    ['SELECT $2, $1, $2, $10', '1 2 10'],
    ['SELECT $01, $1', '1'],
    ['SELECT ($1)', '1'],
    ['SELECT $0', ''],
    ["SELECT ':x'", ''],
    ["SELECT 'it''s :x', '$1'", ''],
    ["SELECT ' ' || :x || ':y'", 'x'],
    ['SELECT ":x", "a$1"', ''],
    ['SELECT 1 -- :x $1', ''],
    ['SELECT 1 -- :x\n, :y', 'y'],
    ['SELECT /* :x $1 */ 1', ''],
    ['SELECT a::int, b::"char", c :: text', ''],
    ['SELECT a ::numeric(10,2)', ''],
    ["SELECT '12:30'::time, '2020-01-01 12:30:00'", ''],
    ['SELECT a$1, a$b', ''],
    ['SELECT f(a := 1, b := :b)', 'b'],
    ['SELECT f(a:=b)', ''],
    ["SELECT j->'a', j->>'b', j#>'{a,b}', j @> '{\"a\":1}', j ? 'a', j ?| x, j ?& y", ''],
    ['SELECT j @> :doc AND j ? :key', 'doc key'],
    ['SELECT : id', ''],
    ['SELECT :', ''],
    ['SELECT :1', ''],
    ['SELECT $', ''],
    ['', ''],
    [':x', 'x'],
    ['EXPLAIN SELECT :x', 'x'],
  ])('%j: %j', (sql, expected) => {
    expect(names(sql)).toBe(expected);
    expect(names(sql, 'duckdb')).toBe(expected);
  });

  it('of 100,000 expressions are found without quadratic work', () => {
    const sql = `SELECT ${Array.from({ length: 100_000 }, (_, index) => `a${index} + ${index} * :n::int`).join(', ')}`;
    expect(findParameters(sql, 'postgres').uses).toHaveLength(100_000);
  });
});

describe('what a dialect does not take for a parameter', () => {
  it.each<[SqlDialect, string, string]>([
    ['postgres', 'SELECT a[1:2]', ''],
    ['postgres', 'SELECT a[1:n]', ''],
    ['postgres', 'SELECT a[x:n], a[x :n], a[:n], a[f(x):n]', ''],
    ['postgres', 'SELECT a[1:array_length(:x, 1)]', 'x'],
    ['postgres', 'SELECT a[(:i)], a[(:i):n], a[1 : :n]', 'i n'],
    ['postgres', 'SELECT (a.b)[x:n], "A"[x:n], $1[x:n]', '1'],
    ['postgres', 'SELECT a[1][:n]', ''],
    ['postgres', 'SELECT ARRAY[:a, :b], ARRAY[[:c], [x, :d]]', 'a b c d'],
    ['postgres', 'SELECT a[$1], a[$2:$3]', '1 2 3'],
    ['postgres', 'SELECT $$ :x $1 $$, $q$ $1 :y $$ $q$', ''],
    ['postgres', "SELECT E'\\':x', U&':x', B':x'", ''],
    ['postgres', "SELECT JSON_OBJECT('a':b, 'c': :d, k :v, KEY :e VALUE :f)", 'd e f'],
    ['postgres', "SELECT JSON_OBJECT('a' :b)", ''],
    ['postgres', 'SELECT a AT TIME ZONE :tz', 'tz'],
    ['postgres', 'SELECT $name, @x, ?', ''],
    ['postgres', 'SELECT $1abc', ''],
    ['postgres', 'PREPARE p AS SELECT $1, :x', ''],
    ['postgres', 'prepare p (int) as select $1', ''],
    ['postgres', "/* $1 */ CREATE FUNCTION f(int) RETURNS int AS 'SELECT $1' LANGUAGE sql", ''],
    ['postgres', 'CREATE FUNCTION f(int) RETURNS int AS $$ SELECT $1 $$ LANGUAGE sql', ''],
    ['postgres', 'CREATE FUNCTION f(int) RETURNS int RETURN $1 + 1', ''],
    ['postgres', 'CREATE OR REPLACE PROCEDURE p(int) BEGIN ATOMIC INSERT INTO t VALUES ($1); END', ''],
    ['postgres', 'DO $$ BEGIN PERFORM $1, :x; END $$', ''],
    ['postgres', "DO 'BEGIN PERFORM :x; END'", ''],
    ['postgres', 'CREATE VIEW v AS SELECT :x', 'x'],
    ['duckdb', 'SELECT l[1:n], l[:n], l[1:n:m], l[x :n]', ''],
    ['duckdb', "SELECT 'abc'[1:n], [1, 2][1:n], (l)[a:b]", ''],
    ['duckdb', 'SELECT [:a, :b], [[:c]]', 'a b c'],
    ['duckdb', "SELECT {'a':b, c:d, e :f, 'g': :h, i: :j}", 'h j'],
    ['duckdb', "SELECT MAP {'a':b, :k: :v, c::text: :w}", 'k v w'],
    ['duckdb', 'SELECT {end:x, from:y}', ''],
    ['duckdb', 'SELECT total:price, "a b":c, sum: :d', 'd'],
    ['duckdb', 'SELECT total :price FROM o :orders', ''],
    ['duckdb', 'SELECT $name, $1', '1 name'],
    ['duckdb', 'SELECT $who, :who', 'who'],
    ['duckdb', 'SELECT $q$ :x $q$', ''],
    ['duckdb', 'PREPARE p AS SELECT $1', ''],
    ['duckdb', 'SELECT x -> x + :n', 'n'],
    ['sqlite', 'SELECT :a, @b, $c', 'a b c'],
    ['sqlite', 'SELECT [:a], `:b`, ":c", \':d\'', ''],
    ['sqlite', 'SELECT $1', '1'],
    ['sqlite', 'SELECT a$b, a@b', 'b'],
  ])('%s: %j: %j', (dialect, sql, expected) => {
    expect([...new Set(names(sql, dialect).split(' '))].sort().join(' ')).toBe(expected.split(' ').sort().join(' '));
  });
});

describe('the style', () => {
  it.each([
    ['SELECT 1', 'none'],
    ['SELECT :a', 'named'],
    ['SELECT $1', 'numbered'],
    ['SELECT $1, :a', 'mixed'],
  ])('of %j is %s', (sql, style) => {
    expect(findParameters(sql, 'postgres').style).toBe(style);
  });

  it('is returned for each statement, the names for the text', () => {
    expect(textParameters('SELECT :a; SELECT $1; SELECT :b, :a', 'postgres')).toEqual({
      names: ['a', '1', 'b'],
      isMixed: false,
    });
    expect(textParameters('SELECT 1; SELECT $1, :a', 'postgres').isMixed).toBe(true);
    expect(textParameters('SELECT 1', 'postgres')).toEqual({ names: [], isMixed: false });
  });
});

it('finds uses that lie in the text, in order, for any text', () => {
  const piece = fc.constantFrom(
    ...[
      ':a',
      '$1',
      '::',
      ':',
      ':=',
      '[',
      ']',
      '{',
      '}',
      '(',
      ')',
      "'",
      '"',
      '$$',
      '--',
      '\n',
      '/*',
      '*/',
      ',',
      'x',
      '1',
      ' ',
    ],
  );
  const dialects = fc.constantFrom<SqlDialect>('postgres', 'duckdb', 'sqlite');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), dialects, (parts, dialect) => {
      const sql = parts.join('');
      let end = 0;
      for (const use of findParameters(sql, dialect).uses) {
        expect(use.start).toBeGreaterThanOrEqual(end);
        expect(sql.slice(use.start, use.end).replace(/^[:$@]0*/, '')).toBe(use.name);
        end = use.end;
      }
    }),
  );
});
