import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import type { ExplainedPlan, HistoryList, PlanNodeView, Run } from '#libs/api';
import { readPlan } from '#libs/plan';
import type { ProblemDocument } from '#libs/problem';
import { StudioApp } from '../testing/studio-app.js';

const TABLE = `explained_${process.pid}`;

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start((login, data) => {
    const lite = new Database(join(data, 'lite.sqlite'));
    lite.prepare('CREATE TABLE t (id INTEGER PRIMARY KEY)').run();
    lite.close();
    return `  - { id: reader, name: Reader, ${login}, read_only: true }
  - { id: hasty, name: Hasty, ${login}, statement_timeout_ms: 300 }
  - { id: manual, name: Manual, ${login}, auto_commit: false }
  - { id: lite, name: Lite, kind: files, path: ${join(data, 'lite.sqlite')} }
`;
  });
  const set = `CREATE TABLE ${TABLE} AS SELECT g AS id, g % 10 AS part FROM generate_series(1, 20000) g`;
  expect((await app.run(`${set}; ANALYZE ${TABLE}`)).status).toBe('succeeded');
  expect((await app.run('CREATE TABLE t AS SELECT range AS id FROM range(20000)', 'duck')).status).toBe('succeeded');
});
afterAll(async () => {
  await app.run(`DROP TABLE ${TABLE}`);
  await app.stop();
});

type Answer = ExplainedPlan & ProblemDocument;

const explain = async (sql: string, more: object = {}, connection = 'pg') =>
  app.send<Answer>('POST', '/api/studio/explain', { connection_id: connection, sql, ...more });

