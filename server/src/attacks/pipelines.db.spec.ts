import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Job, JobRun, Pipeline, PipelinePreview } from '#libs/api';
import { bodyOf } from '../auth/testing/auth-app.js';
import { WorkDatabase } from '../connections/index.js';
import { CHILD_NICENESS, childConfinement, listChildren } from '../platform/index.js';
import { neverAborted } from '../connections/engines/testing/index.js';
import { AttackedWorkbench, CANARY } from './testing/attacked-workbench.js';
import type { Answer } from './testing/attacked-workbench.js';

let bench: AttackedWorkbench;
let work: WorkDatabase;
let tables = 0;
beforeAll(async () => {
  bench = await AttackedWorkbench.start({ WORKBENCH_PERSON_REQUESTS_PER_SECOND: '0' });
  mkdirSync(join(bench.root, 'allowed', 'more'));
  writeFileSync(join(bench.root, 'allowed', 'rows.csv'), 'a\n1\n');
  work = await startWork();
  await bench.breaches();
});
afterAll(async () => {
  work.kill();
  await bench.stop();
});

/** The engine of a pipeline as the workbench starts it for one that reads a file. */
async function startWork(): Promise<WorkDatabase> {
  const folder = join(bench.root, 'home', 'steps');
  mkdirSync(folder);
  const rows = join(bench.root, 'allowed', 'rows.csv');
  const order = { purpose: 'pipeline', folder, memoryMebibytes: 1024, maxBytes: 1024 ** 3, readable: [rows] } as const;
  const started = await WorkDatabase.start(order, neverAborted());
  await started.run(`CREATE VIEW rows AS SELECT * FROM read_csv_auto('${rows}')`);
  return started;
}

/** Makes a table of a step, and shows what the preview of it would. */
async function madeBy(sql: string): Promise<string> {
  const name = `attack_${(tables += 1)}`;
  try {
    await work.step(name, filled(sql), 'table');
    return JSON.stringify(await work.run(`SELECT COLUMNS(*)::VARCHAR FROM ${name} LIMIT 100`));
  } catch (error) {
    return String(error);
  }
}

const filled = (text: string): string =>
  text.replace(/\{(allowed|outside|home|drop)\}/g, (_, name: string) => join(bench.root, name));

const rowsInput = () => ({ name: 'rows', kind: 'file', path: join(bench.root, 'allowed', 'rows.csv') });
const preview = (definition: object): Promise<Answer> =>
  bench.send({ method: 'POST', path: '/api/pipelines/preview', body: { definition }, as: 'viewer' });
const stepOf = (sql: string): Promise<Answer> =>
  preview({
    inputs: [rowsInput()],
    steps: [{ name: 'attack', sql: filled(sql) }],
    output: { from: 'attack', format: 'csv', name: 'x' },
  });

