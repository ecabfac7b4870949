import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { RowsPage, Run } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { NO_LEAKS, leaksOf } from './testing/leaks.js';
import { smallDisk } from '../platform/testing/small-disk.js';
import { StudioApp } from './testing/studio-app.js';

const MEGABYTE = 1_000_000;
/** In the list of columns, where Postgres makes the rows one by one; in FROM it would make them all first. */
const ENDLESS = 'SELECT i, md5(i::text) AS digest FROM (SELECT generate_series(1, 1000000000) AS i) AS s';

let app: StudioApp;
beforeAll(async () => {
  const env = { WORKBENCH_RESULT_MAX_BYTES: String(20 * MEGABYTE), WORKBENCH_RESULTS_MAX_BYTES: String(50 * MEGABYTE) };
  app = await StudioApp.start(
    (login) =>
      `  - { id: bytes, name: Bytes, ${login.replace(/database: [^,]+/, `database: sql_ascii_${process.pid}`)} }\n`,
    env,
  );
});
afterAll(() => app.stop());
afterEach(async () => {
  expect((await app.run('SELECT 1')).statements[0]?.rows).toEqual([['1']]);
  expect(await leaksOf(app)).toEqual(NO_LEAKS);
});

const results = () => join(app.workbench.home, 'results');
const spools = () => readdirSync(results()).filter((name) => name.endsWith('.ndjson'));

async function rows(run: Run, query: string, index = 0) {
  return app.send<RowsPage & ProblemDocument>('GET', `/api/studio/runs/${run.id}/statements/${index}/rows?${query}`);
}

/** What is kept can be read to its last row, sorted and exported. */
async function expectReadable(run: Run): Promise<void> {
  const kept = run.statements[0]?.received_rows ?? 0;
  expect(kept).toBeGreaterThan(10_000);
  const last = await rows(run, `offset=${kept - 1}&limit=10`);
  expect(last.body.rows.map(([i]) => i)).toEqual([String(kept)]);
  const sorted = await rows(run, 'sort=0:desc&limit=2');
  expect(sorted.body.rows.map(([i]) => i)).toEqual([String(kept), String(kept - 1)]);
  const { address, lines } = await download(run);
  expect([address, lines]).toEqual([200, kept + 1]);
}

async function download(run: Run): Promise<{ address: number; lines: number }> {
  const { status, body } = await app.download(`/api/studio/runs/${run.id}/statements/0/export?format=csv`);
  return { address: status, lines: body.toString().split('\n').length - 1 };
}

describe('a result that cannot be kept whole', () => {
  it('ends as failed at its limit, and its rows before that are kept', async () => {
    const run = await app.run(ENDLESS);
    const [statement] = run.statements;
    expect([run.status, statement?.status]).toEqual(['failed', 'failed']);
    expect(statement?.error?.message).toBe(
      `The result has reached 20 MB, the most that is kept of one result. Its first ${statement?.received_rows.toLocaleString('en')} rows can be read.`,
    );
    expect(statement?.row_count).toBe(statement?.received_rows);
    expect(statement?.spooled_bytes).toBeLessThanOrEqual(20 * MEGABYTE);
    await expectReadable(run);
  });

  it('makes the oldest results go where all together have reached theirs', async () => {
    const made: Run[] = [];
    for (let index = 0; index < 4; index += 1)
      made.push(await app.run(`SELECT i, repeat('x', 100) FROM generate_series(1, 150000) AS s(i)`));
    expect(made.map(({ status }) => status)).toEqual(Array(4).fill('succeeded'));
    const found = await Promise.all(made.map((run) => rows(run, 'offset=149999')));
    expect(found.map(({ status, body }) => (status === 200 ? body.rows[0]?.[0] : body.code))).toEqual([
      'run-not-found',
      'run-not-found',
      '150000',
      '150000',
    ]);
    expect(spools()).toHaveLength(2);
  });

  it('ends as failed when the disk is full, and what reached the disk is kept', async () => {
    const restore = smallDisk(results(), 4 * MEGABYTE);
    try {
      const run = await app.run(ENDLESS);
      expect(run.statements[0]?.error?.message).toMatch(
        /^The disk of the workbench is full.* Its first [\d,]+ rows can be read\.$/,
      );
      await expectReadable(run);
      expect((await app.send('DELETE', `/api/studio/runs/${run.id}`)).status).toBe(204);
      expect(spools().filter((name) => name.startsWith(run.id))).toEqual([]);
    } finally {
      restore();
    }
  });
});

