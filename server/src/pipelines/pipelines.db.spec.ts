import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_GRANTS, LOCAL_ACTOR } from '#libs/access';
import type {
  ConnectionList,
  Job,
  JobInput,
  JobKindInfo,
  JobList,
  JobRun,
  JobRunDetails,
  Pipeline,
  PipelinePreview,
  PluginList,
} from '#libs/api';
import type { PipelineDefinition } from '#libs/pipelines';
import type { ProblemDocument } from '#libs/problem';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { ConnectionAccess, RunningRequests } from '../connections/index.js';
import { State } from '../platform/index.js';
import { userActor } from '../platform/testing/test-actor.js';
import { PluginsModule } from '../plugins/index.js';
import { SchedulerModule, SchedulerService } from '../scheduler/index.js';
import type { JobKind } from '../scheduler/index.js';
import { SchedulerApp } from '../scheduler/testing/scheduler-app.js';
import { PipelinesModule } from './index.js';
import { PipelineKind } from './pipeline-kind.js';
import { PipelinesService } from './pipelines.service.js';

const EVERY = { type: 'interval', every: 1, unit: 'hours' } as const;

let database: TestDatabase;
let app: SchedulerApp;
let csv: string;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(`
    CREATE TABLE orders (id bigint, region_id int, total numeric(12,3), at timestamptz, note text);
    INSERT INTO orders SELECT i, i % 3, i * 1.001, '2026-03-29T01:30:00Z', 'ä "' || i FROM generate_series(1, 3000) i;
    INSERT INTO orders VALUES (9223372036854775807, NULL, NULL, NULL, '')`);
  app = await SchedulerApp.start({ database, features: [SchedulerModule, PipelinesModule, PluginsModule] });
  mkdirSync(join(app.home, 'files'), { recursive: true });
  csv = join(app.home, 'files', 'regions.csv');
  writeFileSync(csv, 'id,name\n0,North\n1,South\n2,"East, far"\n');
});
afterAll(async () => {
  await app.stop();
  await database.dispose();
});
beforeEach(() => void (count += 1));

const orders = { name: 'orders', kind: 'query', connection_id: 'db', sql: 'SELECT * FROM orders' } as const;
const regions = () => ({ name: 'regions', kind: 'file', path: csv }) as const;
const joined = {
  name: 'by_region',
  sql: 'SELECT r.name, count(*) AS orders, sum(o.total) AS total FROM orders o JOIN regions r ON r.id = o.region_id GROUP BY ALL ORDER BY 1;',
};
const definitionOf = (change: Partial<PipelineDefinition> = {}): PipelineDefinition => ({
  ...{ inputs: [orders, regions()], steps: [joined], output: { from: 'by_region', format: 'csv', name: 'regions' } },
  ...change,
});
const preview = (definition: unknown, table?: string) =>
  app.send<PipelinePreview>('POST', '/api/pipelines/preview', {
    definition,
    ...(table === undefined ? {} : { table }),
  });
async function save(definition: PipelineDefinition, name = `pipeline ${count}`): Promise<Pipeline> {
  const { status, body } = await app.send<Pipeline>('POST', '/api/pipelines', { name, definition });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}
async function runOf(definition: PipelineDefinition): Promise<JobRunDetails> {
  const { id } = await save(definition);
  const job = await app.create('pipeline', { settings: { pipeline_id: id } });
  return app.runNow(job.id);
}
const contentOf = async (run: JobRunDetails) => {
  const response = await fetch(new URL(run.outputs[0]?.href ?? '', await app.workbench.app.getUrl()));
  return response.text();
};

