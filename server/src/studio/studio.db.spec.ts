import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { HistoryList, RowsPage, Run, RunList } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { runEvents } from './runs/run-events.js';
import { RunsService } from './runs/runs.service.js';
import { StudioApp } from './testing/studio-app.js';

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start();
});
afterAll(() => app.stop());

const refusal = async (body: unknown) => (await app.send<ProblemDocument>('POST', '/api/studio/runs', body)).body;
const spooledFiles = () => readdirSync(join(app.workbench.home, 'results'));

describe('a run', () => {
  it.each(['pg', 'duck', 'folder'])('gives each statement of a text its own result on %s', async (connection) => {
    const run = await app.run("SELECT 1 AS a, NULL AS b; SELECT 'x' AS c, '' AS d;\n-- done", connection);
    expect(run).toMatchObject({ status: 'succeeded', error: null, connection_id: connection });
    expect(
      run.statements.map(({ index, start, rows, row_count, delivery }) => ({
        index,
        start,
        rows,
        row_count,
        delivery,
      })),
    ).toEqual([
      { index: 0, start: 0, rows: [['1', null]], row_count: 1, delivery: 'whole' },
      { index: 1, start: 26, rows: [['x', '']], row_count: 1, delivery: 'whole' },
    ]);
  });

  it('stops at the first error and says what was not run', async () => {
    const run = await app.run('SELECT 1; SELECT 2 FORM x; SELECT 3');
    expect(run.status).toBe('failed');
    expect(run.statements.map(({ status }) => status)).toEqual(['succeeded', 'failed', 'not_run']);
    expect(run.statements[1]?.error).toMatchObject({
      sqlstate: '42601',
      position: 'SELECT 1; SELECT 2 FORM '.length + 1,
    });
  });

  it('returns positions in the units of the editor', async () => {
    const sql = "SELECT '😀😀'; SELECT '😀', nope";
    const run = await app.run(sql);
    expect(sql.slice((run.statements[1]?.error?.position ?? 0) - 1)).toBe('nope');
  });

  it.each([
    ['two columns of one name', 'SELECT 1 AS a, 2 AS a', [['1', '2']], 2],
    ['no columns', 'SELECT FROM generate_series(1, 2)', [[], []], 0],
    ['no rows', 'SELECT 1 WHERE false', [], 1],
  ])('shows a result with %s', async (_, sql, rows, columns) => {
    const [statement] = (await app.run(sql)).statements;
    expect([statement?.rows, statement?.columns?.length, statement?.row_count]).toEqual([rows, columns, rows.length]);
  });

  it.each(['pg', 'duck'])('can be had so that the database refuses every write on %s', async (connection) => {
    await app.run('CREATE TABLE kept (a int); INSERT INTO kept VALUES (1)', connection);
    const body = { connection_id: connection, sql: 'SELECT * FROM kept; DELETE FROM kept', read_only: true };
    const { id } = (await app.send<Run>('POST', '/api/studio/runs', { ...body, session_id: 'a-tab' })).body;
    const run = await app.whenOver(id);
    expect(run.statements.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    expect([run.statements[1]?.error?.message, run.session]).toEqual([expect.stringMatching(/read-only/i), null]);
    expect((await app.run('SELECT * FROM kept; DROP TABLE kept', connection)).statements[0]?.rows).toEqual([['1']]);
  });

  it('returns how many rows a statement changed, and has no result for it', async () => {
    const run = await app.run(
      'CREATE TEMP TABLE t (i int); INSERT INTO t VALUES (1), (2); UPDATE t SET i = 3 RETURNING i',
    );
    expect(
      run.statements.map(({ command, columns, row_count, affected_rows }) => [
        command,
        columns?.length ?? null,
        row_count,
        affected_rows,
      ]),
    ).toEqual([
      ['CREATE TABLE', null, null, null],
      ['INSERT', null, null, 2],
      ['UPDATE', 1, 2, 2],
    ]);
  });

  it('begins with a clean session', async () => {
    await app.run(
      "SET search_path TO nowhere; CREATE TEMP TABLE leak (i int); BEGIN; SELECT set_config('application_name', 'x', false)",
    );
    const run = await app.run(
      "SELECT current_setting('search_path'), to_regclass('leak'), current_setting('application_name')",
    );
    expect(run.statements[0]?.rows).toEqual([
      ['"$user", public', null, expect.stringMatching(/^data-workbench\/[0-9a-f]{12}\.[0-9a-f]{8}$/)],
    ]);
  });

  it('shows notices with the statement that raised them', async () => {
    const run = await app.run("SELECT 1; DO $$ BEGIN RAISE NOTICE 'here'; END $$");
    expect(run.statements.map(({ notices }) => notices.map(({ message }) => message))).toEqual([[], ['here']]);
  });

  it('keeps no more than a thousand notices and says how many there were', async () => {
    const run = await app.run("DO $$ BEGIN FOR i IN 1..1500 LOOP RAISE NOTICE '%', i; END LOOP; END $$");
    expect(run.statements[0]?.notices.at(-1)?.message).toBe('500 more notices are not shown');
  });

  it('shows 1,600 columns', async () => {
    const run = await app.run(
      `SELECT ${Array.from({ length: 1600 }, (_, index) => `${index} AS c${index}`).join(', ')}`,
    );
    expect(run.statements[0]?.rows[0]?.[1599]).toBe('1599');
  });

  it('shows a cell of 100 MB', async () => {
    const run = await app.run("SELECT repeat('x', 100 * 1024 * 1024)");
    expect(run.statements[0]?.rows[0]?.[0]?.length).toBe(100 * 1024 * 1024);
  });

  it('runs ten megabytes of SQL', async () => {
    const run = await app.run(`SELECT length('${'x'.repeat(10 * 1024 * 1024)}')`);
    expect(run.statements[0]?.rows).toEqual([['10485760']]);
  });

  it('says what is wrong with a NUL byte', async () => {
    const run = await app.run("SELECT 'a\0b'");
    expect(run.statements[0]?.error?.message).toMatch(/NUL/);
  });
});

describe('what cannot be run', () => {
  it.each([
    ['nothing', { connection_id: 'pg', sql: ' \n' }, 'nothing-to-run'],
    ['only comments', { connection_id: 'pg', sql: '-- a\n/* b */' }, 'nothing-to-run'],
    ['too many statements', { connection_id: 'pg', sql: 'SELECT 1;'.repeat(10_001) }, 'too-large'],
    ['an unknown connection', { connection_id: '../pg', sql: 'SELECT 1' }, 'connection-not-found'],
    ['no text', { connection_id: 'pg' }, 'validation-failed'],
    ['a text that is a number', { connection_id: 'pg', sql: 1 }, 'validation-failed'],
    ['an unknown member', { connection_id: 'pg', sql: 'SELECT 1', limit: 5 }, 'validation-failed'],
    ['a wrong password', { connection_id: 'wrong', sql: 'SELECT 1' }, 'connection-refused-login'],
    ['an unreachable host', { connection_id: 'gone', sql: 'SELECT 1' }, 'connection-unreachable'],
  ])('is refused: %s', async (_, body, code) => {
    expect(await refusal(body)).toMatchObject({ code });
  });

  it('never names a password', async () => {
    expect(JSON.stringify(await refusal({ connection_id: 'wrong', sql: 'SELECT 1' }))).not.toContain('open-sesame');
  });
});

describe('a long run', () => {
  it('is answered as running after a second, listed, and cancelled in the database', async () => {
    const mark = `/* ${Date.now()} */`;
    const started = await app.start(`SELECT 1; SELECT pg_sleep(100) ${mark}; SELECT 2`);
    expect(started.status).toBe('running');
    const listed = await app.send<RunList>('GET', '/api/studio/runs?status=running');
    expect(listed.body.items.map(({ id }) => id)).toContain(started.id);

    await app.send('POST', `/api/studio/runs/${started.id}/cancel`);
    const over = await app.whenOver(started.id);
    expect(over.status).toBe('cancelled');
    expect(over.statements.map(({ status }) => status)).toEqual(['succeeded', 'cancelled', 'not_run']);
    const left = await app.run(
      `SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%${mark}' AND pid <> pg_backend_pid()`,
    );
    expect(left.statements[0]?.rows).toEqual([['0']]);
  });

  it('is found by the name of its request, as long as it is kept', async () => {
    const sql = 'SELECT pg_sleep(100)';
    const request = { connection_id: 'pg', sql, request_id: 'lost-answer_1' };
    const { body: started } = await app.send<Run>('POST', '/api/studio/runs', request);
    const found = async (name: string): Promise<string[]> => {
      const { body } = await app.send<RunList>('GET', `/api/studio/runs?request_id=${name}`);
      return body.items.map(({ id }) => id);
    };
    expect([await found('lost-answer_1'), await found('lost-answer_2')]).toEqual([[started.id], []]);
    await app.send('POST', `/api/studio/runs/${started.id}/cancel`);
    await app.whenOver(started.id);
    expect(await found('lost-answer_1')).toEqual([started.id]);
    await app.send('DELETE', `/api/studio/runs/${started.id}`);
    expect(await found('lost-answer_1')).toEqual([]);
    const named = await app.send('POST', '/api/studio/runs', { ...request, request_id: 'not a name' });
    expect(named.status).toBe(400);
  });

  it('is cancelled in DuckDB', async () => {
    const started = await app.start('SELECT count(*) FROM range(1000000) a, range(1000000) b', 'duck');
    await app.send('POST', `/api/studio/runs/${started.id}/cancel`);
    expect((await app.whenOver(started.id)).status).toBe('cancelled');
    expect((await app.run('SELECT 1', 'duck')).status).toBe('succeeded');
  });

  it('reports its progress as a stream that ends with it', async () => {
    const { id } = await app.start('SELECT pg_sleep(1.2)');
    const { port } = app.workbench.app.getHttpServer().address() as { port: number };
    const response = await fetch(`http://127.0.0.1:${port}/api/studio/runs/${id}/events`);
    const events = (await response.text()).split('\n\n').filter((event) => event.includes('event: run'));
    const runs = events.map((event) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '') as Run);
    expect(runs[0]?.status).toBe('running');
    expect(runs.at(-1)?.status).toBe('succeeded');
  });

  it('streams counts, so that an event is short however large the rows and texts are', async () => {
    const { id } = await app.start("SELECT repeat('x', 1000000); SELECT pg_sleep(1.2)");
    const { port } = app.workbench.app.getHttpServer().address() as { port: number };
    const text = await (await fetch(`http://127.0.0.1:${port}/api/studio/runs/${id}/events`)).text();
    const last = JSON.parse(/^data: (.*)$/m.exec(text.split('event: run').at(-1) ?? '')?.[1] ?? '') as Run;
    expect(last.statements.map(({ status, received_rows: rows }) => [status, rows])).toEqual([
      ['succeeded', 1],
      ['succeeded', 1],
    ]);
    expect(text.length).toBeLessThan(100_000);
  });

  it('reports nothing to a reader that is behind, and its end once the reader has caught up', async () => {
    const { id } = await app.start('SELECT pg_sleep(1.2)');
    const reader = { writableNeedDrain: true };
    const statuses: unknown[] = [];
    const ended = new Promise<void>((resolve) => {
      runEvents(app.workbench.app.get(RunsService), LOCAL_ACTOR, id, reader).subscribe({
        next: ({ data }) => statuses.push((JSON.parse(data as string) as Run).status),
        complete: resolve,
      });
    });
    await app.whenOver(id);
    expect(statuses).toEqual([]);
    reader.writableNeedDrain = false;
    await ended;
    expect(statuses).toEqual(['succeeded']);
  });

  it('ends as failed when the server closes its session, and the next run works', async () => {
    const { id } = await app.start('SELECT pg_sleep(100) AS doomed');
    await app.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%AS doomed' AND pid <> pg_backend_pid()",
    );
    const over = await app.whenOver(id);
    expect([over.status, over.error?.sqlstate]).toEqual(['failed', '57P01']);
    expect((await app.run('SELECT 1')).status).toBe('succeeded');
  });
});

