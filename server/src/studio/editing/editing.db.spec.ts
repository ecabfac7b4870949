import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import type { FormatAnswer, LintAnswer } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { StudioApp } from '../testing/studio-app.js';

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start((_, data) => {
    const path = join(data, 'a.sqlite');
    const file = new Database(path);
    file.prepare('CREATE TABLE t (a)').run();
    file.close();
    return `  - { id: lite, name: Lite, kind: files, path: ${path} }`;
  });
});
afterAll(() => app.stop());

const format = async (connection_id: string, sql: string, offset?: number) =>
  (await app.send<FormatAnswer>('POST', '/api/studio/format', { connection_id, sql, offset })).body;

/** The marked parts of a text, each with what is said of it. */
async function marked(connection_id: string, sql: string): Promise<[string, string][]> {
  const { body } = await app.send<LintAnswer>('POST', '/api/studio/lint', { connection_id, sql });
  return body.markers.map(({ start, end, message }) => [sql.slice(start, end), message]);
}

describe('the layout of a text about the selected table', () => {
  it.each(['pg', 'duck'])('takes columns that are keywords for names on %s', async (connection_id) => {
    await app.run('CREATE TABLE layout_words (id int, "values" int, "set" int)', connection_id);
    const sql = 'select id, set from layout_words where set > 1 order by set';
    const ask = async (more: object) =>
      (await app.send<FormatAnswer>('POST', '/api/studio/format', { connection_id, sql, ...more })).body.sql;
    const table = { schema: connection_id === 'pg' ? 'public' : 'main', name: 'layout_words' };
    expect(await ask({})).toMatch(/^set$/m);
    expect(await ask({ table })).toBe('select\n  id,\n  set\nfrom\n  layout_words\nwhere\n  set > 1\norder by\n  set');
    expect(await ask({ table: { schema: 'nowhere', name: 'gone' } })).toBe(await ask({}));
    await app.run('DROP TABLE layout_words', connection_id);
  });
});

describe('a text that is laid out', () => {
  it.each<[string, string, string]>([
    [
      'pg',
      "select a::text,b->>'c' from t where x=:since and y=$1",
      "select\n  a::text,\n  b ->> 'c'\nfrom\n  t\nwhere\n  x = :since\n  and y = $1",
    ],
    ['pg', 'Select $$ a  b $$ -- why\n;select 2', 'Select\n  $$ a  b $$ -- why\n;\n\nselect\n  2'],
    [
      'duck',
      "select * exclude (a) from 'x.csv' where b=$b",
      "select\n  * exclude (a)\nfrom\n  'x.csv'\nwhere\n  b = $b",
    ],
    ['lite', 'select "a b" from t where a=@a', 'select\n  "a b"\nfrom\n  t\nwhere\n  a = @a'],
    ['pg', '  ', ''],
  ])('on %s makes of %j what a person would', async (connection, sql, expected) => {
    expect((await format(connection, sql)).sql).toBe(expected);
  });

  it('keeps the cursor at its character', async () => {
    const sql = 'select a, b from t';
    const { sql: laidOut, offset } = await format('pg', sql, sql.indexOf('b'));
    expect(laidOut.slice(offset)).toBe('b\nfrom\n  t');
  });

  it('is left alone where it cannot be read, in one line of words', async () => {
    const { status, body } = await app.send<ProblemDocument>('POST', '/api/studio/format', {
      connection_id: 'pg',
      sql: 'select (1',
    });
    expect([status, body.code]).toEqual([422, 'not-formattable']);
    expect(body.detail).toMatch(/^Parse error.*line 1/);
  });

  it('gives up on a text that keeps the formatter busy, and lays out the next one', async () => {
    const sql = `select ${'('.repeat(4000)}1${')'.repeat(4000)}`;
    const { status, body } = await app.send<ProblemDocument>('POST', '/api/studio/format', {
      connection_id: 'pg',
      sql,
    });
    expect([status, body.code]).toEqual([422, 'text-too-hard']);
    expect((await format('pg', 'select 1')).sql).toBe('select\n  1');
  });
});

