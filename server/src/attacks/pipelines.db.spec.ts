import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PipelinePreview } from '#libs/api';
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
  const order = { purpose: 'pipeline', folder, memoryMebibytes: 1024, readable: [rows] } as const;
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
