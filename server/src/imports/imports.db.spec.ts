import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataImport, FolderCopy, ImportRequest } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { until } from '../connections/engines/testing/index.js';
import { workbookParts, writeArchive } from '../connections/engines/files/testing/workbook.js';
import { ImportsApp, newTable } from './testing/imports-app.js';

let app: ImportsApp;
beforeAll(async () => {
  app = await ImportsApp.start();
});
afterAll(() => app.stop());
beforeEach(() => app.makeRoom());

const PEOPLE = 'id,name,born,score\n1,"Ann ""A""",2001-02-03,1.5\n2,,2002-03-04,\n3,"two\nlines",2003-04-05,2.25\n';
const PEOPLE_TYPES = { id: 'bigint', name: 'text', born: 'date', score: 'double precision' };

/** Adds to a table that is there. */
function append(table: string, targets: Record<string, string>, on_reject: 'stop' | 'skip' = 'stop'): ImportRequest {
  const columns = Object.entries(targets).map(([target, source]) => ({ source, target }));
  return { connection_id: 'pg', schema: 'public', table, is_new: false, columns, on_reject };
}

describe('a file', () => {
  it('is read whole: its columns, its rows as they are imported, and how many they are', async () => {
    const found = await app.upload('people.csv', PEOPLE);
    expect(found).toMatchObject({ status: 'ready', format: 'csv', error: null, received_bytes: PEOPLE.length });
    expect(found.preview).toMatchObject({
      columns: [{ name: 'id', type: 'BIGINT' }, { name: 'name' }, { name: 'born', type: 'DATE' }, { name: 'score' }],
      rows: [
        ['1', 'Ann "A"', '2001-02-03', '1.5'],
        ['2', null, '2002-03-04', null],
        ['3', 'two\nlines', '2003-04-05', '2.25'],
      ],
      row_count: 3,
    });
  });

  it('that cannot be read says why', async () => {
    const found = await app.upload('broken.parquet', 'no parquet');
    expect(found.status).toBe('unreadable');
    expect(found.error?.message).toContain('broken.parquet');
    expect(found.error?.message).not.toContain('/');
  });

  it('is read again in another way', async () => {
    const found = await app.upload('first.csv', Buffer.from('na\xefve\nna\xefve\n', 'latin1'));
    expect(found).toMatchObject({ status: 'ready', reading: { encoding: 'auto', header: null, sheet: null } });
    const reading = { encoding: 'iso-8859-5', header: false, delimiter: null, sheet: null };
    await app.ask('POST', `/api/imports/${found.id}/read`, reading);
    const again = await app.settled(found.id);
    expect(again).toMatchObject({ status: 'ready', reading, preview: { row_count: 2, rows: [['naяve'], ['naяve']] } });
  });

  it.each([
    [',', [['a;b'], ['1;2']]],
    [';', [['1', '2']]],
    ['§', [['a;b'], ['1;2']]],
  ])('has its values separated by a delimiter that is chosen: %s', async (delimiter, rows) => {
    const found = await app.upload('separated.csv', 'a;b\n1;2\n');
    expect(found).toMatchObject({ reading: { delimiter: null }, preview: { rows: [['1', '2']] } });
    const reading = { encoding: 'auto', header: delimiter === ';', delimiter, sheet: null };
    await app.ask('POST', `/api/imports/${found.id}/read`, reading);
    expect(await app.settled(found.id)).toMatchObject({ status: 'ready', reading, preview: { rows } });
  });

  it('takes a delimiter that DuckDB does not find by itself', async () => {
    const { id } = await app.upload('odd.csv', 'n§text\n1§"a§b"\n2§c,d\n');
    const reading = { encoding: 'auto', header: true, delimiter: '§', sheet: null };
    await app.ask('POST', `/api/imports/${id}/read`, reading);
    const rows = [
      ['1', 'a§b'],
      ['2', 'c,d'],
    ];
    expect(await app.settled(id)).toMatchObject({ status: 'ready', preview: { rows } });
  });

  it.each(['', '"', '\n', ',,'])('refuses %j as a delimiter', async (delimiter) => {
    const { id } = await app.upload('refused.csv', 'a\n1\n');
    const body = { encoding: 'auto', header: null, delimiter, sheet: null };
    const answer = await app.send('POST', `/api/imports/${id}/read`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation-failed' } });
  });

  it('is gone when it is cancelled while it is sent', async () => {
    const { id } = await app.ask<DataImport>('POST', '/api/imports', { file_name: 'a.csv', size_bytes: 5 });
    expect(await app.ask('POST', `/api/imports/${id}/cancel`)).toMatchObject({ status: 'cancelled' });
    expect(await app.send('PUT', `/api/imports/${id}/file?offset=0`, Buffer.from('1'))).toMatchObject({ status: 404 });
  });

  it('may be a workbook, of which a sheet is chosen', async () => {
    const path = join(app.data, 'book.xlsx');
    const row = (value: string) => `<row><c><v>${value}</v></c></row>`;
    await writeArchive(path, workbookParts({ One: row('1'), Two: row('45413') + row('12345678901234567890') }));
    const found = await app.upload('book.xlsx', readFileSync(path));
    expect(found).toMatchObject({ format: 'xlsx', preview: { sheets: ['One', 'Two'], rows: [['1']], notes: [] } });
    await app.ask('POST', `/api/imports/${found.id}/read`, { encoding: 'auto', header: null, sheet: 'Two' });
    const two = await app.settled(found.id);
    await app.load(two.id, newTable('pg', 'from_xlsx', { column0: 'numeric' }));
    expect(await app.query('SELECT * FROM from_xlsx')).toEqual(two.preview?.rows);
    expect(two.preview?.rows).toEqual([['45413'], ['12345678901234567890']]);
  });

  it('of another kind is refused', async () => {
    const answer = await app.send('POST', '/api/imports', { file_name: 'a.pdf', size_bytes: 5 });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation-failed' } });
  });

  it('beyond 5 GB is refused before it is sent', async () => {
    const answer = await app.send('POST', '/api/imports', { file_name: 'a.csv', size_bytes: 6 * 1024 ** 3 });
    expect(answer).toMatchObject({ status: 413 });
  });

  it('goes on behind a part that was cut off', async () => {
    const bytes = Buffer.from(PEOPLE);
    const { id } = await app.ask<DataImport>('POST', '/api/imports', { file_name: 'a.csv', size_bytes: bytes.length });
    await app.ask('PUT', `/api/imports/${id}/file?offset=0`, bytes.subarray(0, 20));
    await cutOff(`/api/imports/${id}/file?offset=20`, bytes.subarray(20, 30), bytes.length - 20);
    const found = await app.ask<DataImport>('GET', `/api/imports/${id}`);
    expect(found).toMatchObject({ status: 'uploading', received_bytes: 20 });
    const misplaced = await app.send('PUT', `/api/imports/${id}/file?offset=30`, bytes.subarray(30));
    expect(misplaced).toMatchObject({ status: 409, body: { code: 'import-part-misplaced' } });
    await app.ask('PUT', `/api/imports/${id}/file?offset=20`, bytes.subarray(20));
    expect(await app.settled(id)).toMatchObject({ status: 'ready', preview: { row_count: 3 } });
  });

  it('takes a part again whose connection was lost without a sign', async () => {
    const bytes = Buffer.from(PEOPLE);
    const { id } = await app.ask<DataImport>('POST', '/api/imports', { file_name: 'a.csv', size_bytes: bytes.length });
    await app.ask('PUT', `/api/imports/${id}/file?offset=0`, bytes.subarray(0, 20));
    const lost = await unanswered(`/api/imports/${id}/file?offset=20`, Buffer.from('LOST'), bytes.length - 20);
    const misplaced = await app.send('PUT', `/api/imports/${id}/file?offset=30`, bytes.subarray(30));
    expect(misplaced).toMatchObject({ status: 409, body: { code: 'import-part-misplaced' } });
    await app.ask('PUT', `/api/imports/${id}/file?offset=20`, bytes.subarray(20));
    await lost.ended;
    expect(await app.settled(id)).toMatchObject({
      ...{ status: 'ready', received_bytes: bytes.length },
      preview: { row_count: 3, rows: [['1', 'Ann "A"', '2001-02-03', '1.5'], expect.anything(), expect.anything()] },
    });
  });

  it('is sent by the page that began last, where two send it', async () => {
    const bytes = Buffer.from(PEOPLE);
    const { id } = await app.ask<DataImport>('POST', '/api/imports', { file_name: 'a.csv', size_bytes: bytes.length });
    const path = (offset: number, sender: string) => `/api/imports/${id}/file?offset=${offset}&sender=${sender}`;
    const first = await unanswered(path(0, 'first'), Buffer.from('FIRST'), bytes.length);
    await app.ask('PUT', path(0, 'second'), bytes.subarray(0, 20));
    await first.ended;
    const refused = await app.send<ProblemDocument>('PUT', path(20, 'first'), bytes.subarray(20));
    expect(refused).toMatchObject({ status: 409, body: { code: 'import-not-ready' } });
    expect(refused.body.detail).toBe('Another tab or window sends this file now.');
    await app.ask('PUT', path(20, 'second'), bytes.subarray(20));
    expect(await app.settled(id)).toMatchObject({ status: 'ready', preview: { row_count: 3 } });
  });

  it('takes no more bytes than it was said to have', async () => {
    const { id } = await app.ask<DataImport>('POST', '/api/imports', { file_name: 'a.csv', size_bytes: 5 });
    const answer = await app.send('PUT', `/api/imports/${id}/file?offset=0`, Buffer.from('123456'));
    expect(answer).toMatchObject({ status: 413 });
    expect(await app.ask('GET', `/api/imports/${id}`)).toMatchObject({ received_bytes: 0 });
  });

  it('is removed from the disk with its import', async () => {
    const found = await app.upload('people.csv', PEOPLE);
    const folders = () => readdirSync(join(app.workbench.home, 'tmp')).filter((name) => name.includes('-import-'));
    const before = folders().length;
    await app.ask('DELETE', `/api/imports/${found.id}`);
    expect(folders()).toHaveLength(before - 1);
    expect(await app.send('GET', `/api/imports/${found.id}`)).toMatchObject({ status: 404 });
  });
});

/** Sends the beginning of a body and hangs up; resolves when the server has noticed. */
async function cutOff(path: string, bytes: Buffer, length: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': length };
    const outgoing = request({ host: '127.0.0.1', port: app.port, method: 'PUT', path, headers, agent: false });
    outgoing.on('error', () => resolve());
    outgoing.write(bytes, () => setTimeout(() => outgoing.destroy(new Error('cut')), 50));
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Sends the first bytes of a request and leaves it open; resolves when the server has written them. */
async function unanswered(path: string, bytes: Buffer, length: number): Promise<{ ended: Promise<void> }> {
  const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': length };
  const outgoing = request({ host: '127.0.0.1', port: app.port, method: 'PUT', path, headers, agent: false });
  const ended = new Promise<void>((resolve) => {
    outgoing.on('close', resolve).on('error', () => undefined);
    outgoing.on('response', (response) => response.resume());
  });
  outgoing.write(bytes);
  const uploads = () =>
    readdirSync(join(app.workbench.home, 'tmp')).map((folder) => join(app.workbench.home, 'tmp', folder, 'upload.csv'));
  const hasBytes = (file: string) => existsSync(file) && readFileSync(file).includes(bytes);
  await until('the server writes the part', () => uploads().some(hasBytes));
  return { ended };
}

describe('a new table on Postgres', () => {
  it('has the rows of the preview', async () => {
    const { id, preview } = await app.upload('people.csv', PEOPLE);
    const end = await app.load(id, newTable('pg', 'people', PEOPLE_TYPES));
    expect(end).toMatchObject({ status: 'succeeded', imported_rows: 3, rejected_rows: 0, rejects_href: null });
    expect(await app.query('SELECT * FROM people ORDER BY id')).toEqual(preview?.rows);
  });

  it.each([
    ['a.tsv', 'a\tb\n1\tx\n'],
    ['a.json', '[{"a": 1, "b": "x"}]'],
    ['a.ndjson', '{"a": 1, "b": "x"}\n'],
    ['A.JSONL', '{"a": 1, "b": "x"}\n'],
  ])('takes %s', async (name, text) => {
    const { id } = await app.upload(name, text);
    const table = `from_${name.toLowerCase().replace('.', '_')}`;
    expect(await app.load(id, newTable('pg', table, { a: 'bigint', b: 'text' }))).toMatchObject({
      status: 'succeeded',
    });
    expect(await app.query(`SELECT * FROM ${table}`)).toEqual([['1', 'x']]);
  });

  it('keeps texts exactly', async () => {
    const rows = [
      ['\\.', '"'],
      ['a,b', "it's \\N"],
      ['tab\there', 'größe 😀'],
      ['', null],
    ];
    const text = `{"a":${rows.map(([a, b]) => `${JSON.stringify(a)},"b":${JSON.stringify(b)}}`).join('\n{"a":')}\n`;
    const { id } = await app.upload('texts.ndjson', text);
    await app.load(id, newTable('pg', 'texts', { a: 'text', b: 'text' }));
    expect(await app.query('SELECT a, b FROM texts')).toEqual(rows);
  });

  it('is not there when a row is refused, and names row and column', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `${index},"line\n${index}"`);
    lines[15_000] = 'none,"line\nbad"';
    const { id, preview } = await app.upload('late.csv', `n,t\n${lines.join('\n')}\n`);
    expect(preview?.columns[0]).toMatchObject({ type: 'VARCHAR' });
    const end = await app.load(id, newTable('pg', 'late', { n: 'integer', t: 'text' }));
    expect(end).toMatchObject({ status: 'failed', imported_rows: 0, error: { row: 15_001, column: 'n' } });
    expect(end.error?.message).toContain('"none"');
    expect(await app.query("SELECT to_regclass('late')")).toEqual([[null]]);
    const again = await app.load(id, newTable('pg', 'late', { n: 'text', t: 'text' }));
    expect(again).toMatchObject({ status: 'succeeded', imported_rows: 20_000 });
  });

  it('that exists already is refused by the database', async () => {
    await app.query('CREATE TABLE taken (a int)');
    const { id } = await app.upload('a.csv', 'a\n1\n');
    const end = await app.load(id, newTable('pg', 'taken', { a: 'integer' }));
    expect(end).toMatchObject({ status: 'failed', error: { row: null } });
    expect(end.error?.message).toContain('already exists');
  });

  it.each(['text; DROP TABLE x', 'int DEFAULT 1', 'int, b int', ''])('has no column of the type %j', async (type) => {
    const { id } = await app.upload('a.csv', 'a\n1\n');
    const answer = await app.send('POST', `/api/imports/${id}/start`, newTable('pg', 'no', { a: type }));
    expect(answer).toMatchObject({ status: 422, body: { code: 'import-refused' } });
  });
});