describe('what the grammar does not take', () => {
  it.each<[string, string, [string, string][]]>([
    ['pg', 'SELECT 1 AS a; SELEC 2', [['SELEC', 'syntax error at or near "SELEC"']]],
    ['pg', "SELECT '😀é', 2 FORM x y", [['x', 'syntax error at or near "x"']]],
    ['pg', 'SELECT (', [['(', 'syntax error at end of input']]],
    ['pg', 'SELECT :since::date, $1, a[1:2] FROM t WHERE b ->> :k = 1', []],
    ['pg', 'SELECT FROM nowhere; TABLE x; MERGE INTO a USING b ON true WHEN MATCHED THEN DELETE', []],
    [
      'pg',
      'SELECT a FROM; SELECT b FROM;',
      [
        ['FROM', 'syntax error at end of input'],
        ['FROM', 'syntax error at end of input'],
      ],
    ],
    ['pg', "SELECT 'abc", [["'abc", `unterminated quoted string at or near "'abc"`]]],
    ['pg', 'SELECT "abc', [['"abc', 'unterminated quoted identifier at or near ""abc"']]],
    ['pg', 'SELECT $a$abc', [['$a$abc', 'unterminated dollar-quoted string at or near "$a$abc"']]],
    ['pg', 'SELECT 1 /* abc', [['/* abc', 'unterminated /* comment at or near "/* abc"']]],
    ['pg', "SELECT E'a\\'", [["E'a\\'", `unterminated quoted string at or near "E'a\\'"`]]],
    ['pg', "SELECT b'12", [["b'12", `unterminated bit string literal at or near "b'12"`]]],
    ['pg', 'SELECT 1a', [['1a', 'trailing junk after numeric literal at or near "1a"']]],
    [
      'pg',
      "SELEC 'abc;\nSELEC 2;\nSELECT 3;\nSELECT $$x;\nSELEC 4",
      [
        ['SELEC', 'syntax error at or near "SELEC"'],
        ["'abc;", `unterminated quoted string at or near "'abc;"`],
        ['SELEC', 'syntax error at or near "SELEC"'],
        ['$$x', 'unterminated dollar-quoted string at or near "$$x;"'],
        ['SELEC', 'syntax error at or near "SELEC"'],
      ],
    ],
    [
      'duck',
      "SELECT 1 AS a, 'abc;\nSELEC 2",
      [
        ["'abc;", `unterminated quoted string at or near "'abc;"`],
        ['SELEC', 'syntax error at or near "SELEC"'],
      ],
    ],
    [
      'pg',
      'SELECT "x;\nSELEC 2;\nSELECT 1 /* y;\nSELEC 3',
      [
        ['"x;', `unterminated quoted identifier at or near ""x;"`],
        ['SELEC', 'syntax error at or near "SELEC"'],
        ['/* y;', 'unterminated /* comment at or near "/* y;"'],
        ['SELEC', 'syntax error at or near "SELEC"'],
      ],
    ],
    ['pg', '\\dt', [['\\dt', 'The Schema panel shows schemas, tables, columns and functions.']]],
    ['pg', '-- nothing\n', []],
    ['gone', 'SELEC 1', [['SELEC', 'syntax error at or near "SELEC"']]],
    ['duck', "FROM x SELECT 'é😀', FORM x z y", [['z', 'syntax error at or near "z"']]],
    ['duck', 'SELECT (', [['(', 'syntax error at end of input']]],
    ['duck', "SUMMARIZE x; PIVOT x ON y; SELECT * EXCLUDE (a) FROM 'nowhere.csv' WHERE b = :b", []],
    ['lite', 'SELECT x FROM x WHERE FORM y z', [['y', 'near "y": syntax error']]],
    ['lite', 'SELECT x x, x x x FROM y', [['x', 'near "x": syntax error']]],
    ['lite', 'SELECT (', [['(', 'incomplete input']]],
    ['lite', 'SELECT * FROM nowhere WHERE a = :a AND b = @b AND c = $c', []],
  ])('on %s in %j is marked', async (connection, sql, expected) => {
    expect(await marked(connection, sql)).toEqual(expected);
  });

  it.each([
    ['nested too deeply', `SELECT ${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
    ['of many functions', `SELECT ${'abs('.repeat(100_000)}1${')'.repeat(100_000)}`],
    ['of many cases', `SELECT ${'CASE WHEN 1 THEN '.repeat(50_000)}`],
    ['of many words that are the same', `SELECT ${'x '.repeat(400_000)}`],
    ['of many wrong statements', 'x;'.repeat(100_000)],
    ['with NUL', 'SELECT 1 \0 FORM x'],
    ['of a million characters', `SELECT '${'x'.repeat(999_000)}'`],
  ])('in a text %s for SQLite costs the server nothing', async (_, sql) => {
    const { status, body } = await app.send<LintAnswer & ProblemDocument>('POST', '/api/studio/lint', {
      connection_id: 'lite',
      sql,
    });
    expect([200, 422]).toContain(status);
    if (status === 422) expect(body.code).toBe('text-too-hard');
    expect(await marked('lite', 'SELECT x FROM x WHERE FORM y z')).toEqual([['y', 'near "y": syntax error']]);
  });

  it('is found at its place among words that are the same', async () => {
    const sql = 'SELECT x x, x x x FROM y';
    const { body } = await app.send<LintAnswer>('POST', '/api/studio/lint', { connection_id: 'lite', sql });
    expect(body.markers[0]?.start).toBe(16);
  });

  it('is looked for without running anything', async () => {
    await app.run('CREATE TABLE kept (a int)', 'duck');
    expect(await marked('duck', 'DROP TABLE kept; CREATE TABLE other (a int)')).toEqual([]);
    expect((await app.run('SELECT count(*) FROM kept', 'duck')).status).toBe('succeeded');
  });

  it('of a connection that is none is not looked for', async () => {
    for (const path of ['format', 'lint']) {
      const { body } = await app.send<ProblemDocument>('POST', `/api/studio/${path}`, {
        connection_id: 'nope',
        sql: '',
      });
      expect(body.code).toBe('connection-not-found');
    }
  });
});