describe('a large result', () => {
  it.each([
    [10_000, 'whole', 10_000],
    [10_001, 'paged', 200],
  ])('of %i rows is %s', async (count, delivery, shown) => {
    const [statement] = (await app.run(`SELECT generate_series(1, ${count})`)).statements;
    expect([statement?.delivery, statement?.rows.length, statement?.row_count]).toEqual([delivery, shown, count]);
  });

  it.each(['pg', 'duck'])('is paged above 10,000 rows, and every page is exact, on %s', async (connection) => {
    const run = await app.run("SELECT i, 'row ' || i FROM generate_series(1, 123456) AS s(i)", connection);
    expect(run.statements[0]).toMatchObject({
      delivery: 'paged',
      row_count: 123_456,
      received_rows: 123_456,
      complete: true,
    });
    expect(run.statements[0]?.rows.length).toBe(200);
    for (const offset of [0, 9_999, 50_123, 123_400, 123_456, 999_999]) {
      const { body } = await app.send<RowsPage>(
        'GET',
        `/api/studio/runs/${run.id}/statements/0/rows?offset=${offset}&limit=150`,
      );
      const expected = Array.from({ length: Math.max(0, Math.min(150, 123_456 - offset)) }, (_, index) => [
        String(offset + index + 1),
        `row ${offset + index + 1}`,
      ]);
      expect(body).toEqual({ offset, rows: expected, row_count: 123_456, complete: true });
    }
  });

  it('is answered with its first page while the rest is still arriving', async () => {
    const run = await app.start(
      "SELECT i, repeat('x', 100), CASE WHEN i = 200000 THEN pg_sleep(1)::text END FROM generate_series(1, 200000) AS s(i)",
    );
    expect(run).toMatchObject({ status: 'running' });
    expect(run.statements[0]).toMatchObject({ delivery: 'paged', row_count: null, complete: false });
    expect(run.statements[0]?.rows.length).toBe(200);
    expect((await app.whenOver(run.id)).statements[0]?.row_count).toBe(200_000);
  });

  it('is answered with its first rows where those are asked for, and has all of them in the end', async () => {
    const sql =
      "SELECT i, repeat('x', 300), CASE WHEN i = 500 THEN pg_sleep(2)::text END FROM generate_series(1, 600) AS s(i)";
    const body = { connection_id: 'pg', sql, first_page: true };
    const { body: run } = await app.send<Run>('POST', '/api/studio/runs', body);
    expect(run).toMatchObject({ status: 'running', statements: [{ complete: false, row_count: null }] });
    expect(run.statements[0]?.rows.length).toBe(200);
    expect(run.elapsed_ms).toBeLessThan(900);
    expect((await app.whenOver(run.id)).statements[0]).toMatchObject({ row_count: 600, delivery: 'whole' });
    const few = await app.send<Run>('POST', '/api/studio/runs', { ...body, sql: 'SELECT generate_series(1, 200)' });
    expect(few.body.status).toBe('succeeded');
  });

  it('is paged earlier when its cells are long, and no page is larger than can be sent', async () => {
    const run = await app.run("SELECT repeat('x', 1000000) FROM generate_series(1, 150)");
    expect(run.statements[0]).toMatchObject({ delivery: 'paged', row_count: 150 });
    const { body } = await app.send<RowsPage>(
      'GET',
      `/api/studio/runs/${run.id}/statements/0/rows?offset=100&limit=50`,
    );
    expect(body.rows.length).toBeGreaterThan(0);
    expect(body.rows.length).toBeLessThan(50);
  });

  it('holds no more in memory than a run may and one row, and reads the others from disk', async () => {
    const run = await app.run("SELECT repeat('x', 20000000); ".repeat(5));
    const held = app.workbench.app.get(RunsService).find(LOCAL_ACTOR, run.id).heldChars;
    expect(held).toBeLessThan(2 * 20_000_000 + 10_000);
    expect(run.statements.map(({ rows, row_count: count, delivery }) => [rows.length, count, delivery])).toEqual([
      [1, 1, 'whole'],
      [1, 1, 'paged'],
      ...Array.from({ length: 3 }, () => [0, 1, 'paged']),
    ]);
    const { body } = await app.send<RowsPage>('GET', `/api/studio/runs/${run.id}/statements/4/rows?offset=0&limit=200`);
    expect(body.rows.map(([cell]) => cell?.length)).toEqual([20_000_000]);
  });

  it('leaves nothing on disk when it is deleted', async () => {
    const run = await app.run('SELECT generate_series(1, 20000)');
    expect(spooledFiles()).toContain(`${run.id}-0.ndjson`);
    expect((await app.send('DELETE', `/api/studio/runs/${run.id}`)).status).toBe(204);
    expect(spooledFiles()).not.toContain(`${run.id}-0.ndjson`);
    expect((await app.send('GET', `/api/studio/runs/${run.id}`)).status).toBe(404);
  });

  it('can be deleted while it is arriving', async () => {
    const run = await app.start('SELECT i, pg_sleep(0.001) FROM generate_series(1, 100000) AS s(i)');
    expect((await app.send('DELETE', `/api/studio/runs/${run.id}`)).status).toBe(204);
    await app.until(
      () =>
        app.run(
          "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT i, pg_sleep(0.001)%'",
        ),
      (count) => count.statements[0]?.rows[0]?.[0] === '0',
    );
  });
});