async function explained(sql: string, more: object = {}, connection = 'pg'): Promise<ExplainedPlan> {
  const { status, body } = await explain(sql, more, connection);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

async function refused(sql: string, more: object = {}, connection = 'pg') {
  const { status, body } = await explain(sql, more, connection);
  return { status, code: body.code, detail: body.detail };
}

const nodesOf = (node: PlanNodeView): PlanNodeView[] => [node, ...node.children.flatMap(nodesOf)];
const count = async (connection = 'pg', table = TABLE): Promise<string | null | undefined> =>
  (await app.run(`SELECT count(*) FROM ${table}`, connection)).statements[0]?.rows[0]?.[0];
const inSession = async (sql: string, session: string, connection = 'pg') =>
  (await app.send<Run>('POST', '/api/studio/runs', { connection_id: connection, sql, session_id: session })).body;

describe('a plan', () => {
  it('of a read-only request comes from a session of its own, which refuses writes', async () => {
    await inSession(`CREATE TEMPORARY TABLE own_${TABLE} (id integer)`, 'shown');
    const session = { session_id: 'shown', read_only: true };
    expect(await refused(`SELECT * FROM own_${TABLE}`, session)).toMatchObject({ code: 'explain-refused' });
    const before = await count();
    const write = { analyze: true, confirm: true, read_only: true };
    expect(await refused(`DELETE FROM ${TABLE}`, write)).toMatchObject({ code: 'explain-refused' });
    expect((await refused(`DELETE FROM ${TABLE}`, write)).detail).toMatch(/read-only transaction/);
    expect(await count()).toBe(before);
    expect((await explain(`DELETE FROM ${TABLE}`, { ...write, read_only: false })).status).toBe(200);
  });

  it.each(['request_id', 'first_page', 'confirm_destructive'])(
    'takes nothing that only a run has: %s',
    async (name) => {
      const value = name === 'request_id' ? 'r' : true;
      expect(await refused('SELECT 1', { [name]: value })).toMatchObject({ status: 400, code: 'validation-failed' });
    },
  );

  it('is returned node by node, and as the database printed it', async () => {
    const plan = await explained(`SELECT part, count(*) FROM ${TABLE} WHERE id > 5 GROUP BY part`);
    expect(plan).toMatchObject({ engine: 'postgres', is_analyzed: false, start: 0, node_count: 2 });
    const [top, scan] = nodesOf(plan.plan);
    expect([top?.label, scan?.label]).toEqual(['HashAggregate', 'Seq Scan']);
    expect(scan).toMatchObject({ relation: TABLE, condition: '(id > 5)' });
    expect(scan?.flags.map(({ kind }) => kind)).toContain('sequential-scan');
    expect(scan).not.toHaveProperty('actual_rows');
    const lenient = await explained(plan.sql, { sequential_scan_rows: 50_000 });
    expect(nodesOf(lenient.plan)[1]?.flags.map(({ kind }) => kind)).not.toContain('sequential-scan');
    expect(Math.abs((top?.share ?? 0) + (scan?.share ?? 0) - 1)).toBeLessThan(1e-9);
    expect(readPlan(plan.raw).nodeCount).toBe(2);
  });

  it('says how many rows a filtered scan reads by the statistics of its table, and never more than it has', async () => {
    const wide = `${TABLE}_wide`;
    await app.run(`CREATE TABLE ${wide} AS SELECT g AS id, repeat('x', 300) AS filler FROM generate_series(1, 15000) g;
      ANALYZE ${wide}; CREATE TABLE ${wide}_raw WITH (autovacuum_enabled = off) AS SELECT * FROM ${wide}`);
    const reasonsOf = async (table: string) => {
      const { plan, table_rows: rows } = await explained(`SELECT * FROM ${table} WHERE id % 7 = 3`);
      const flag = nodesOf(plan).flatMap(({ flags }) => flags.filter(({ kind }) => kind === 'sequential-scan'))[0];
      return { rows, flag };
    };
    const { rows, flag } = await reasonsOf(wide);
    expect(rows).toEqual({ [wide]: 15_000 });
    expect(flag?.rows).toBe(15_000);
    expect(flag?.reason).toContain(`about 15,000 rows of ${wide} one by one (the table's statistics)`);
    const unknown = await reasonsOf(`${wide}_raw`);
    expect([unknown.rows, unknown.flag?.rows ?? null]).toEqual([{}, null]);
    await app.run(`DROP TABLE ${wide}; DROP TABLE ${wide}_raw`);
  });

  it('has real rows and times when it was run', async () => {
    const plan = await explained(`SELECT * FROM ${TABLE} WHERE part = 3`, { analyze: true });
    expect(plan.is_analyzed).toBe(true);
    expect(plan.plan).toMatchObject({ actual_rows: 2000, loops: 1, rows_removed: 18000 });
    expect(plan.plan.own_time_ms).toBeGreaterThan(0);
    expect(plan.execution_time_ms).toBeGreaterThan(0);
  });

  it.each([
    'PIVOT t ON id % 3 USING count(*)',
    'PIVOT t ON id IN (0, 1) USING count(*)',
    'FROM t PIVOT (count(*) FOR id IN (1, 2))',
    'SELECT * FROM (PIVOT t ON id % 3 USING count(*))',
    'UNPIVOT t ON id',
  ])('explains %s of DuckDB', async (sql) => {
    for (const analyze of [false, true]) {
      // DuckDB creates an enum of the values first, which counts as a change.
      const plan = await explained(sql, { analyze, confirm: analyze }, 'duck');
      expect(plan).toMatchObject({ engine: 'duckdb', is_analyzed: analyze });
      expect(JSON.stringify(plan.plan)).toMatch(/"relation":"[^"]*t"/);
    }
  });

  it('has no costs from DuckDB', async () => {
    const plan = await explained('SELECT count(*) FROM t WHERE id > $1', { parameters: { 1: 5 } }, 'duck');
    expect(plan).toMatchObject({ engine: 'duckdb', total_cost: null });
    expect(nodesOf(plan.plan).every(({ own_cost: cost }) => cost === null)).toBe(true);
    const analyzed = await explained('SELECT count(*) FROM t WHERE id > 5', { analyze: true }, 'duck');
    expect(nodesOf(analyzed.plan).some(({ actual_rows: rows }) => (rows ?? 0) > 0)).toBe(true);
  });

  it('is of the statement at the cursor, with the values of its parameters', async () => {
    const sql = `SELECT 1; SELECT * FROM ${TABLE} WHERE id = :id; SELECT 3`;
    const plan = await explained(sql, { cursor: 20, parameters: { id: { value: '7', type: 'integer' } } });
    expect([plan.sql, plan.start]).toEqual([`SELECT * FROM ${TABLE} WHERE id = :id`, 10]);
    expect(plan.plan.condition).toBe('(id = 7)');
    expect(await refused(sql, { parameters: { id: 7 } })).toMatchObject({ status: 422, code: 'plan-unavailable' });
    expect(await refused(sql, { cursor: 20 })).toMatchObject({ status: 422, code: 'parameters-missing' });
  });

  it('is of the statement that an EXPLAIN explains', async () => {
    const plan = await explained('  EXPLAIN (ANALYZE, COSTS OFF) SELECT 1');
    expect(plan).toMatchObject({ sql: 'SELECT 1', start: 31, is_analyzed: false });
  });

  it('is kept in the history', async () => {
    await explained('SELECT 4711');
    const { items } = await app.until(
      async () => (await app.send<HistoryList>('GET', '/api/studio/history?search=4711')).body,
      (list) => list.items.length > 0,
    );
    expect(items[0]).toMatchObject({
      status: 'succeeded',
      sql: expect.stringMatching(/^EXPLAIN \(.*JSON\) SELECT 4711$/),
    });
  });
});

describe('Analyze', () => {
  const change = `DELETE FROM ${TABLE} WHERE id <= 10`;

  it('asks before it runs a statement that changes data, and takes back what it did', async () => {
    expect(await refused(change, { analyze: true })).toMatchObject({
      status: 409,
      code: 'analyze-confirmation-needed',
    });
    const plan = await explained(change, { analyze: true, confirm: true });
    expect(plan.plan.children[0]?.actual_rows).toBe(10);
    expect(await count()).toBe('20000');
    await explained('DELETE FROM t', { analyze: true, confirm: true }, 'duck');
    expect(await count('duck', 't')).toBe('20000');
  });

  it('leaves an open transaction as it is', async () => {
    await inSession(`BEGIN; INSERT INTO ${TABLE} VALUES (0, 0)`, 'open');
    await explained(change, { analyze: true, confirm: true, session_id: 'open' });
    expect((await refused('SELECT nothing', { session_id: 'open' })).code).toBe('explain-refused');
    const { statements } = await inSession(`SELECT count(*) FROM ${TABLE}`, 'open');
    expect(statements[0]?.rows[0]?.[0]).toBe('20001');
    await inSession('ROLLBACK', 'open');
    await inSession('BEGIN', 'open', 'duck');
    const asked = { analyze: true, confirm: true, session_id: 'open' };
    expect(await refused('DELETE FROM t', asked, 'duck')).toMatchObject({ status: 422, code: 'plan-unavailable' });
    await inSession('ROLLBACK', 'open', 'duck');
  });

  it.each([
    ['a transaction of its own', '', 'none'],
    ['an open transaction', 'BEGIN', 'open'],
  ])('takes back what it did where its plan is too large, in %s', async (_, before, after) => {
    const tab = `large-${after}`;
    await inSession(`SELECT 1; ${before}`, tab);
    const large = `DELETE FROM ${TABLE} WHERE id <= 10 AND part::text <> repeat('x', 70000000)`;
    const answer = await refused(large, { analyze: true, confirm: true, session_id: tab });
    expect([answer.code, answer.detail]).toEqual(['plan-unavailable', 'The plan is larger than 64 MiB.']);
    const { statements, session } = await inSession(`SELECT count(*) FROM ${TABLE}`, tab);
    expect([statements[0]?.rows[0]?.[0], session?.transaction]).toEqual(['20000', after]);
    await inSession('ROLLBACK', tab);
  });

  it('opens no transaction where a person commits by hand', async () => {
    await explained(`SELECT * FROM ${TABLE}`, { session_id: 'byhand', analyze: true }, 'manual');
    const sessions = await app.send<{ items: { id: string; transaction: string }[] }>('GET', '/api/studio/sessions');
    expect(sessions.body.items.find(({ id }) => id === 'byhand')?.transaction).toBe('none');
  });

  it('sees what the session of the tab has made', async () => {
    await inSession('CREATE TEMP TABLE mine AS SELECT 1 AS a', 'temp');
    expect((await explained('SELECT * FROM mine', { session_id: 'temp' })).plan.relation).toBe('mine');
    expect((await refused('SELECT * FROM mine')).code).toBe('explain-refused');
  });

  it('changes nothing through a read-only connection', async () => {
    const answer = await refused(change, { analyze: true, confirm: true }, 'reader');
    expect(answer).toMatchObject({
      status: 422,
      code: 'explain-refused',
      detail: expect.stringContaining('read-only'),
    });
    expect((await explained(change, {}, 'reader')).plan.node_type).toBe('ModifyTable');
  });

  it('is cancelled in the database when the caller hangs up', async () => {
    const address = new URL('/api/studio/explain', await app.workbench.app.getUrl());
    const leaving = new AbortController();
    const body = JSON.stringify({ connection_id: 'pg', sql: 'SELECT pg_sleep(4711)', analyze: true });
    const asked = fetch(address, {
      ...{ method: 'POST', body, signal: leaving.signal },
      headers: { 'Content-Type': 'application/json' },
    }).catch(() => null);
    const sleeping =
      "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'EXPLAIN%pg_sleep(4711)' AND state = 'active'";
    const isAt = (wanted: string) => (run: Run) => run.statements[0]?.rows[0]?.[0] === wanted;
    await app.until(() => app.run(sleeping), isAt('1'));
    leaving.abort();
    await app.until(() => app.run(sleeping), isAt('0'));
    expect(await asked).toBeNull();
  });

  it.each([
    'DELETE FROM t',
    'WITH x AS (SELECT 1)\u200BDELETE\u200BFROM t',
    'WITH x AS (SELECT 1) \u2060INSERT\u00A0INTO t SELECT 1',
    'WITH x AS (SELECT 1)\u3000UPDATE\u3000t SET id = 0',
    'SELECT 1) t; DELETE FROM t; FROM (SELECT 1',
    'EXECUTE remove_all',
  ])('keeps an open transaction of DuckDB as it is: %j', async (sql) => {
    await inSession('BEGIN; PREPARE remove_all AS DELETE FROM t', 'kept', 'duck');
    await explain(sql, { session_id: 'kept', analyze: true, confirm: true }, 'duck');
    await explain(sql, { session_id: 'kept', analyze: true }, 'duck');
    await inSession('COMMIT', 'kept', 'duck');
    await inSession('DEALLOCATE remove_all', 'kept', 'duck');
    const { statements } = await inSession('SELECT count(*), min(id), max(id) FROM t', 'kept', 'duck');
    expect(statements[0]?.rows[0]).toEqual(['20000', '0', '19999']);
  });

  it('shows what a query in an open transaction of DuckDB took', async () => {
    await inSession('BEGIN', 'reading', 'duck');
    const plan = await explained(
      'SELECT id AS delete FROM t WHERE id < 5; ',
      { session_id: 'reading', analyze: true },
      'duck',
    );
    expect(plan.is_analyzed).toBe(true);
    await inSession('ROLLBACK', 'reading', 'duck');
  });
});

describe('a statement that never ends', () => {
  const endless = (seconds: number) => `SELECT count(*), pg_sleep(${seconds}) FROM ${TABLE}`;
  const running = (seconds: number) =>
    app.run(
      `SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'EXPLAIN%pg_sleep(${seconds})%' AND state = 'active'`,
    );

  it('is cancelled in the database after the time that was given, and the answer says so', async () => {
    const answer = await refused(endless(4712), { analyze: true, timeout_s: 1 });
    expect(answer).toMatchObject({
      status: 422,
      code: 'plan-unavailable',
      detail: expect.stringContaining('1 second'),
    });
    await app.until(
      () => running(4712),
      ({ statements }) => statements[0]?.rows[0]?.[0] === '0',
    );
  });

  it('is ended by the limit of its connection, in the words of the database', async () => {
    const answer = await refused(endless(4713), { analyze: true }, 'hasty');
    expect(answer).toMatchObject({ status: 422, detail: expect.stringContaining('statement timeout') });
  });

  it('is estimated in any time', async () => {
    expect((await explained(endless(4714), { timeout_s: 1 })).is_analyzed).toBe(false);
  });
});

describe('a statement that cannot be explained', () => {
  it('is refused in the words of the database, with the place in the text as sent', async () => {
    const answer = await refused(`SELECT 1;\nSELECT nope\nFROM ${TABLE}`, { cursor: 15 });
    expect(answer.code).toBe('explain-refused');
    expect(answer.detail).toMatch(/^Line 2, column 8: column "nope" does not exist/);
  });

  it.each([
    ['', 'pg', 422, 'nothing-to-run'],
    ['CREATE TABLE x (i int)', 'pg', 422, 'explain-refused'],
    ['SELECT 1', 'lite', 422, 'plan-unavailable'],
    ['SELECT 1', 'nowhere', 404, 'connection-not-found'],
    ['SELECT 1', 'gone', 502, 'connection-unreachable'],
  ])('%j on %s is %d %s', async (sql, connection, status, code) => {
    expect(await refused(sql, {}, connection)).toMatchObject({ status, code });
  });

  it('is refused while the session runs something else', async () => {
    const busy = inSession('SELECT pg_sleep(1)', 'busy');
    await app.until(
      () => refused('SELECT 1', { session_id: 'busy' }),
      ({ code }) => code === 'session-busy',
    );
    await busy;
  });
});
