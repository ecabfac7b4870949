import { readdirSync, readFileSync, readlinkSync, truncateSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RowsPage, Run } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { psql } from '../testing/psql.js';
import { StudioApp } from '../testing/studio-app.js';

const GOLDEN = join(import.meta.dirname, '../../connections/engines/postgres/golden');
/** These need types, tables or extensions of their own. */
const NEED_SET_UP = ['arrays.sql', 'geometry.sql', 'modifiers.sql', 'odd-names.sql', 'set-up.sql', 'user-types.sql'];
const GOLDEN_TEXTS = readdirSync(GOLDEN)
  .filter((name) => !NEED_SET_UP.includes(name))
  .map((name): [string, string] => [name, readFileSync(join(GOLDEN, name), 'utf8').trim()]);

const BIG = `SELECT i, i::numeric / 7 AS seventh, CASE WHEN i % 3 = 0 THEN NULL WHEN i % 5 = 0 THEN '' ELSE 'says "' || i || E'", and\\nmore é' END AS note
FROM generate_series(1, 300000) AS s(i)`;

let app: StudioApp;
let big: Run;
beforeAll(async () => {
  app = await StudioApp.start();
  big = await app.run(BIG);
});
afterAll(() => app.stop());

const pathOf = (run: Run, format: string, statement = 0) =>
  `/api/studio/runs/${run.id}/statements/${statement}/export?format=${format}`;