describe('a column of a new table', () => {
  it('is NOT NULL where that is chosen', async () => {
    const { id } = await app.upload('people.csv', PEOPLE);
    const request = newTable('pg', 'strict', PEOPLE_TYPES);
    const columns = request.columns.map((column) => ({ ...column, nullable: column.source !== 'name' }));
    const end = await app.load(id, { ...request, columns });
    expect(end).toMatchObject({ status: 'failed', error: { row: 2, column: 'name' } });
    expect(await app.load(id, { ...request, columns, on_reject: 'skip' })).toMatchObject({ rejected_rows: 1 });
  });
});

describe('an existing table on Postgres', () => {
  it('takes columns under other names, and fills the rest by their defaults', async () => {
    await app.query("CREATE TABLE known (id bigint PRIMARY KEY, label text NOT NULL, made text DEFAULT 'now')");
    const { id } = await app.upload('a.csv', 'Id,Name\n1,one\n2,two\n');
    const end = await app.load(id, append('known', { id: 'Id', label: 'Name' }));
    expect(end.status).toBe('succeeded');
    expect(await app.query('SELECT * FROM known ORDER BY id')).toEqual([
      ['1', 'one', 'now'],
      ['2', 'two', 'now'],
    ]);
  });

  it('needs a value for each column that is NOT NULL', async () => {
    const { id } = await app.upload('a.csv', 'Id\n9\n');
    const answer = await app.send('POST', `/api/imports/${id}/start`, append('known', { id: 'Id' }));
    expect(answer).toMatchObject({ status: 422, body: { code: 'import-refused' } });
  });

  it('skips the rows that the database refuses, and keeps them in a file', async () => {
    await app.query('CREATE TABLE parent (id int PRIMARY KEY); INSERT INTO parent VALUES (1)');
    await app.query('CREATE TABLE child (n int PRIMARY KEY, p int REFERENCES parent DEFERRABLE INITIALLY DEFERRED)');
    const { id } = await app.upload('child.csv', 'n,p\n1,1\nx,1\n2,7\n1,1\n3,1\n"4,5",\n5,\n');
    const end = await app.load(id, append('child', { n: 'n', p: 'p' }, 'skip'));
    expect(end).toMatchObject({ status: 'succeeded', imported_rows: 3, rejected_rows: 4 });
    expect(await app.query('SELECT n FROM child ORDER BY n')).toEqual([['1'], ['3'], ['5']]);
    const { body } = await app.send<string>('GET', end.rejects_href ?? '');
    const lines = body.split('\n');
    expect(lines[0]).toBe('"reject_row","reject_column","reject_reason","n","p"');
    expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(['"2"', '"3"', '"4"', '"6"']);
    expect(lines[1]).toMatch(/^"2","n",.*invalid input syntax.*,"x","1"$/);
    expect(lines[4]).toMatch(/,"4,5",$/);
  });

  it('skips only bad rows where one of them is named and another one is found at the end of a batch', async () => {
    await app.query('CREATE TABLE mixed (n int PRIMARY KEY, p int REFERENCES parent)');
    const line = (n: number) => (n === 100 ? 'abc,1' : `${n},${n === 60 ? 7 : 1}`);
    const lines = Array.from({ length: 200 }, (_, index) => line(index + 1));
    const { id } = await app.upload('mixed.csv', `n,p\n${lines.join('\n')}\n`);
    const end = await app.load(id, append('mixed', { n: 'n', p: 'p' }, 'skip'));
    expect(end).toMatchObject({ status: 'succeeded', imported_rows: 198, rejected_rows: 2 });
    const { body } = await app.send<string>('GET', end.rejects_href ?? '');
    const rejected = body.split('\n').slice(1, -1);
    expect(rejected[0]).toMatch(/^"60",.*violates foreign key constraint/);
    expect(rejected[1]).toMatch(/^"100","n",.*invalid input syntax/);
  });

  describe('with rows that are skipped', () => {
    beforeAll(async () => {
      await app.query(`CREATE TABLE failing (n int, q tsquery); CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
        AS $$BEGIN IF TG_ARGV[0] <> '' AND NEW.n = 2 THEN RAISE 'refused' USING ERRCODE = TG_ARGV[0]; END IF;
        RETURN NEW; END$$`);
    });
    const loaded = async (sqlstate: string, rows: string) => {
      await app.query(
        `CREATE OR REPLACE TRIGGER t BEFORE INSERT ON failing FOR EACH ROW EXECUTE FUNCTION fail('${sqlstate}')`,
      );
      const { id } = await app.upload('failing.csv', `n,q\n${rows}`);
      return app.load(id, append('failing', { n: 'n', q: 'q' }, 'skip'));
    };

    it.each(['40P01', '42501', '53100', '55P03', '57014'])(
      'fails by an error that is about no row: %s',
      async (code) => {
        const end = await loaded(code, '1,\n2,\n3,\n');
        expect(end).toMatchObject({ status: 'failed', imported_rows: 0, rejected_rows: 0, error: { row: null } });
        expect(end.error?.message).toMatch(/^refused\./);
      },
    );

    it.each(['22023', '23514', '42804', 'P0001', 'XX000'])(
      'leaves out a row that a trigger refuses: %s',
      async (code) => {
        expect(await loaded(code, '1,\n2,\n3,\n')).toMatchObject({ status: 'succeeded', rejected_rows: 1 });
      },
    );

    it('leaves out a text that its type reports as a syntax error', async () => {
      expect(await loaded('', '1,a\n2,b c\n')).toMatchObject({ status: 'succeeded', rejected_rows: 1 });
    });
  });

  it('takes nothing of a file with a refused row when that is to stop it', async () => {
    const { id } = await app.upload('child.csv', 'n,p\n10,1\n11,7\n');
    const end = await app.load(id, append('child', { n: 'n', p: 'p' }));
    expect(end).toMatchObject({ status: 'failed', imported_rows: 0 });
    expect(await app.query('SELECT count(*) FROM child WHERE n >= 10')).toEqual([['0']]);
  });

  it('is as it was after a cancel', async () => {
    await app.query(
      'CREATE TABLE slow (n int); CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END$$; CREATE TRIGGER t BEFORE INSERT ON slow FOR EACH ROW EXECUTE FUNCTION wait()',
    );
    const rows = Array.from({ length: 50_000 }, (_, index) => index).join('\n');
    const { id } = await app.upload('slow.csv', `n\n${rows}\n`);
    await app.ask('POST', `/api/imports/${id}/start`, append('slow', { n: 'n' }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await app.ask('POST', `/api/imports/${id}/cancel`)).toMatchObject({ status: 'cancelled', error: null });
    expect(await app.query('SELECT count(*) FROM slow')).toEqual([['0']]);
  });
});

describe('a connection', () => {
  it.each([
    ['reader', 422, 'connection-read-only'],
    ['drop', 422, 'connection-read-only'],
    ['none', 404, 'connection-not-found'],
  ])('%s takes no rows', async (connection, status, code) => {
    const { id } = await app.upload('a.csv', 'a\n1\n');
    const answer = await app.send('POST', `/api/imports/${id}/start`, newTable(connection, 'x', { a: 'integer' }));
    expect(answer).toMatchObject({ status, body: { code } });
  });
});

describe('a folder', () => {
  const copyTo = (connection: string, fileName = 'added.csv', replaces = false): FolderCopy => {
    return { connection_id: connection, file_name: fileName, replaces };
  };
  const copied = async (id: string, copy: FolderCopy): Promise<DataImport> => {
    await app.ask('POST', `/api/imports/${id}/copy`, copy);
    return app.settled(id);
  };

  it('gets the file as it is, under a name of its own, and shows it as a table', async () => {
    const { id } = await app.upload('people.csv', PEOPLE);
    const copy = copyTo('drop', 'My "Weird" people.csv');
    expect(await copied(id, copy)).toMatchObject({ status: 'succeeded', copy, request: null, error: null });
    expect(readdirSync(app.drop)).toEqual(['My "Weird" people.csv']);
    expect(readFileSync(join(app.drop, 'My "Weird" people.csv'), 'utf8')).toBe(PEOPLE);
    expect(await app.query('SELECT name FROM "My ""Weird"" people" ORDER BY id LIMIT 1', 'drop')).toEqual([
      ['Ann "A"'],
    ]);
  });

  it('keeps a file that it has, unless it is to be replaced', async () => {
    const first = await app.upload('n.csv', 'n\n1\n');
    await copied(first.id, copyTo('drop'));
    expect(await app.query('SELECT n FROM added', 'drop')).toEqual([['1']]);
    const second = await app.upload('n.csv', 'n\n2\n3\n');
    const refused = await copied(second.id, copyTo('drop'));
    expect(refused).toMatchObject({ status: 'failed', error: { row: null, column: null } });
    expect(refused.error?.message).toBe(
      'The folder has "added.csv" already. Choose another name, or replace the file.',
    );
    expect(await app.query('SELECT n FROM added', 'drop')).toEqual([['1']]);
    expect(await copied(second.id, copyTo('drop', 'added.csv', true))).toMatchObject({ status: 'succeeded' });
    expect(await app.query('SELECT n FROM added', 'drop')).toEqual([['2'], ['3']]);
  });

  it.each([
    ['of a read-only connection', 'kept', 'x.csv', 422, 'connection-read-only'],
    ['that is none', 'pg', 'x.csv', 422, 'import-refused'],
    ['that is a SQLite file', 'lite', 'x.csv', 422, 'import-refused'],
    ['of no connection', 'none', 'x.csv', 404, 'connection-not-found'],
    ['with a name that leads out of it', 'drop', '../x.csv', 422, 'import-refused'],
    ['with a hidden name', 'drop', '.x.csv', 422, 'import-refused'],
    ['with a name of another format', 'drop', 'x.json', 422, 'import-refused'],
  ])('%s gets no file', async (_, connection, fileName, status, code) => {
    const { id } = await app.upload('x.csv', 'a\n1\n');
    const before = readdirSync(app.drop);
    const answer = await app.send('POST', `/api/imports/${id}/copy`, copyTo(connection, fileName));
    expect(answer).toMatchObject({ status, body: { code } });
    expect(readdirSync(app.drop)).toEqual(before);
  });
});

describe.each(['duck', 'lite'])('a table on %s', (connection) => {
  it('is created with the rows of the file', async () => {
    const { id, preview } = await app.upload('people.csv', PEOPLE);
    const types =
      connection === 'duck'
        ? { id: 'BIGINT', name: 'VARCHAR', born: 'DATE', score: 'DOUBLE' }
        : { id: 'INTEGER', name: 'TEXT', born: 'TEXT', score: 'REAL' };
    expect(await app.load(id, newTable(connection, 'people', types))).toMatchObject({
      status: 'succeeded',
      imported_rows: 3,
    });
    expect(await app.query('SELECT * FROM people ORDER BY id', connection)).toEqual(preview?.rows);
  });

  it('is not there when a row is refused', async () => {
    await app.query('CREATE TABLE keys (k INTEGER PRIMARY KEY)', connection);
    const { id } = await app.upload('keys.csv', 'k\n1\n2\n1\n');
    const body = { ...newTable(connection, 'keys', {}), is_new: false, columns: [{ source: 'k', target: 'k' }] };
    expect(await app.load(id, body)).toMatchObject({ status: 'failed', imported_rows: 0 });
    expect(await app.query('SELECT * FROM keys', connection)).toEqual([]);
    const skipping = await app.load(id, { ...body, on_reject: 'skip' });
    expect(skipping).toMatchObject({ status: 'succeeded', imported_rows: 2, rejected_rows: 1 });
    expect(await app.query('SELECT * FROM keys ORDER BY k', connection)).toEqual([['1'], ['2']]);
  });
});

it('fails where another process keeps a SQLite file locked, also if refused rows are skipped', async () => {
  await app.query('CREATE TABLE locked (n INTEGER)', 'lite');
  const { id } = await app.upload('n.csv', 'n\n1\n2\n');
  const holder = new Database(join(app.data, 'lite.sqlite'));
  holder.prepare('BEGIN IMMEDIATE').run();
  const columns = [{ source: 'n', target: 'n' }];
  const body = { ...newTable('lite', 'locked', {}), is_new: false, columns, on_reject: 'skip' as const };
  const end = await app.load(id, body);
  holder.close();
  expect(end).toMatchObject({ status: 'failed', imported_rows: 0, rejected_rows: 0, error: { row: null } });
  expect(end.error?.message).toContain('database is locked');
});

it('keeps dates before Christ in a table of DuckDB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'imports-eras-'));
  const file = join(folder, 'eras.parquet');
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  await connection.run(
    `COPY (SELECT '0044-03-15 (BC)'::DATE AS d, '0001-01-01 (BC) 10:00:00.5'::TIMESTAMP AS t) TO '${file}' (FORMAT parquet)`,
  );
  connection.closeSync();
  database.closeSync();
  const { id } = await app.upload('eras.parquet', readFileSync(file));
  rmSync(folder, { recursive: true });
  const loaded = await app.load(id, newTable('duck', 'eras', { d: 'DATE', t: 'TIMESTAMP' }));
  expect(loaded).toMatchObject({ status: 'succeeded', imported_rows: 1 });
  expect(await app.query('SELECT * FROM eras', 'duck')).toEqual([['0044-03-15 (BC)', '0001-01-01 (BC) 10:00:00.5']]);
});
