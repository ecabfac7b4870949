import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { splitStatements } from './split-statements.js';
import type { SqlDialect } from '../dialects/index.js';

const texts = (sql: string, dialect: SqlDialect = 'postgres') =>
  splitStatements(sql, dialect).map(({ sql: one }) => one);

describe('splitStatements', () => {
  it.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['space', ' \n\t ', []],
    ['lone semicolons', ';; ;\n;', []],
    ['comments alone', '-- a\n/* b; /* c */ ; */', []],
    ['one without a terminator', 'SELECT 1', ['SELECT 1']],
    ['two', 'SELECT 1; SELECT 2;', ['SELECT 1', 'SELECT 2']],
    ['a byte order mark', '\uFEFFSELECT 1', ['SELECT 1']],
    ['a trailing comment after the last terminator', 'SELECT 1; -- done', ['SELECT 1']],
    [
      'a comment in front, which may be a hint',
      '/*+ SeqScan(t) */ SELECT 1; SELECT 2',
      ['/*+ SeqScan(t) */ SELECT 1', 'SELECT 2'],
    ],
    ['semicolons in strings', "SELECT ';', 'it''s;'; SELECT 2", ["SELECT ';', 'it''s;'", 'SELECT 2']],
    ['a backslash in a plain string', "SELECT '\\'; SELECT 2", ["SELECT '\\'", 'SELECT 2']],
    ['a backslash in an escape string', "SELECT E'\\';'; SELECT 2", ["SELECT E'\\';'", 'SELECT 2']],
    ['a word that only ends in e', "SELECT type'\\'; SELECT 2", ["SELECT type'\\'", 'SELECT 2']],
    ['quoted identifiers', 'SELECT "a;""b"; SELECT 2', ['SELECT "a;""b"', 'SELECT 2']],
    ['a line comment', 'SELECT 1 -- a;b\n, 2; SELECT 3', ['SELECT 1 -- a;b\n, 2', 'SELECT 3']],
    ['nested comments', 'SELECT /* a; /* b; */ c; */ 1; SELECT 2', ['SELECT /* a; /* b; */ c; */ 1', 'SELECT 2']],
    ['dollar quotes', 'DO $$ BEGIN x; END $$; SELECT 2', ['DO $$ BEGIN x; END $$', 'SELECT 2']],
    ['tagged dollar quotes', 'DO $a$ $$;$b$; $a$; SELECT 2', ['DO $a$ $$;$b$; $a$', 'SELECT 2']],
    ['dollars inside words', 'SELECT a$b$c; SELECT $1;', ['SELECT a$b$c', 'SELECT $1']],
    ['blank lines inside a statement', 'SELECT\n\n\n1; SELECT 2', ['SELECT\n\n\n1', 'SELECT 2']],
    [
      'a rule with actions in brackets',
      'CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2); SELECT 3',
      ['CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2)', 'SELECT 3'],
    ],
    [
      'a standard function body',
      'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END; SELECT 3',
      ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END', 'SELECT 3'],
    ],
    ['a transaction, which is no body', 'BEGIN; SELECT 1; END;', ['BEGIN', 'SELECT 1', 'END']],
    [
      'a CASE outside a body',
      'SELECT CASE WHEN true THEN 1 END; SELECT 2',
      ['SELECT CASE WHEN true THEN 1 END', 'SELECT 2'],
    ],
    ['an unclosed string', "SELECT 'a; SELECT 2", ["SELECT 'a; SELECT 2"]],
    ['an unclosed comment as a mistake', 'SELECT 1; /* a; b', ['SELECT 1', '/* a; b']],
    ['characters beyond the basic plane', "SELECT '😀;'; SELECT '𝒳'", ["SELECT '😀;'", "SELECT '𝒳'"]],
  ])('reads %s', (_, sql, expected) => {
    expect(texts(sql)).toEqual(expected);
  });

  it.each<[string, SqlDialect, string, string[]]>([
    [
      'SQLite triggers',
      'sqlite',
      'CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END; SELECT 2',
      ['CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END', 'SELECT 2'],
    ],
    [
      'columns of SQLite that are called as the words around a body',
      'sqlite',
      'CREATE TRIGGER t AFTER UPDATE OF begin ON begin WHEN NEW.begin IS NULL BEGIN ' +
        'UPDATE a SET begin = NEW.end, end = CASE WHEN 1 THEN 2 END WHERE end /* ; */; SELECT begin FROM a; END; SELECT 2',
      [
        'CREATE TRIGGER t AFTER UPDATE OF begin ON begin WHEN NEW.begin IS NULL BEGIN ' +
          'UPDATE a SET begin = NEW.end, end = CASE WHEN 1 THEN 2 END WHERE end /* ; */; SELECT begin FROM a; END',
        'SELECT 2',
      ],
    ],
    [
      'the end of a SQLite trigger behind a comment',
      'sqlite',
      'CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; -- end\n /* ; */ END; SELECT 2',
      ['CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; -- end\n /* ; */ END', 'SELECT 2'],
    ],
    ['SQLite bracketed names', 'sqlite', 'SELECT [a;b], `c;d`; SELECT 2', ['SELECT [a;b], `c;d`', 'SELECT 2']],
    [
      'SQLite variables behind a byte order mark',
      'sqlite',
      'SELECT \uFEFF#d(;), \uFEFF@b::c(;); SELECT 2',
      ['SELECT \uFEFF#d(;), \uFEFF@b::c(;)', 'SELECT 2'],
    ],
    ['SQLite comments, which do not nest', 'sqlite', 'SELECT 1 /* /* */; SELECT 2', ['SELECT 1 /* /* */', 'SELECT 2']],
    ['DuckDB lists', 'duckdb', 'SELECT [1, 2]; SELECT 2', ['SELECT [1, 2]', 'SELECT 2']],
    ['an unclosed bracket in DuckDB', 'duckdb', 'SELECT (1; SELECT 2', ['SELECT (1', 'SELECT 2']],
  ])('knows %s', (_, dialect, sql, expected) => {
    expect(texts(sql, dialect)).toEqual(expected);
  });

  it('returns the position of each statement', () => {
    const text = '  SELECT 1 ;\n\n-- x\nSELECT 2  ;';
    for (const { sql, start, end } of splitStatements(text, 'postgres')) expect(text.slice(start, end)).toBe(sql);
    expect(splitStatements(text, 'postgres').map(({ start }) => start)).toEqual([2, 14]);
  });

  it('never throws, never overlaps and never loses a character of a statement', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '$$',
      '$a$',
      ';',
      '--',
      '\n',
      '/*',
      '*/',
      '(',
      ')',
      'a',
      'BEGIN',
      'END',
      ' ',
      "E'",
      '\\',
      '😀',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.constantFrom<SqlDialect>('postgres', 'duckdb', 'sqlite'),
        (parts, dialect) => {
          const text = parts.join('');
          let last = 0;
          for (const { sql, start, end } of splitStatements(text, dialect)) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(text.slice(start, end)).toBe(sql);
            last = end;
          }
        },
      ),
    );
  });

  it('splits ten megabytes without recursion or quadratic work', () => {
    const text = "INSERT INTO t VALUES ('a;b', 1);\n".repeat(320_000);
    expect(splitStatements(text, 'postgres')).toHaveLength(320_000);
  });
});