describe('SQL that modifies data', () => {
  const attempt = (definition: PipelineDefinition) =>
    app.send<Partial<Pipeline & ProblemDocument>>('POST', '/api/pipelines', {
      name: `writes ${count}`,
      definition,
    });

  it.each([
    ['DELETE FROM orders', 'writes-not-allowed'],
    ['WITH gone AS (DELETE FROM orders RETURNING id) SELECT * FROM gone', 'writes-not-allowed'],
    ['SELECT * FROM orders', undefined],
    ['SELECT :since', undefined],
  ])('is refused in an input when the pipeline is saved: %s', async (sql, code) => {
    const { body } = await attempt(definitionOf({ inputs: [regions(), { ...orders, sql }] }));
    expect([body.code, body.errors?.[0]?.pointer]).toEqual([code, code && '/definition/inputs/1/sql']);
  });

  it.each([
    ['INSERT INTO orders VALUES (1)', 'writes-not-allowed'],
    ['CREATE TABLE made AS SELECT 1 AS n', 'writes-not-allowed'],
    ['FROM orders SELECT count(*)', undefined],
    ['PIVOT orders ON region_id USING sum(total)', undefined],
    ['SELECT FROM FROM', undefined],
  ])('is refused in a step when the pipeline is saved: %s', async (sql, code) => {
    const { body } = await attempt(definitionOf({ steps: [{ name: 'by_region', sql }] }));
    expect([body.code, body.errors?.[0]?.pointer]).toEqual([code, code && '/definition/steps/0/sql']);
  });

  it('is refused when the SQL of a pipeline is changed', async () => {
    const saved = await save(definitionOf());
    const definition = definitionOf({ inputs: [regions(), { ...orders, sql: 'TRUNCATE orders' }] });
    const change = { name: saved.name, definition, version: saved.version };
    expect((await app.send('PUT', `/api/pipelines/${saved.id}`, change)).body.code).toBe('writes-not-allowed');
  });

  it('is refused in YAML', async () => {
    const saved = await save(definitionOf());
    const yaml = (await app.send<string>('GET', `/api/pipelines/${saved.id}/export.yaml`)).body;
    const changed = yaml.replace('SELECT * FROM orders', 'DELETE FROM orders').replace(saved.name, 'imported');
    expect((await app.send('POST', '/api/pipelines/import', { yaml: changed })).body.code).toBe('writes-not-allowed');
  });

  it('is named where it could not be checked', async () => {
    const { body } = await attempt(definitionOf({ inputs: [regions(), { ...orders, sql: 'CALL p()' }] }));
    expect(body.notices).toEqual([
      'orders: Could not check whether the SQL modifies data. Functions and DO blocks are not checked.',
    ]);
  });
});