/** What an answer says beside the paths that the attacker wrote. */
function shown(text: string, sent: string): string {
  const own = sent.match(/\{(?:allowed|outside|home|drop)\}[^'"]*/g) ?? [];
  // The engine's errors quote the beginning of a statement.
  return [...own, '{allowed}/rows.csv'].reduce((left, path) => left.replaceAll(filled(path), ''), withoutQuote(text));
}

function withoutQuote(text: string): string {
  return text.replace(/LINE 1: [\s\S]*$/, '');
}

async function expectNothingWon(answer: string, sql: string): Promise<void> {
  const text = shown(answer, sql);
  expect(text).not.toContain(CANARY);
  expect(text).not.toContain(bench.root);
  expect(await bench.breaches()).toEqual([]);
}

const WRITES = [
  "FROM enable_logging(storage = 'file', storage_path = '{allowed}/log')",
  "FROM enable_logging\u200B(storage = 'file', storage_path = '{allowed}/log')",
  "FROM query('FROM enable_' || 'logging(storage = ''file'', storage_path = ''{allowed}/log'')')",
  "FROM enable_profiling(format = 'json', save_location = '{allowed}/made.json')",
  "FROM query\u200B('FROM enable_' || 'profiling(format=''json'', save_location=''{allowed}/rows.csv'')')",
  "SELECT * FROM range(1) t(i), LATERAL (FROM enable_profiling(save_location = '{outside}/made'))",
  "WITH a AS MATERIALIZED (FROM enable_logging(storage = 'file', storage_path = '{outside}/log')) FROM a",
  "PIVOT (FROM enable_logging(storage = 'file', storage_path = '{outside}/log')) ON type",
  "EXPORT DATABASE '{allowed}/made'",
  "\u200BEXPORT DATABASE '{outside}/made'",
  "COPY (SELECT 1) TO '{allowed}/made.csv'",
  "SELECT 1) TO '{allowed}/made.csv' --",
  "SELECT 1); COPY (SELECT 1) TO '{allowed}/made.csv'; SELECT * FROM (SELECT 1",
  "SELECT 1; EXPORT DATABASE '{outside}/made'",
  "PREPARE p AS COPY (SELECT 1) TO '{allowed}/made.csv'",
  "EXPLAIN ANALYZE COPY (SELECT 1) TO '{allowed}/made.csv'",
];

const READS = [
  "FROM read_text('{outside}/secret.csv')",
  "FROM read_csv(['{allowed}/rows.csv', '{outside}/secret.csv'])",
  "FROM read_text('{allowed}/folder/secret.csv')",
  "FROM read_text('{allowed}/../outside/secret.csv')",
  "FROM query('FROM read_' || 'text(''{outside}/secret.csv'')')",
  "FROM query_table('{outside}/secret.csv')",
  "FROM '{outside}/secret.csv'",
  "FROM read_text('{home}/connections.yaml')",
  "FROM read_text('/proc/self/environ')",
  "SELECT getenv('HOME') AS a",
  "ATTACH '{home}/state.sqlite' AS s",
  'LOAD httpfs',
];

const PATHS = [
  'FROM duckdb_settings()',
  'SELECT path FROM duckdb_databases()',
  'FROM pragma_database_list',
  'FROM duckdb_databases',
  'SELECT sql FROM duckdb_views()',
  'SELECT view_definition FROM information_schema.views',
  "SELECT current_setting('allowed_directories') AS a",
  "SELECT current_setting('temp_' || 'directory') AS a",
  "FROM query('FROM duckdb_' || 'settings()')",
  "SELECT * FROM glob('{home}/**')",
];

describe('a step of a pipeline', () => {
  it.each(WRITES)('writes no file: %s', async (sql) => {
    await expectNothingWon(await madeBy(sql), sql);
  });

  it.each(READS)('reads no other file: %s', async (sql) => {
    await expectNothingWon(await madeBy(sql), sql);
  });

  it.each(PATHS)('shows no path of the server: %s', async (sql) => {
    await expectNothingWon(await madeBy(sql), sql);
  });

  it.each([WRITES[4], READS[0], PATHS[0]])('is guarded behind its route, too: %s', async (sql = '') => {
    await expectNothingWon((await stepOf(sql)).text, sql);
  });

  it('still reads its inputs, and files of its own folder', async () => {
    expect(await madeBy('SELECT a + 1 AS b FROM rows; ')).toBe('[["2"]]');
    expect(await madeBy("FROM query('SELECT a FROM rows')")).toBe('[["1"]]');
    expect(await madeBy('PIVOT rows ON a IN (1) USING count(*)')).toBe('[["1"]]');
  });

  it('runs in an engine process like any other: limited, confined, with a lower priority, and listed', async () => {
    const host = (await listChildren()).find(({ purpose }) => purpose === 'pipeline');
    if (host === undefined) throw new Error('The process is not listed.');
    expect(host).toMatchObject({ engine: 'duckdb', confined: (await childConfinement()) === 'bubblewrap' });
    expect(getPriority(host.pid)).toBe(getPriority(process.pid) + CHILD_NICENESS);
    const limits = readFileSync(`/proc/${host.pid}/limits`, 'utf8');
    expect(limits).toMatch(/^Max data size +\d+ /m);
    expect(limits).toMatch(/^Max core file size +0 /m);
  });

  it('shows no more of its rows than the workbench can hold, and says so', async () => {
    const sql = "SELECT repeat('x', 5000000) AS a FROM range(20)";
    const { tables } = JSON.parse((await stepOf(sql)).text) as PipelinePreview;
    expect(tables.at(-1)?.error).toBe('The answer of the engine is larger than 64 MiB. Select less at once.');
  });

  it('that ends its process costs that preview alone', async () => {
    const sql = "SELECT length(json_structure(repeat('[', 100000) || repeat(']', 100000))::varchar) AS a";
    const answer = await stepOf(sql);
    expect(answer.status).toBe(200);
    const { tables } = JSON.parse(answer.text) as PipelinePreview;
    expect(tables.at(-1)?.error).toMatch(/^The engine process of this pipeline ended unexpectedly \(SIG[A-Z]+\)\./);
    expect((await stepOf('SELECT 7 AS seven')).text).toContain('seven');
  });
});

describe('an input of a pipeline', () => {
  it.each([
    '{outside}/secret.csv',
    '{allowed}/folder/secret.csv',
    '{allowed}/../outside/secret.csv',
    '{allowed}/more/../../outside/secret.csv',
    '{home}/connections.yaml',
    '{home}/state.sqlite',
    '/proc/self/environ',
    '/etc/passwd',
    '{allowed}/*/secret.csv',
    'https://example.org/a.csv',
    'file://{outside}/secret.csv',
  ])('is a file in the allowed folders: %s', async (path) => {
    const file = { name: 'attack', kind: 'file', path: filled(path) };
    const output = { from: 'attack', format: 'csv', name: 'x' };
    await expectNothingWon((await preview({ inputs: [file], steps: [], output })).text, path);
  });

  it.each(['vault', 'VAULT', 'pg/../vault', ''])('is a query on a visible connection: %j', async (id) => {
    const query = { name: 'attack', kind: 'query', connection_id: id, sql: 'FROM secret' };
    const output = { from: 'attack', format: 'csv', name: 'x' };
    const answer = await preview({ inputs: [query], steps: [], output });
    expect([400, 404]).toContain(answer.status);
    await expectNothingWon(answer.text, '');
  });

  it('is no output of a job of someone else', async () => {
    const job = { name: 'attack', kind: 'output', job_id: bench.secretIds.job };
    const output = { from: 'attack', format: 'csv', name: 'x' };
    await expectNothingWon((await preview({ inputs: [job], steps: [], output })).text, '');
  });
});

describe('the definition of a pipeline', () => {
  const PART = { name: 'a', kind: 'file', path: '/x.csv' };
  const OUTPUT = { from: 'a', format: 'csv', name: 'x' };
  it.each<[string, object]>([
    ['a kind that every object has', { inputs: [{ ...PART, kind: 'constructor' }], output: OUTPUT }],
    ['a kind that is a prototype', { inputs: [{ ...PART, kind: 'toString' }], output: OUTPUT }],
    ['a kind that cannot be a text', { inputs: [{ ...PART, kind: { toString: 1 } }], output: OUTPUT }],
    ['a name that is a list', { inputs: [{ ...PART, name: ['a'] }], output: OUTPUT }],
    ['a name that ends a quote', { inputs: [{ ...PART, name: 'a"; --' }], output: OUTPUT }],
    ['a format of every object', { inputs: [PART], output: { ...OUTPUT, format: 'constructor' } }],
    ['a thousand inputs', { inputs: Array(1000).fill(PART), output: OUTPUT }],
    ['an input that is none', { inputs: [null], output: OUTPUT }],
  ])('with %s is refused', async (_, definition) => {
    const answer = await preview(definition);
    expect(answer.status).toBe(400);
    await expectNothingWon(answer.text, '');
  });
});

describe('the YAML of a pipeline', () => {
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]', ...Array.from('bcdefghi', levelOf)].join('\n');
  function levelOf(name: string, at: number): string {
    return `${name}: &${name} [${Array(9)
      .fill(`*${'abcdefghi'.charAt(at)}`)
      .join(',')}]`;
  }
  const GOOD = `pipeline: mine
inputs: [{ name: a, kind: file, path: {allowed}/rows.csv }]
output: { from: a, format: csv, name: x }
`;
  const load = (yaml: string): Promise<Answer> =>
    bench.send({ method: 'POST', path: '/api/pipelines/import', body: { yaml: filled(yaml) }, as: 'viewer' });

  it.each<[string, string]>([
    ['aliases that multiply', bomb],
    ['aliases within its parts', `${GOOD}${bomb}`],
    ['a name twice', `pipeline: other\n${GOOD}`],
    ['__proto__', `${GOOD}__proto__: { role: admin }\n`],
    ['a merge of __proto__', `${GOOD}<<: { __proto__: { polluted: yes } }\n`],
    ['constructor', `${GOOD}constructor: { prototype: { polluted: yes } }\n`],
    ['a tag of a function', `${GOOD}x: !!js/function 'function () { return 1 }'\n`],
    ['a tag of a language', `!!python/object/apply:os.system ["touch {outside}/made"]`],
    ['an include', `${GOOD}x: !include {outside}/secret.csv\n`],
    ['two documents', `${GOOD}---\n${GOOD}`],
    ['100,000 brackets', '['.repeat(100_000)],
    ['100,000 maps', '{a: '.repeat(100_000)],
    ['900 levels', `${GOOD}x: ${'['.repeat(900)}${']'.repeat(900)}\n`],
    ['5 MB', `${GOOD}#${'x'.repeat(5_000_000)}`],
    ['100,000 anchors', Array.from({ length: 80_000 }, (_, at) => `- &a${at} x`).join('\n')],
    ['100,000 unknown tags', '- !a b\n'.repeat(140_000)],
    ['a NUL', `${GOOD}x: "\u0000"`],
    ['a directive', `%TAG ! tag:evil,2000:\n---\n${GOOD}x: !a b\n`],
  ])('with %s is refused, and holds nobody up', async (_, yaml) => {
    const answer = await load(yaml);
    expect([400, 413, 422, 503]).toContain(answer.status);
    await expectNothingWon(answer.text, '{allowed}/rows.csv');
    expect((await bench.send({ path: '/api/health' })).status).toBe(200);
  });

  it('with tags of the core schema alone is taken', async () => {
    expect((await load(GOOD.replace('mine', "!!str 'mine'"))).status).toBe(201);
  });

  it.each([
    '../outside/secret.csv',
    './outside/secret.csv',
    'secret.csv',
    '{allowed}/../outside/secret.csv',
    '{allowed}/link.sql',
    '{allowed}/folder/secret.csv',
    '~/secret.csv',
    '{allowed}/rows.csv\\u0000.csv',
    "{allowed}/rows.csv'; COPY (SELECT 1) TO '{allowed}/made.csv",
    '{allowed}/[r]ows.csv',
    '{allowed}',
  ])('reads no file by %s', async (path) => {
    const made = await load(GOOD.replace('mine', `p${tables++}`).replace('{allowed}/rows.csv', JSON.stringify(path)));
    if (made.status !== 201) {
      expect(made.status).toBe(400);
      return;
    }
    const { definition } = JSON.parse(made.text) as Pipeline;
    const answer = await preview(definition);
    const failed = (JSON.parse(answer.text) as Partial<PipelinePreview>).tables?.at(-1)?.error;
    expect([answer.status >= 400 || typeof failed === 'string', answer.text.includes(CANARY)]).toEqual([true, false]);
    expect(await bench.breaches()).toEqual([]);
  });

  it.each(['../../made', '/tmp/made', '..\\made', 'a/../../../made.csv', '%2e%2e%2fmade', '\u202Emade', 'CON', ''])(
    'writes to no other place by the name %j',
    async (name) => {
      const text = GOOD.replace('mine', `p${tables++}`).replace('name: x', `name: ${JSON.stringify(name)}`);
      const made = await load(text);
      if (made.status === 400) return;
      const { id } = JSON.parse(made.text) as Pipeline;
      const { viewer } = bench.callers;
      const trigger = { type: 'interval', every: 8000, unit: 'hours' };
      const body = { name: `p${tables++}`, trigger, settings: { pipeline_id: id } };
      const job = bodyOf<Job>(await viewer.post('/api/scheduler/jobs/pipeline', body).expect(201));
      const run = bodyOf<JobRun>(await viewer.post(`/api/scheduler/jobs/${job.id}/run`).expect(202));
      const ended = await endOf(run.id);
      expect([ended.status, ended.outputs.some((output) => /[/\\]|^\./.test(output.name))]).toEqual(['success', false]);
      expect(await bench.breaches()).toEqual([]);
    },
  );

  async function endOf(id: string): Promise<JobRun> {
    for (;;) {
      const run = bodyOf<JobRun>(await bench.callers.viewer.get(`/api/scheduler/runs/${id}`).expect(200));
      if (run.status !== 'queued' && run.status !== 'running') return run;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});
