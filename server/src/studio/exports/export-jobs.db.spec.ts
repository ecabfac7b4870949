import { existsSync, readdirSync, truncateSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXPORT_FORMATS } from '#libs/api';
import type { ExportFormat, HistoryList, Run, StudioExport } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { psql } from '../testing/psql.js';
import { readParquet } from '../testing/read-parquet.js';
import { StudioApp } from '../testing/studio-app.js';

/** Long enough that no buffer on the way holds it, and no compression makes it short. */
const BIG = `SELECT i, md5(i::text) AS a, md5((i + 1)::text) AS b, md5((i + 2)::text) AS c FROM generate_series(1, 300000) AS s(i)`;

let app: StudioApp;
let address: string;
let big: Run;
beforeAll(async () => {
  app = await StudioApp.start();
  address = await app.workbench.app.getUrl();
  big = await app.run(BIG);
});
afterAll(() => app.stop());

async function create(wish: Record<string, unknown>): Promise<StudioExport> {
  const { status, body } = await app.send<StudioExport>('POST', '/api/studio/exports', wish);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}
const ofQuery = (sql: string, format: ExportFormat = 'csv', connection = 'pg') =>
  create({ connection_id: connection, sql, format });
const download = (one: StudioExport) => fetch(`${address}${one.href}`);
const look = async (one: StudioExport) => (await app.send<StudioExport>('GET', `/api/studio/exports/${one.id}`)).body;
const cancel = (one: StudioExport) => app.send('DELETE', `/api/studio/exports/${one.id}`);
const whenOver = (one: StudioExport) =>
  app.until(
    () => look(one),
    ({ status }) => status !== 'waiting' && status !== 'running',
  );
const leftFiles = (folder = join(app.workbench.home, 'tmp')) => (existsSync(folder) ? readdirSync(folder) : []);

/** Begins a download, reads its first piece and no more. */
function begin(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${address}${path}`, (response) => {
      response.once('readable', () => {
        response.read();
        resolve(response);
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Reads on to the end: true where the file came whole. */
async function comesWhole(response: IncomingMessage): Promise<boolean> {
  try {
    await response.toArray();
    return response.complete;
  } catch {
    return false;
  }
}

async function queriesAtWork(mark: string): Promise<number> {
  const sql = `SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%${mark}%' AND pid <> pg_backend_pid()`;
  return Number((await app.run(sql)).statements[0]?.rows[0]?.[0]);
}