describe('a preview', () => {
  it.each(['regions [1].csv', 'regions*.csv', 'regions?.csv'])(
    'reads a file whose name is a pattern: %s',
    async (name) => {
      const path = join(app.home, 'files', name);
      writeFileSync(path, 'id,name\n7,West\n');
      const steps = [{ name: 'by_region', sql: 'SELECT * FROM regions' }];
      const { body } = await preview(definitionOf({ inputs: [{ name: 'regions', kind: 'file', path }], steps }));
      rmSync(path);
      expect(body.tables).toMatchObject([
        { name: 'regions', row_count: 1, error: null },
        { name: 'by_region', row_count: 1, error: null },
      ]);
      expect(body.rows).toEqual([['7', 'West']]);
    },
  );

  it.each([
    ["SELECT U&'\\FEFFa' AS note, 1 AS n", '<\uFEFFa>'],
    ["SELECT U&'\\FEFF' AS note, 1 AS n", '<\uFEFF>'],
    ["SELECT '' AS note, 1 AS n", '<>'],
    ['SELECT NULL::text AS note, 1 AS n', null],
    ['SELECT \'a\' AS "no ""te", \'b\' AS "no ""te"', '<a>'],
  ])('has the first value as it is: %s', async (sql, value) => {
    const steps = [{ name: 'by_region', sql: "SELECT '<' || #1 || '>' FROM orders" }];
    const { body } = await preview(definitionOf({ inputs: [{ ...orders, sql }], steps }));
    expect(body.rows.map(([first]) => first)).toEqual([value]);
  });

  it('ends with the connection of its person', async () => {
    const { app: nest } = app.workbench;
    const slow = { ...orders, sql: 'SELECT pg_sleep(60)::text AS note' };
    const isGone = new AbortController().signal;
    const [upTo, pipelineId] = [null, null];
    const previewing = nest
      .get(PipelinesService)
      .preview(userActor('ann'), definitionOf({ inputs: [slow, regions()] }), { upTo, pipelineId, isGone });
    const refusal = expect(previewing).rejects.toMatchObject({ code: 'connection-not-found' });
    const sleeping = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
    while ((await database.execute(sleeping)).rows.length === 0) await pause(20);
    const bob = { subject: { kind: 'user', userId: 'bob' }, level: 'query' } as const;
    await nest.get(ConnectionAccess).change(LOCAL_ACTOR, 'db', [bob]);
    await refusal;
    await nest.get(ConnectionAccess).change(LOCAL_ACTOR, 'db', DEFAULT_GRANTS);
    while ((await database.execute(sleeping)).rows.length > 0) await pause(20);
  });

  it('takes a comment behind a semicolon', async () => {
    const steps = [{ name: 'by_region', sql: 'SELECT 1 AS n; -- note' }];
    const { body } = await preview(definitionOf({ inputs: [regions()], steps }));
    expect([body.tables.at(-1)?.error, body.rows]).toEqual([null, [['1']]]);
  });

  it('ends with the connection whose rows the output of a job has', async () => {
    const { app: nest } = app.workbench;
    const ann = userActor('ann');
    const settings = { sql: 'SELECT 1 AS n', save_results_as: 'n.parquet' };
    const job = await app.create('query', { connection_id: 'db', settings });
    expect((await app.runNow(job.id)).status).toBe('success');
    const { manager } = nest.get(State);
    await manager.query(`UPDATE job SET owner_id = 'ann' WHERE id = '${job.id}'`);
    await manager.query(`UPDATE job_run SET owner_id = 'ann' WHERE job_id = '${job.id}'`);
    const definition = definitionOf({
      inputs: [{ name: 'n', kind: 'output', job_id: job.id }],
      steps: [{ name: 'by_region', sql: 'SELECT count(*) FROM range(100000000000) a, range(100000) b, n' }],
    });
    const isGone = new AbortController().signal;
    const previewing = nest.get(PipelinesService).preview(ann, definition, { upTo: null, pipelineId: null, isGone });
    const refusal = expect(previewing).rejects.toMatchObject({ code: 'connection-not-found' });
    while (
      !nest
        .get(RunningRequests)
        .all()
        .some(({ connectionId }) => connectionId === 'db')
    )
      await pause(20);
    const bob = { subject: { kind: 'user', userId: 'bob' }, level: 'query' } as const;
    await nest.get(ConnectionAccess).change(LOCAL_ACTOR, 'db', [bob]);
    await refusal;
    await nest.get(ConnectionAccess).change(LOCAL_ACTOR, 'db', DEFAULT_GRANTS);
  });

  it('says that the file of an output is gone, without its folder', async () => {
    const settings = { sql: 'SELECT 1 AS n', save_results_as: 'n.csv' };
    const job = await app.create('query', { connection_id: 'db', settings });
    await app.runNow(job.id);
    rmSync(join(app.home, 'outputs', job.id), { recursive: true });
    const input = { name: 'n', kind: 'output', job_id: job.id } as const;
    const definition = { inputs: [input], steps: [], output: { from: 'n', format: 'csv', name: 'x' } };
    const errorOf = async () => (await preview(definition)).body.tables[0]?.error;
    expect(await errorOf()).toBe('The file was removed from its folder. Run the job again.');
    expect(await errorOf()).toBe('The job has no output yet.');
  });

  it('shows every table with its columns, its number of rows and the first of them', async () => {
    const { status, body } = await preview(definitionOf());
    expect(status).toBe(200);
    expect(body.tables.map(({ name, row_count: rows, error }) => [name, rows, error])).toEqual([
      ['orders', 3001, null],
      ['regions', 3, null],
      ['by_region', 3, null],
    ]);
    expect(body.tables[0]?.columns).toEqual([
      { name: 'id', type: 'BIGINT' },
      { name: 'region_id', type: 'BIGINT' },
      { name: 'total', type: 'DECIMAL(12,3)' },
      { name: 'at', type: 'TIMESTAMP WITH TIME ZONE' },
      { name: 'note', type: 'VARCHAR' },
    ]);
    expect(body.rows.map(([name, orderCount]) => [name, orderCount])).toEqual([
      ['East, far', '1000'],
      ['North', '1000'],
      ['South', '1000'],
    ]);
    expect(app.files('outputs').join()).not.toContain('partial');
  });

  it('goes no further than the table that is asked for', async () => {
    const { body } = await preview(definitionOf(), 'regions');
    expect([body.tables.map(({ name }) => name), body.rows.length]).toEqual([['orders', 'regions'], 3]);
  });

  it.each([
    ['SELECT nothing FROM orders', /nothing/],
    ['SELECT 1; DROP TABLE orders', /one SELECT/],
    ["COPY orders TO 'stolen.csv'", /SELECT/],
    ["ATTACH '/tmp/x.db'", /SELECT/],
    ["SELECT * FROM read_csv_auto('/etc/passwd')", /disabled|Permission|not allowed/i],
    ["SELECT * FROM read_text('../../secret.key')", /disabled|Permission|not allowed/i],
    [
      "SELECT getenv('PATH')",
      /^This function shows paths or settings of the server, which this pipeline does not allow\.$/,
    ],
    ['SELECT 1) ; CREATE TABLE x AS (SELECT 2', /syntax/],
  ])('reports at its step what is wrong with %s', async (sql, words) => {
    const { body } = await preview(
      definitionOf({ steps: [{ name: 'bad', sql }], output: { from: 'bad', format: 'csv', name: 'x' } }),
    );
    const bad = body.tables.at(-1);
    expect([bad?.name, bad?.row_count]).toEqual(['bad', null]);
    expect(bad?.error).toMatch(words);
  });

  it('reports at its input what is wrong with a query or a file', async () => {
    const wrong = { ...orders, sql: 'DELETE FROM orders' };
    const outside = { name: 'file', kind: 'file', path: '/etc/hosts' } as const;
    for (const [input, words] of [
      [wrong, 'orders'],
      [outside, 'file'],
    ] as const) {
      const { body } = await preview({
        inputs: [input],
        steps: [],
        output: { from: input.name, format: 'csv', name: 'x' },
      });
      expect([body.tables[0]?.name, body.tables[0]?.error === null]).toEqual([words, false]);
    }
    const { rows } = await database.execute('SELECT count(*) AS n FROM orders');
    expect(rows).toEqual([{ n: '3001' }]);
  });

  it.each([
    ['an input', [{ ...orders, sql: 'SELECT * FROM orders WHERE id = :x' }], []],
    ['a step', [orders], [{ name: 'chosen', sql: 'SELECT * FROM orders WHERE id = :x' }]],
  ] as const)('names the parameters of %s, for which it has no values', async (_, inputs, steps) => {
    const from = steps[0]?.name ?? 'orders';
    const definition: PipelineDefinition = { inputs, steps, output: { from, format: 'csv', name: 'x' } };
    const { body } = await preview(definition);
    expect(body.tables.at(-1)).toMatchObject({ name: from, error: 'Pipelines take no parameters: :x.' });
    expect((await save(definition)).notices).toEqual([`${from}: Pipelines take no parameters: :x.`]);
  });

  it('needs a definition that is one, of connections that are there', async () => {
    const wrong = await app.send('POST', '/api/pipelines/preview', { definition: { inputs: [] } });
    expect([wrong.status, wrong.body.errors?.[0]?.pointer]).toEqual([400, '/definition/inputs']);
    expect((await preview(definitionOf({ inputs: [{ ...orders, connection_id: 'nowhere' }, regions()] }))).status).toBe(
      404,
    );
  });
});