describe('rows of a statement', () => {
  it.each([
    ['offset=-1', 400],
    ['limit=0', 400],
    ['limit=10001', 400],
    ['offset=x', 400],
    ['', 200],
  ])('answers ?%s with %i', async (query, status) => {
    const { id } = await app.run('SELECT 1');
    expect((await app.send('GET', `/api/studio/runs/${id}/statements/0/rows?${query}`)).status).toBe(status);
  });

  it('knows no statement that was not in the text', async () => {
    const { id } = await app.run('SELECT 1');
    expect((await app.send('GET', `/api/studio/runs/${id}/statements/1/rows`)).status).toBe(404);
  });
});

describe('history', () => {
  const list = async (query: string) => (await app.send<HistoryList>('GET', `/api/studio/history?${query}`)).body;

  it('records every run, newest first, with how it ended', async () => {
    await app.run("SELECT 'first of the two'");
    await app.run("SELECT 'second of the two' FROM nowhere");
    const { items } = await list('search=OF%20THE%20TWO');
    expect(items.map(({ status, row_count, connection_name }) => [status, row_count, connection_name])).toEqual([
      ['failed', null, 'Postgres'],
      ['succeeded', 1, 'Postgres'],
    ]);
    expect(items[0]?.error).toContain('nowhere');
  });

  it('finds a percent sign and an underscore as they are', async () => {
    await app.run("SELECT '50%_off'");
    await app.run("SELECT '50 or off'");
    expect((await list('search=50%25_off')).items).toHaveLength(1);
  });

  it('is read page by page', async () => {
    for (const index of [1, 2, 3]) await app.run(`SELECT 'paged history ${index}'`);
    const first = await list('search=paged%20history&limit=2');
    const second = await list(`search=paged%20history&limit=2&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ sql }) => sql.at(-2))).toEqual(['3', '2', '1']);
    expect(second.next_cursor).toBeNull();
  });

  it('records runs that could not have a session', async () => {
    await refusal({ connection_id: 'gone', sql: "SELECT 'never sent'" });
    expect((await list('search=never%20sent')).items).toMatchObject([{ status: 'failed', connection_id: 'gone' }]);
  });

  it('refuses a cursor that it did not give', async () => {
    expect((await app.send('GET', '/api/studio/history?cursor=x')).status).toBe(400);
  });
});