describe('a result that is not wanted any more', () => {
  it('is cancelled while a billion rows arrive, and keeps those that have', async () => {
    const { id } = await app.start(ENDLESS);
    await app.send('POST', `/api/studio/runs/${id}/cancel`);
    const run = await app.whenOver(id);
    expect(run.status).toBe('cancelled');
    await expectReadable(run);
  });

  it('is cancelled although its query never returns', async () => {
    const { id } = await app.start(
      'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT 1 FROM t) SELECT count(*) FROM t',
    );
    await app.send('POST', `/api/studio/runs/${id}/cancel`);
    expect((await app.whenOver(id)).status).toBe('cancelled');
  });

  it('is deleted while a billion rows arrive, and leaves no file', async () => {
    const { id } = await app.start(ENDLESS);
    expect((await app.send('DELETE', `/api/studio/runs/${id}`)).status).toBe(204);
    expect(spools().filter((name) => name.startsWith(id))).toEqual([]);
  });

  it('is let go by a browser that leaves in the middle of a download', async () => {
    const run = await app.run("SELECT i, repeat('x', 100) FROM generate_series(1, 100000) AS s(i)");
    const { port } = app.workbench.app.getHttpServer().address() as AddressInfo;
    for (let index = 0; index < 5; index += 1) {
      await new Promise<void>((resolve) => {
        const path = `/api/studio/runs/${run.id}/statements/0/export?format=json`;
        const outgoing = request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
          response
            .on('error', () => undefined)
            .once('data', () => response.destroy())
            .once('close', resolve);
        });
        outgoing.on('error', () => undefined).end();
      });
    }
    expect((await leaksOf(app)).openFiles).toEqual([]);
    expect((await download(run)).lines).toBe(100_001);
  });
});

describe('what is hard to hold', () => {
  it.each([
    ['a row of 1 GB', "SELECT repeat('x', 1000000000)", /One row of the result has \d+ MB/],
    [
      'a row that is larger as JSON than a text can be',
      'SELECT repeat(chr(1), 150000000)',
      /A row is longer than half a gigabyte/,
    ],
  ])('%s is reported, and the server goes on', async (_, sql, message) => {
    const run = await app.run(sql);
    expect(run.status).toBe('failed');
    expect(run.error?.message ?? run.statements[0]?.error?.message).toMatch(message);
  });

  it('rows that are all long are paged, and each can be read', async () => {
    const run = await app.run(
      "SELECT i, repeat('x', 3000000) FROM generate_series(1, 6) AS s(i), generate_series(1, 2)",
    );
    expect(run.statements[0]?.error?.message).toMatch(/has reached 20 MB.* Its first 6 rows/);
    for (const offset of [0, 3, 5])
      expect((await rows(run, `offset=${offset}&limit=1`)).body.rows[0]?.[1]).toHaveLength(3_000_000);
  });

  it('a statement that changes the search path before its own result is read with its own columns', async () => {
    const sql = `CREATE TEMP TABLE big AS SELECT i AS mine FROM generate_series(1, 12000) AS s(i);
      SELECT set_config('search_path', 'pg_temp', false), b.mine FROM pg_temp.big AS b; SELECT * FROM big`;
    const run = await app.run(sql);
    expect(run.status).toBe('succeeded');
    expect((await rows(run, 'sort=mine:desc&limit=1', 1)).body.rows).toEqual([['pg_temp', '12000']]);
    expect((await rows(run, 'offset=11999', 2)).body.rows).toEqual([['12000']]);
  });

  it('a parameter of the wrong type is reported, and its session is free again', async () => {
    const body = { connection_id: 'pg', sql: 'BEGIN; SELECT i, :n::int FROM generate_series(1, 20000) AS s(i)' };
    for (const parameters of [{ n: 'many' }, { n: { value: 'many', type: 'integer' } }]) {
      const { id } = (await app.send<Run>('POST', '/api/studio/runs', { ...body, parameters })).body;
      expect((await app.whenOver(id)).statements[1]?.error).toMatchObject({
        sqlstate: '22P02',
        message: expect.stringContaining('invalid input syntax for type integer'),
      });
    }
  });

  it.each(['', '&sort=0:desc'])('a page beyond the end is empty%s', async (sort) => {
    const run = await app.run('SELECT i FROM generate_series(1, 20000) AS s(i)');
    for (const offset of [20_000, 20_001, 999_999_999]) {
      expect((await rows(run, `offset=${offset}${sort}`)).body).toMatchObject({ rows: [], row_count: 20_000 });
    }
    expect((await rows(run, 'sort=nope:asc')).body.code).toBe('validation-failed');
  });
});

describe('a database that does not know what its bytes mean', () => {
  it('is answered with what is wrong with them, and goes on', async () => {
    const admin = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
    await admin.connect();
    const name = `sql_ascii_${process.pid}`;
    try {
      await admin.query(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`);
      const text = (bytes: string) => `SELECT E'${bytes}' AS t, i FROM generate_series(1, 12000) AS s(i)`;
      const bad = await app.run(text(String.raw`bad \377`), 'bytes');
      expect(bad.statements[0]?.error).toMatchObject({ sqlstate: '22021', message: expect.stringContaining('0xff') });
      const good = await app.run(text(String.raw`ok \303\251`), 'bytes');
      expect((await rows(good, 'sort=i:desc&limit=1')).body.rows).toEqual([['ok é', '12000']]);
    } finally {
      await app.send('POST', '/api/connections/bytes/reconnect');
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    }
  });
});