describe('a run', () => {
  it('makes one file, the same rows to the last digit', async () => {
    const step = { name: 'all_orders', sql: 'SELECT id, total, note FROM orders ORDER BY id DESC LIMIT 2' };
    const run = await runOf(
      definitionOf({ steps: [step], output: { from: 'all_orders', format: 'csv', name: 'top.csv' } }),
    );
    expect([run.status, run.error, run.outputs[0]?.name]).toEqual(['success', null, 'top.csv']);
    expect(await contentOf(run)).toBe('id,total,note\n9223372036854775807,,""\n3000,3003.000,"ä ""3000"\n');
  });

  it.each(['parquet', 'json', 'ndjson'] as const)('writes %s', async (format) => {
    const run = await runOf(definitionOf({ output: { from: 'by_region', format, name: 'x' } }));
    expect([run.status, run.outputs[0]?.name]).toEqual(['success', `x.${format}`]);
    const text = await contentOf(run);
    if (format === 'parquet') expect(text.startsWith('PAR1')).toBe(true);
    if (format === 'json') expect((JSON.parse(text) as object[]).length).toBe(3);
    if (format === 'ndjson') expect(text.trimEnd().split('\n')).toHaveLength(3);
  });

  it.each(['json', 'ndjson'] as const)('writes %s that others read, whatever is no number in it', async (format) => {
    const sql = `SELECT 'NaN'::float8 AS a, '-Infinity'::float4 AS b, 0.1::float8 AS c, NULL::float8 AS d, 'NaN' AS e`;
    const input = { name: 'rows', kind: 'query', connection_id: 'db', sql } as const;
    const step = {
      name: 'nested',
      sql: `SELECT *, [a, 1] AS f, {'x': b} AS g, ['NaN"', 'Infinity'] AS h, [c] AS i, MAP {'NaN': 1.5} AS j FROM rows`,
    };
    const run = await runOf({ inputs: [input], steps: [step], output: { from: 'nested', format, name: 'x' } });
    const text = await contentOf(run);
    const [row] = format === 'json' ? (JSON.parse(text) as object[]) : [JSON.parse(text) as object];
    expect(row).toEqual({
      ...{ a: 'nan', b: '-inf', c: 0.1, d: null, e: 'NaN' },
      ...{ f: '[nan, 1.0]', g: "{'x': -inf}", h: ['NaN"', 'Infinity'], i: [0.1], j: { NaN: 1.5 } },
    });
  });

  it.each([
    ['types of their own', "SELECT 1.50::numeric AS a, '\\xff00'::bytea AS b, true AS c, NULL::text AS d, '' AS e; "],
    ['a moment without end', "SELECT 'infinity'::timestamptz AS a, '2026-01-01'::date AS b"],
    ['the last moment of a day', "SELECT '24:00:00'::time AS a"],
    ['a decimal that is not a number', "SELECT 'NaN'::numeric(5,2) AS a, 1.25::numeric(5,2) AS b"],
    ['a year before Christ', "SELECT '0044-03-15 BC'::date AS a"],
    ['a text longer than a line may be', "SELECT repeat('x', 3000000) AS a, E'a\\nb,\"c' AS b"],
    ['names that repeat', 'SELECT 1 AS a, 2 AS a, 3 AS "A" -- and a comment'],
  ])('brings rows with %s as they are', async (_, sql) => {
    const input = { name: 'rows', kind: 'query', connection_id: 'db', sql } as const;
    const run = await runOf({ inputs: [input], steps: [], output: { from: 'rows', format: 'csv', name: 'x' } });
    expect([run.status, run.error]).toEqual(['success', null]);
    const text = sql.trim().replace(/;$/, '');
    const copied = await app.create('query', {
      connection_id: 'db',
      settings: { sql: text, save_results_as: 'parquet' },
    });
    await app.runNow(copied.id);
    const same = { name: 'same', kind: 'output', job_id: copied.id } as const;
    count += 100;
    const slow = await runOf({ inputs: [same], steps: [], output: { from: 'same', format: 'csv', name: 'x' } });
    expect(await contentOf(run)).toBe(await contentOf(slow));
  });

  it('cannot be talked into more than one query', async () => {
    const input = {
      name: 'out',
      kind: 'query',
      connection_id: 'db',
      sql: "SELECT 1) TO PROGRAM 'touch /tmp/no' --",
    } as const;
    const run = await runOf({ inputs: [input], steps: [], output: { from: 'out', format: 'csv', name: 'x' } });
    expect(run).toMatchObject({ status: 'error', error: expect.stringContaining('syntax error') });
  });

  it('goes on with what another job left', async () => {
    const source = await app.create('query', {
      connection_id: 'db',
      settings: { sql: 'SELECT 7 AS seven', save_results_as: 'seven.parquet' },
    });
    const input = { name: 'seven', kind: 'output', job_id: source.id } as const;
    const definition = definitionOf({
      inputs: [input],
      steps: [],
      output: { from: 'seven', format: 'csv', name: 'x' },
    });
    expect(await runOf(definition)).toMatchObject({ status: 'error', error: 'seven: The job has no output yet.' });
    await app.runNow(source.id);
    count += 100;
    expect(await contentOf(await runOf(definition))).toBe('seven\n7\n');
  });

  it('never reads what the pipeline itself has made', async () => {
    const saved = await save(definitionOf());
    const job = await app.create('pipeline', { settings: { pipeline_id: saved.id } });
    const definition = definitionOf({
      inputs: [{ name: 'self', kind: 'output', job_id: job.id }],
      steps: [],
      output: { from: 'self', format: 'csv', name: 'x' },
    });
    await app.send('PUT', `/api/pipelines/${saved.id}`, { name: saved.name, definition, version: 1 });
    expect(await app.runNow(job.id)).toMatchObject({
      status: 'error',
      error: 'self: A pipeline cannot read its own output.',
    });
  });

  it('that never ends is cut off with its process', async () => {
    const step = { name: 'endless', sql: 'SELECT count(*) FROM range(100000000000) a, range(100000) b' };
    const { id } = await save(
      definitionOf({ inputs: [regions()], steps: [step], output: { from: 'endless', format: 'csv', name: 'x' } }),
    );
    const job = await app.create('pipeline', { settings: { pipeline_id: id }, timeout_s: 2 });
    expect(await app.runNow(job.id)).toMatchObject({ status: 'timed_out' });
    expect(app.files('outputs').join()).not.toContain('partial');
  });
});