describe('an export of a kept result', () => {
  it('are not made for HEAD, which leaves a query unsent and the file to be fetched', async () => {
    const one = await ofQuery('SELECT 1 AS headed');
    const list = async () =>
      (await app.send<{ items: StudioExport[] }>('GET', '/api/studio/exports')).body.items.length;
    const before = await list();
    const paths = [one.href, `/api/studio/runs/${big.id}/statements/0/export?format=csv`];
    for (const path of paths) {
      const { status, headers } = await fetch(`${address}${path}`, { method: 'HEAD' });
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
    expect([(await look(one)).status, await list()]).toEqual(['waiting', before]);
    const { body } = await app.send<HistoryList>('GET', '/api/studio/history?search=headed');
    expect(body.items).toEqual([]);
    expect(await (await download(one)).text()).toBe('headed\n1\n');
  });

  it('reports its progress, and is fetched once', async () => {
    const one = await create({ run_id: big.id, format: 'csv' });
    const expected = { format: 'csv', run_id: big.id, statement: 0, error: null };
    expect(one).toMatchObject({ ...expected, status: 'waiting', rows: 0, bytes: 0 });
    const file = await (await download(one)).arrayBuffer();
    const over = { ...expected, status: 'succeeded', rows: 300_000, row_count: 300_000, bytes: file.byteLength };
    expect(await whenOver(one)).toMatchObject(over);
    const again = await app.send<ProblemDocument>('GET', one.href);
    expect([again.status, again.body.code]).toEqual([409, 'export-over']);
    const { items } = (await app.send<{ items: StudioExport[] }>('GET', '/api/studio/exports')).body;
    expect(items[0]?.id).toBe(one.id);
  });

  it.each(
    EXPORT_FORMATS.flatMap((format) => [
      { format, sql: 'SELECT generate_series(1, 3) AS i', view: {} },
      { format, sql: 'SELECT generate_series(1, 3) AS i', view: { sort: '0:desc' } },
      { format, sql: 'SELECT generate_series(1, 3) AS i', view: { filter: '[{"column":0,"op":"is_not_null"}]' } },
      { format, sql: 'SELECT generate_series(1, 10001) AS i', view: {} },
    ]),
  )('is refused where its result was deleted: $format of $sql, $view', async ({ format, sql, view }) => {
    const run = await app.run(sql);
    const one = await create({ run_id: run.id, format, ...view });
    await app.send('DELETE', `/api/studio/runs/${run.id}`);
    const { status, body } = await app.send<ProblemDocument>('GET', one.href);
    expect([status, body.code, (await look(one)).status]).toEqual([404, 'run-not-found', 'failed']);
  });

  it('is also one when a program follows the link of the statement', async () => {
    await (await fetch(`${address}/api/studio/runs/${big.id}/statements/0/export?format=ndjson`)).text();
    const { items } = (await app.send<{ items: StudioExport[] }>('GET', '/api/studio/exports')).body;
    expect(items[0]).toMatchObject({ format: 'ndjson', run_id: big.id, rows: 300_000 });
  });

  it('has a file of a spooled result in Parquet, and leaves nothing behind', async () => {
    const response = await fetch(`${address}/api/studio/runs/${big.id}/statements/0/export?format=parquet`);
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(response.headers.get('content-disposition')).toMatch(/\.parquet"$/);
    const file = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(file.length));
    const { types, rowCount, rows } = await readParquet(file, 'i = 300000');
    expect([types, rowCount, rows[0]?.[0]]).toEqual([['BIGINT', 'VARCHAR', 'VARCHAR', 'VARCHAR'], 300_000, '300000']);
    await app.until(
      () => Promise.resolve(leftFiles()),
      (names) => names.length === 0,
    );
  });

  it.each([
    ['no rows', 'SELECT 1 AS a, 1.5 AS b WHERE false', ['a', 'b'], 0],
    [
      'names that differ in case alone',
      'SELECT 1 AS a, 2 AS "A", 3 AS "A", 4 AS "_", 5 AS "say ""hi"""',
      ['a', 'A_2', 'A_3', '_', 'say "hi"'],
      1,
    ],
    ['a row of 20 MB', "SELECT repeat('x', 20000000) AS a", ['a'], 1],
  ])('can be %s in Parquet', async (_, sql, names, count) => {
    const run = await app.run(sql);
    const response = await fetch(`${address}/api/studio/runs/${run.id}/statements/0/export?format=parquet`);
    const file = await readParquet(Buffer.from(await response.arrayBuffer()));
    expect([file.names, file.rows.length]).toEqual([names, count]);
  });

  it('needs a column in Parquet', async () => {
    const run = await app.run('SELECT FROM generate_series(1, 3)');
    const { status, body } = await app.send<ProblemDocument>(
      'GET',
      `/api/studio/runs/${run.id}/statements/0/export?format=parquet`,
    );
    expect([status, body.code]).toEqual([422, 'nothing-to-export']);
  });

  it('is guarded against formulas in CSV for spreadsheets, and nowhere else', async () => {
    const run = await app.run("SELECT '=1+1' AS a, -5 AS b, '-5' AS c, NULL AS d, '' AS e");
    const file = async (query: string) => {
      const path = `${address}/api/studio/runs/${run.id}/statements/0/export?format=${query}`;
      return Buffer.from(await (await fetch(path)).arrayBuffer()).toString();
    };
    expect(await file('csv-excel')).toBe('\u{feff}a,b,c,d,e\r\n"\'=1+1",-5,-5,,""\r\n');
    expect(await file('csv-excel&delimiter=tab&guard_formulas=false')).toBe(
      '\u{feff}a\tb\tc\td\te\r\n=1+1\t-5\t-5\t\t""\r\n',
    );
    expect(await file('csv')).toBe('a,b,c,d,e\n=1+1,-5,-5,,""\n');
  });
});

describe('an export that is cut off', () => {
  it.each(EXPORT_FORMATS)('is no shorter file: %s', async (format) => {
    const one = await create({ run_id: big.id, format });
    const response = await begin(one.href);
    await cancel(one);
    expect(await comesWhole(response)).toBe(false);
    expect(await whenOver(one)).toMatchObject({ status: 'cancelled' });
    await app.until(
      () => Promise.resolve(leftFiles()),
      (names) => names.length === 0,
    );
  });

  it.each(EXPORT_FORMATS)('because the kept rows are no longer whole is no shorter file: %s', async (format) => {
    const run = await app.run(BIG.replace('300000', '30000'));
    truncateSync(join(app.workbench.home, 'results', `${run.id}-0.ndjson`), 1_000_000);
    const one = await create({ run_id: run.id, format });
    const isWhole = await download(one)
      .then(
        async (response) => response.ok && (await response.arrayBuffer()).byteLength > 0,
        () => false,
      )
      .catch(() => false);
    expect(isWhole).toBe(false);
    expect(await whenOver(one)).toMatchObject({ status: 'failed' });
    expect(leftFiles()).toEqual([]);
  });

  it('before anybody fetched it is over', async () => {
    const one = await create({ run_id: big.id, format: 'parquet' });
    await cancel(one);
    expect(await look(one)).toMatchObject({ status: 'cancelled' });
    expect((await app.send('GET', one.href)).status).toBe(409);
  });

  it('while its Parquet file is being made leaves neither file nor process', async () => {
    const one = await create({ run_id: big.id, format: 'parquet' });
    const gone = download(one).then(
      () => false,
      () => true,
    );
    await app.until(
      () => Promise.resolve(leftFiles()),
      (names) => names.length > 0,
    );
    await cancel(one);
    expect(await gone).toBe(true);
    await app.until(
      () => Promise.resolve(leftFiles()),
      (names) => names.length === 0,
    );
  });
});

describe('an export of a query', () => {
  it.each(EXPORT_FORMATS)('has the same bytes as that of the kept result: %s', async (format) => {
    for (const [connection, sql] of [
      ['pg', BIG.replace('300000', '20000')],
      ['duck', 'SELECT range AS i, md5(range::VARCHAR) AS a FROM range(20000)'],
    ] as const) {
      const run = await app.run(sql, connection);
      const kept = await (await download(await create({ run_id: run.id, format }))).arrayBuffer();
      const one = await ofQuery(sql, format, connection);
      const direct = await (await download(one)).arrayBuffer();
      expect(Buffer.from(direct).equals(Buffer.from(kept))).toBe(true);
      expect(await whenOver(one)).toMatchObject({ status: 'succeeded', rows: 20_000, run_id: null });
      expect(leftFiles()).toEqual([]);
    }
  });

  it('is byte for byte what COPY writes, and its rows are kept nowhere', async () => {
    const before = readdirSync(join(app.workbench.home, 'results'));
    const ours = Buffer.from(await (await download(await ofQuery(BIG))).arrayBuffer());
    const theirs = await psql(`COPY (${BIG}) TO STDOUT (FORMAT csv, HEADER)`);
    expect([ours.length, ours.equals(theirs)]).toEqual([theirs.length, true]);
    expect(readdirSync(join(app.workbench.home, 'results'))).toEqual(before);
  });

  it.each([
    ['pg', /read-only/],
    ['duck', /read-only|read only/i],
  ])('changes nothing on %s: its session is read-only', async (connection, words) => {
    await app.run('CREATE TABLE kept_as_it_is AS SELECT 1 AS a', connection);
    const one = await ofQuery('INSERT INTO kept_as_it_is VALUES (2) RETURNING a', 'csv', connection);
    const { status, body } = await app.send<ProblemDocument>('GET', one.href);
    expect([status, body.code]).toEqual([502, 'database-error']);
    expect(body.detail).toMatch(words);
    const after = await app.run('SELECT count(*) FROM kept_as_it_is; DROP TABLE kept_as_it_is', connection);
    expect(after.statements[0]?.rows).toEqual([['1']]);
  });

  it('takes the values of its parameters', async () => {
    const wish = { connection_id: 'pg', sql: 'SELECT :a + 1 AS n, :b AS b', format: 'csv' };
    const parameters = { a: { value: '41', type: 'integer' }, b: "it's" };
    expect(await (await download(await create({ ...wish, parameters }))).text()).toBe("n,b\n42,it's\n");
    const { status, body } = await app.send<ProblemDocument>('POST', '/api/studio/exports', wish);
    expect([status, body.code]).toEqual([422, 'parameters-missing']);
  });

  it('stands in the history', async () => {
    const sql = 'SELECT 7 AS seven, 8 AS eight';
    await (await download(await ofQuery(sql))).text();
    const { body } = await app.send<HistoryList>('GET', '/api/studio/history?search=eight');
    expect(body.items[0]).toMatchObject({ sql, status: 'succeeded', row_count: 1, connection_name: 'Postgres' });
  });

  it.each([
    ['fails at once', 'SELECT 1 / 0', 502, 'database-error', 'division by zero'],
    ['returns no rows', 'SET search_path = public', 422, 'nothing-to-export', 'The statement was run'],
  ])('is refused where it %s', async (_, sql, status, code, text) => {
    const one = await ofQuery(sql);
    const answer = await app.send<ProblemDocument>('GET', one.href);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toContain(text);
    expect((await look(one)).error).toContain(text);
  });

  it('is a broken download where it fails on the way', async () => {
    const one = await ofQuery('SELECT 1 / (100000 - i) FROM generate_series(1, 200000) AS s(i)');
    const response = await download(one);
    await expect(response.text()).rejects.toThrow();
    expect(await whenOver(one)).toMatchObject({ status: 'failed', error: 'division by zero' });
  });

  it.each([
    ['several statements', { connection_id: 'pg', sql: 'SELECT 1; SELECT 2' }, 400, 'validation-failed'],
    ['no statement', { connection_id: 'pg', sql: '-- nothing' }, 422, 'nothing-to-run'],
    ['no text', { connection_id: 'pg' }, 400, 'validation-failed'],
    ['an unknown connection', { connection_id: 'nowhere', sql: 'SELECT 1' }, 404, 'connection-not-found'],
    ['an unknown run', { run_id: 'x' }, 404, 'run-not-found'],
    ['nothing at all', {}, 400, 'validation-failed'],
    ['an unknown delimiter', { connection_id: 'pg', sql: 'SELECT 1', delimiter: '|' }, 400, 'validation-failed'],
  ])('cannot be of %s', async (_, wish, status, code) => {
    const answer = await app.send<ProblemDocument>('POST', '/api/studio/exports', { ...wish, format: 'csv' });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('says where the database is not there', async () => {
    const answer = await app.send<ProblemDocument>('GET', (await ofQuery('SELECT 1', 'csv', 'gone')).href);
    expect([answer.status, answer.body.code]).toEqual([502, 'connection-unreachable']);
  });

  it.each(['cancelled', 'left alone by its reader'])('stops in the database when it is %s', async (how) => {
    const mark = `mark ${how.length}`;
    const one = await ofQuery(
      `SELECT i, repeat('x', 1000), pg_sleep(0) /* ${mark} */ FROM generate_series(1, 2000000) AS s(i)`,
    );
    const response = await begin(one.href);
    response.on('error', () => undefined);
    expect(await queriesAtWork(mark)).toBe(1);
    if (how === 'cancelled') await cancel(one);
    else response.destroy();
    await app.until(
      () => queriesAtWork(mark),
      (count) => count === 0,
    );
    expect(await whenOver(one)).toMatchObject({ status: 'cancelled' });
  });
});