function download(path: string): Promise<Response> {
  const { port } = app.workbench.app.getHttpServer().address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`);
}

async function bytesOf(run: Run, format: string): Promise<Buffer> {
  return Buffer.from(await (await download(pathOf(run, format))).arrayBuffer());
}

/** What Postgres itself writes for a query. */
function copied(sql: string): Promise<Buffer> {
  return psql(`COPY (${sql}) TO STDOUT (FORMAT csv, HEADER)`);
}

describe('a CSV export', () => {
  it.each([
    ...GOLDEN_TEXTS,
    [
      'everything that CSV must quote',
      String.raw`SELECT * FROM (VALUES (NULL, ''), ('a,b', 'say "hi"'), (E'\n', E'\r'), (E'\r\n', '"'), (E'\\.', ' padded '), ('NULL', E'\t'), ('é😀', '""'), (E'a\\nb', ';|')) AS t(a, b)`,
    ],
    ['one column with the end mark of COPY', String.raw`SELECT * FROM (VALUES (E'\\.'), ('.'), (''), (NULL)) AS t(a)`],
    [
      'names that must be quoted',
      'SELECT 1 AS "a,b", 2 AS "say ""hi""", 3 AS "two\nlines", 4 AS " x ", 5 AS "x", 6 AS "x"',
    ],
    ['a column without a name', 'SELECT 1'],
    ['no rows', 'SELECT 1 AS a, 2 AS b WHERE false'],
    ['no columns', 'SELECT FROM generate_series(1, 3)'],
  ])('of %s is byte for byte what COPY writes', async (_, sql) => {
    const run = await app.run(sql.replace(/^--.*\n/, ''));
    expect((await bytesOf(run, 'csv')).toString()).toBe((await copied(sql)).toString());
  });

  it('of 300,000 rows is byte for byte what COPY writes', async () => {
    const [ours, theirs] = [await bytesOf(big, 'csv'), await copied(BIG)];
    expect([ours.length, ours.equals(theirs)]).toEqual([theirs.length, true]);
  });

  it('is a file with a safe name', async () => {
    const { headers, body } = await download(pathOf(big, 'csv'));
    await body?.cancel();
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="pg-\d{4}-\d\d-\d\d-\d{6}\.csv"$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('a JSON export', () => {
  it('has every row as an object, in order', async () => {
    const rows = JSON.parse((await bytesOf(big, 'json')).toString()) as Record<string, unknown>[];
    expect([rows.length, rows[0]?.i, rows[299_999]?.i]).toEqual([300_000, 1, 300_000]);
    expect(rows.slice(0, 5).map(({ note }) => note)).toEqual([
      'says "1", and\nmore é',
      'says "2", and\nmore é',
      null,
      'says "4", and\nmore é',
      '',
    ]);
  });

  it('has an object in each line as NDJSON', async () => {
    const lines = (await bytesOf(big, 'ndjson')).toString().split('\n');
    expect([lines.length, lines.at(-1), lines[0]]).toEqual([
      300_001,
      '',
      '{"i":1,"seventh":0.14285714285714285714,"note":"says \\"1\\", and\\nmore é"}',
    ]);
  });

  it.each(['pg', 'duck'])('keeps the digits, the kinds and the names of %s', async (connection) => {
    const sql = `SELECT 9007199254740993 AS a, 0.10 AS a, true AS b, NULL AS c, CAST('NaN' AS double precision) AS d, '' AS e`;
    expect((await bytesOf(await app.run(sql, connection), 'ndjson')).toString().toLowerCase()).toBe(
      '{"a":9007199254740993,"a_2":0.10,"b":true,"c":null,"d":"nan","e":""}\n',
    );
  });

  it('embeds JSON values with their own digits and keys', async () => {
    const run = await app.run(`SELECT '{"n": 1e400, "n": 0.10,\n "t": "x"}'::json AS j, '[1, null]'::jsonb AS b`);
    expect((await bytesOf(run, 'ndjson')).toString()).toBe('{"j":{"n": 1e400, "n": 0.10,  "t": "x"},"b":[1, null]}\n');
  });
});

describe('an export in an order', () => {
  const SQL = "SELECT i, (i * 7919) % 25013 AS k, repeat('x', 50) AS pad FROM generate_series(1, 25000) AS s(i)";
  const SMALL = 'SELECT i, (i * 7) % 100 AS k FROM generate_series(1, 99) AS s(i)';

  it.each([
    ['a paged result', SQL],
    ['a whole result', SMALL],
  ])('has the rows of %s as its pages have them, in every format', async (_, sql) => {
    const run = await app.run(sql);
    const sort = '1:desc';
    const pages: string[] = [];
    for (let offset = 0; ; offset += 10_000) {
      const path = `/api/studio/runs/${run.id}/statements/0/rows?offset=${offset}&limit=10000&sort=${sort}`;
      const { rows } = (await app.send<RowsPage>('GET', path)).body;
      if (rows.length === 0) break;
      pages.push(...rows.map((row) => row[0] ?? ''));
    }
    const csv = (await app.download(`${pathOf(run, 'csv')}&sort=${sort}`)).body
      .toString()
      .trimEnd()
      .split('\n')
      .slice(1);
    expect(csv.map((line) => line.split(',')[0])).toEqual(pages);
    const lines = (await app.download(`${pathOf(run, 'ndjson')}&sort=${sort}`)).body.toString().trimEnd().split('\n');
    expect(lines.map((line) => String((JSON.parse(line) as { i: number }).i))).toEqual(pages);
    const keys = csv.map((line) => Number(line.split(',')[1]));
    expect(keys).toEqual([...keys].sort((a, b) => b - a));
  });

  it('takes a column of the result only, and a query has an order of its own', async () => {
    const run = await app.run(SMALL);
    const { status, body } = await app.send<ProblemDocument>('GET', `${pathOf(run, 'csv')}&sort=9:asc`);
    expect([status, body.code]).toEqual([400, 'validation-failed']);
    const wish = { connection_id: 'pg', sql: SMALL, format: 'csv', sort: '0:asc' };
    expect((await app.send<ProblemDocument>('POST', '/api/studio/exports', wish)).status).toBe(400);
  });
});

describe('an export that cannot be', () => {
  const refusal = async (path: string) => {
    const { status, body } = await app.send<ProblemDocument>('GET', path);
    return [status, body.code];
  };

  it('is refused while rows still arrive', async () => {
    const run = await app.start('SELECT i, pg_sleep(0.01) FROM generate_series(1, 100000) AS s(i)');
    expect(await refusal(pathOf(run, 'csv'))).toEqual([409, 'run-not-finished']);
    expect(await refusal(`/api/studio/runs/${run.id}/statements/0/rows?sort=0:asc`)).toEqual([409, 'run-not-finished']);
    await app.send('DELETE', `/api/studio/runs/${run.id}`);
  });

  it.each([
    ['in an unknown format', '/statements/0/export?format=ods', 400, 'validation-failed'],
    ['without a format', '/statements/0/export', 400, 'validation-failed'],
    ['of no statement of the run', '/statements/7/export?format=csv', 404, 'not-found'],
  ])('is refused %s', async (_, path, status, code) => {
    expect(await refusal(`/api/studio/runs/${big.id}${path}`)).toEqual([status, code]);
  });

  it('is refused where a statement returns no rows, and where a run is gone', async () => {
    const run = await app.run('SET search_path = public');
    expect(await refusal(pathOf(run, 'csv'))).toEqual([422, 'nothing-to-export']);
    await app.send('DELETE', `/api/studio/runs/${run.id}`);
    expect(await refusal(pathOf(run, 'csv'))).toEqual([404, 'run-not-found']);
  });
});

describe('an export that ends early', () => {
  it('is a broken download and not a shorter file', async () => {
    const run = await app.run(BIG);
    truncateSync(join(app.workbench.home, 'results', `${run.id}-0.ndjson`), 5_000_000);
    const response = await download(pathOf(run, 'ndjson'));
    await expect(response.text()).rejects.toThrow();
    expect((await app.send('GET', '/api/studio/runs')).status).toBe(200);
  });

  it('marks the rows of a statement that was cancelled', async () => {
    const { id } = await app.start('SELECT i, pg_sleep(0.0001) FROM generate_series(1, 10000000) AS s(i)');
    await app.until(
      () => app.get(id),
      (run) => (run.statements[0]?.received_rows ?? 0) > 0,
    );
    await app.send('POST', `/api/studio/runs/${id}/cancel`);
    const run = await app.whenOver(id);
    const { headers, body } = await download(pathOf(run, 'csv'));
    await body?.cancel();
    expect(headers.get('content-disposition')).toMatch(/-partial\.csv"$/);
  });

  it('leaves no open file when the receiver goes away', async () => {
    const { port } = app.workbench.app.getHttpServer().address() as AddressInfo;
    await new Promise<void>((resolve) => {
      const outgoing = request({ host: '127.0.0.1', port, path: pathOf(big, 'csv') }, (response) => {
        response.once('data', () => {
          outgoing.destroy();
          resolve();
        });
        response.on('error', () => undefined);
      });
      outgoing.on('error', () => undefined);
      outgoing.end();
    });
    await app.until(
      () => Promise.resolve(openFiles().filter((name) => name.includes(big.id))),
      (names) => names.length === 0,
    );
  });

  it('goes on to its end when its run is deleted meanwhile', async () => {
    const run = await app.run(BIG);
    const response = await download(pathOf(run, 'ndjson'));
    await app.send('DELETE', `/api/studio/runs/${run.id}`);
    expect((await response.text()).split('\n')).toHaveLength(300_001);
  });
});

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
}