describe('saved pipelines', () => {
  it.each(['../x', 'böse "name"', 'a b.csv'])(
    'are refused where the file would not be named as typed: %s',
    async (name) => {
      const saved = await save(definitionOf());
      const output = { ...saved.definition.output, name };
      const input = { name: `named ${count}`, definition: { ...saved.definition, output } };
      const made = await app.send('POST', '/api/pipelines', input);
      expect([made.status, made.body.errors?.[0]?.pointer]).toEqual([400, '/definition/output/name']);
      const changed = await app.send('PUT', `/api/pipelines/${saved.id}`, { ...input, version: saved.version });
      expect(changed.status).toBe(400);
    },
  );

  it('are written as YAML and read again', async () => {
    const saved = await save(definitionOf());
    const { body: yaml } = await app.send<string>('GET', `/api/pipelines/${saved.id}/export.yaml`);
    expect(yaml).toContain('pipeline: pipeline');
    await app.send('DELETE', `/api/pipelines/${saved.id}`);
    const { status, body } = await app.send<Pipeline>('POST', '/api/pipelines/import', { yaml });
    expect([status, body.name, body.definition]).toEqual([201, saved.name, saved.definition]);
    for (const text of ['a: [', '- 1', 'pipeline: x', 'pipeline: 1']) {
      expect((await app.send('POST', '/api/pipelines/import', { yaml: text })).status).toBe(400);
    }
    for (const name of ['a\\0b', 'a\\nb', 'a\\ud800', ' ']) {
      const named = yaml.replace(saved.name, `"${name}"`);
      const { body: refusal } = await app.send('POST', '/api/pipelines/import', { yaml: named });
      expect(refusal.errors).toMatchObject([{ pointer: '/pipeline' }]);
    }
  });

  it('of another person are those that an administrator can choose for a job of that person', async () => {
    const owner = { ...LOCAL_ACTOR, userId: 'another' };
    const [pipelines, jobs] = [app.get(PipelinesService), app.get(SchedulerService)];
    const [theirs, later] = await Promise.all(
      ['theirs', 'later'].map((name) => pipelines.create(owner, { name, definition: definitionOf() })),
    );
    const own = await save(definitionOf());
    const settings = { pipeline_id: theirs?.id };
    const job = await jobs.create(owner, 'pipeline', { name: 'theirs', trigger: EVERY, settings });
    const change = (body: object) => app.send('PUT', `/api/scheduler/jobs/${job.id}`, body);
    expect((await change({ name: 'renamed' })).status).toBe(200);
    expect((await change({ settings: { pipeline_id: later?.id } })).status).toBe(200);
    expect((await change({ settings: { pipeline_id: own.id } })).body.code).toBe('pipeline-not-found');
    const { body } = await app.send<JobKindInfo>('GET', `/api/scheduler/kinds/pipeline?job_id=${job.id}`);
    const offered = body.fields.find(({ name }) => name === 'pipeline_id')?.choices ?? [];
    expect(offered.map(({ label }) => label).sort()).toEqual(['later', 'theirs']);
  });

  it('are changed from the version that was seen, by names of their own, and stay while jobs run them', async () => {
    const saved = await save(definitionOf());
    const change = { name: saved.name, definition: saved.definition, version: 1 };
    expect((await app.send<Pipeline>('PUT', `/api/pipelines/${saved.id}`, change)).body.version).toBe(2);
    expect((await app.send('PUT', `/api/pipelines/${saved.id}`, change)).body.code).toBe('changed-meanwhile');
    expect(
      (await app.send('POST', '/api/pipelines', { name: saved.name.toUpperCase(), definition: saved.definition })).body
        .code,
    ).toBe('name-taken');
    await app.create('pipeline', { settings: { pipeline_id: saved.id } });
    expect((await app.send('DELETE', `/api/pipelines/${saved.id}`)).body.code).toBe('pipeline-in-use');
    const missing = { name: 'x', trigger: EVERY, settings: { pipeline_id: 'no' } };
    expect((await app.send('POST', '/api/scheduler/jobs/pipeline', missing)).body.code).toBe('pipeline-not-found');
  });
});

it('a pipeline that is removed while a job of it is saved has no job', async () => {
  const { id } = await save(definitionOf());
  const kind: JobKind = app.get(PipelineKind);
  // Asked between the check of the settings and the transaction that saves the job.
  kind.judge = async () => {
    await app.get(PipelinesService).remove(LOCAL_ACTOR, id);
    return [];
  };
  const input = { name: 'late', trigger: EVERY, settings: { pipeline_id: id } };
  const { body } = await app.send('POST', '/api/scheduler/jobs/pipeline', input);
  delete kind.judge;
  expect(body.code).toBe('pipeline-not-found');
  const { items } = (await app.send<JobList>('GET', '/api/scheduler/jobs')).body;
  expect(items.map(({ name }) => name)).not.toContain('late');
});

describe('a plugin', () => {
  const plugin = (name: string, text: string) => {
    mkdirSync(join(app.home, 'plugins'), { recursive: true });
    writeFileSync(join(app.home, 'plugins', `${name}.mjs`), text);
  };
  const one = (run: string) =>
    `export default ({ register }) => register({ version: 1, jobs: [{ name: 'go', run: async (context) => { ${run} } }] });`;
  const runPlugin = async (name: string, options: object = {}, timeout = 60) => {
    const job = await app.create('plugin', { settings: { plugin: name, job: 'go', options }, timeout_s: timeout });
    return app.runNow(job.id);
  };

  it('works with databases in the name of its owner, says how far it is, and leaves files', async () => {
    plugin(
      'works',
      `import { writeFileSync } from 'node:fs';\n${one(`
      const { rows, columns } = await context.connection('db').query('SELECT 1 AS a, NULL AS b');
      context.log(JSON.stringify([columns, rows, context.options]));
      await context.connection('db').query('CREATE TABLE x (i int)').catch((error) => context.warn(error.message));
      writeFileSync(context.output('../../result.txt'), 'done'); context.progress(1, 2);`)}`,
    );
    const run = await runPlugin('works', { a: 1 });
    expect(run.log.map(({ text }) => text)).toEqual([
      '[["a","b"],[["1",null]],{"a":1}]',
      expect.stringContaining('read-only'),
    ]);
    expect([run.status, run.outputs.map(({ name }) => name), await contentOf(run)]).toEqual([
      'success',
      ['result.txt'],
      'done',
    ]);
  });

  it.each([
    ['throws', "throw new Error('on purpose')", 'on purpose'],
    ['exits', 'process.exit(3)', 'Its process ended with 3.'],
    ['fails-later', "setTimeout(() => { throw new Error('late') }, 1); await new Promise(() => {})", 'late'],
    ['eats', 'const all = []; for (;;) all.push(new Array(1e6).fill(1))', 'ended'],
    ['hidden', "await context.connection('nowhere').query('SELECT 1')", 'No such connection'],
  ])('that %s is a failed run', async (name, code, words) => {
    plugin(name, one(code));
    expect(await runPlugin(name)).toMatchObject({ status: 'error', error: expect.stringContaining(words) });
  });

  it('that loops, or floods the log, is ended when its time is over; others are answered meanwhile', async () => {
    plugin('loops', one('for (;;) {}'));
    plugin('floods', one("for (;;) context.log('x')"));
    const runs = await Promise.all(
      ['loops', 'floods'].map(async (name) => {
        const job = await app.create('plugin', { settings: { plugin: name, job: 'go' }, timeout_s: 2 });
        return (await app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`)).body;
      }),
    );
    expect((await app.send('GET', '/api/health')).status).toBe(200);
    for (const { id } of runs) expect((await app.ended(id)).status).toBe('timed_out');
    expect((await app.send('GET', '/api/health')).status).toBe(200);
  });

  it('that exits leaves no statement behind', async () => {
    const isAsleep = `SELECT 1 AS a FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(601)%' AND state = 'active' AND datname = current_database()`;
    const code = `const { query } = context.connection('db');
      void query('SELECT pg_sleep(601)');
      while ((await query(${JSON.stringify(isAsleep)})).rows.length === 0);
      process.exit(0);`;
    plugin('leaves', one(code));
    expect(await runPlugin('leaves')).toMatchObject({ status: 'error', error: 'Its process ended with 0.' });
    await app.until(async () => ((await database.execute(isAsleep)).rows.length === 0 ? true : null));
  });

  it('is listed with what is wrong with it, and cannot be scheduled then', async () => {
    plugin('broken', 'export default () => { throw new Error("cannot load") }');
    plugin('future', 'export default ({ register }) => register({ version: 2, jobs: [] })');
    plugin('right', one(''));
    plugin('exits-at-once', 'process.exit(3)');
    plugin('silent', 'await new Promise(() => {})');
    const { body } = await app.send<PluginList>('GET', '/api/plugins');
    rmSync(join(app.home, 'plugins', 'silent.mjs'));
    const errors = Object.fromEntries(body.items.map(({ name, error }) => [name, error]));
    expect(errors).toMatchObject({
      ...{ right: null, broken: 'cannot load', future: 'This workbench supports version 1.' },
      ...{ 'exits-at-once': 'Its process ended with 3.', silent: 'It did not list its jobs within 5 s.' },
    });
    const input = { name: 'x', trigger: EVERY, settings: { plugin: 'broken', job: 'go' } };
    expect((await app.send('POST', '/api/scheduler/jobs/plugin', input)).body.errors?.[0]).toEqual({
      pointer: '/settings/plugin',
      detail: 'cannot load',
    });
  });

  const page = readFileSync(join(import.meta.dirname, '../../../docs/plugins.md'), 'utf8');
  const refreshViews = /`plugins\/refresh-views\.mjs`:\s+```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

  it('as the page about plugins shows it refreshes materialized views', async () => {
    plugin('refresh-views', refreshViews);
    await database.execute(
      'CREATE MATERIALIZED VIEW counted AS SELECT count(*) AS n FROM orders; INSERT INTO orders (id) VALUES (1)',
    );
    const job = await app.create('plugin', {
      connection_id: 'db',
      settings: { plugin: 'refresh-views', job: 'refresh', options: {} },
    });
    expect(await app.runNow(job.id)).toMatchObject({ status: 'success', error: null });
    expect((await database.execute('SELECT n::text FROM counted')).rows).toEqual([{ n: '3002' }]);
  });

  it('is scheduled by the JSON that the page about plugins shows', async () => {
    plugin('refresh-views', refreshViews);
    const shown = /`POST \/api\/scheduler\/jobs\/plugin` with `(\{.*?\})`/.exec(page)?.[1] ?? '';
    const input = JSON.parse(shown) as JobInput;
    const { items } = (await app.send<ConnectionList>('GET', '/api/connections')).body;
    const isKnown = items.some(({ id }) => id === input.connection_id);
    const sent = isKnown ? input : { ...input, connection_id: 'db' };
    const { status, body: job } = await app.send<Job>('POST', '/api/scheduler/jobs/plugin', sent);
    expect([status, job]).toMatchObject([201, sent]);
    expect(job.connection_id).toBe(sent.connection_id);
    expect(await app.runNow(job.id)).toMatchObject({ status: 'success', error: null });
  });
});
