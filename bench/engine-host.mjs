/** Prints what running DuckDB in a process of its own costs; every ratio is taken within one run. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, quantile } from './parts/load.mjs';
import { memoryMegabytes } from './parts/processes.mjs';

const SERVER = '../dist/server/src';
const LIBS = '../dist/libs';
const { createDuckdbConnector } = await import(`${SERVER}/connections/engines/duckdb/index.js`);
const { createFilesConnector } = await import(`${SERVER}/connections/engines/files/index.js`);
const { openDuckdbConnector } = await import(`${SERVER}/connections/engines/duckdb/open-duckdb-connector.js`);
const { FILES_DEFAULTS } = await import(`${LIBS}/files/index.js`);
const { configureChildren, listChildren } = await import(`${SERVER}/platform/index.js`);
const { ResultSpool } = await import(`${SERVER}/results/spool/result-spool.js`);
const { SpoolQuota } = await import(`${SERVER}/results/quota/spool-quota.js`);

const PREVIEWS = 400;
const WARM_UP = 50;
const PREVIEW = 'SELECT * FROM big LIMIT 200';
const WIDE_COLUMNS = 5_000;
const WIDE_ROUNDS = 15;
const KEPT_ROUNDS = 5;
const STARTS = 15;
const MILLION = `SELECT range AS id, range % 1000 AS customer, 'order ' || range AS name, range * 1.25 AS price,
  DATE '2020-01-01' + (range % 2000)::INTEGER AS day, TIMESTAMP '2020-01-01' + INTERVAL (range) SECOND AS at,
  range % 2 = 0 AS paid, md5(range::VARCHAR) AS code, CASE WHEN range % 5 = 0 THEN NULL ELSE 'note' END AS note,
  range / 7.0 AS ratio, 'x' AS mark, range % 97 AS bucket FROM range(1000000)`;

/** @type {{name: string, value: string, target: string, isMet: boolean}[]} */
const report = [];
const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
/** @typedef {{connection_id: string | null, pid: number, confined: boolean}} Host */

const context = { now: Date.now, connectTimeoutMs: 60_000, onHealthChanged: () => undefined };
const never = new AbortController().signal;

/** @param {string} name */
const configOf = (name) => ({
  ...{
    id: name,
    name,
    kind: 'duckdb',
    colour: null,
    readOnly: false,
    writes: 'direct',
    statementTimeoutMs: 0,
    autoCommit: true,
    confirmDestructive: true,
  },
  path: join(home, `${name}.duckdb`),
});
const host = createDuckdbConnector(configOf('host'), context);
const inProcess = openDuckdbConnector(configOf('in-process'), context);

try {
  for (const connector of [inProcess, host]) await run(connector, `CREATE TABLE big AS ${MILLION}`, sinkOf());
  await measurePreview();
  await measureKept();
  await measureWide();
  await measureWideFile();
  await measureMemory();
  await measureStart('auto');
  await measureStart('off');
} finally {
  await Promise.all([host.close(), inProcess.close()]);
  rmSync(home, { recursive: true, force: true });
}
print();

/** @returns {import('../server/src/connections/engines/connector.js').ResultSink} */
function sinkOf() {
  return { columns: () => undefined, row: () => true, drained: () => Promise.resolve(), notice: () => undefined };
}

/** One run as the studio makes it: a session of its own, one statement. @param {typeof host} connector @param {string} sql @param {ReturnType<typeof sinkOf>} sink */
async function run(connector, sql, sink) {
  const session = await connector.openSession(never);
  const outcome = await session.run(sql, sink, never);
  await session.release();
  if (outcome.status !== 'succeeded') throw new Error(JSON.stringify(outcome));
}

async function measurePreview() {
  /** @type {Record<'inProcess' | 'host', number[]>} */
  const times = { inProcess: [], host: [] };
  for (let round = 0; round < WARM_UP + PREVIEWS; round += 1) {
    for (const [name, connector] of /** @type {const} */ ([
      ['inProcess', inProcess],
      ['host', host],
    ])) {
      const begin = performance.now();
      await run(connector, PREVIEW, sinkOf());
      if (round >= WARM_UP) times[name].push(performance.now() - begin);
    }
  }
  const [bare, hosted] = [quantile(times.inProcess, 0.5), quantile(times.host, 0.5)];
  const value = `${(hosted / bare).toFixed(2)}× (${hosted.toFixed(2)} ms, in process ${bare.toFixed(2)} ms)`;
  add('Preview of 200 rows, p50', value, '≤ 1.3× in-process', hosted / bare <= 1.3);
}

/** The first rows of a table of many columns; the engine plans each of them several times. */
async function measureWide() {
  const columns = Array.from({ length: WIDE_COLUMNS }, (_, place) => `range * ${place} AS column_${place}`);
  await run(host, `CREATE TABLE wide AS SELECT ${columns.join()} FROM range(20)`, sinkOf());
  await addWide('5 rows × 5,000 columns, p50', host, 450);
}

/** The same of a CSV file. */
async function measureWideFile() {
  const path = join(home, 'files');
  const lineOf = (/** @type {(place: number) => string} */ field) =>
    Array.from({ length: WIDE_COLUMNS }, (_, place) => field(place)).join();
  mkdirSync(path);
  const rows = Array.from({ length: 20 }, (_, row) => lineOf((place) => String(row * place)));
  writeFileSync(join(path, 'wide.csv'), [lineOf((place) => `column_${place}`), ...rows].join('\n'));
  const config = { ...configOf('files'), ...FILES_DEFAULTS, kind: 'files', path };
  const files = createFilesConnector(config, { ...context, home });
  await addWide('5 rows × 5,000 columns of a CSV file, p50', files, 500);
  await addWide('Preview of 5,000 columns of a CSV file, p50', files, 500, 'SELECT * FROM wide LIMIT 200');
  await addWide(
    'All rows in order, 5,000 columns of a CSV file, p50',
    files,
    500,
    'SELECT * FROM wide ORDER BY column_3',
  );
  await files.close();
}

/** @param {string} name @param {typeof host} connector @param {number} most @param {string} sql */
async function addWide(name, connector, most, sql = 'SELECT * FROM wide LIMIT 5') {
  const times = [];
  for (let round = 0; round <= WIDE_ROUNDS; round += 1) {
    const begin = performance.now();
    await run(connector, sql, sinkOf());
    if (round > 0) times.push(performance.now() - begin);
  }
  const ms = median(times);
  add(name, `${ms.toFixed(0)} ms`, `≤ ${most} ms`, ms <= most);
}

async function measureKept() {
  const ratios = [];
  for (let round = 0; round < KEPT_ROUNDS; round += 1) {
    const bare = await kept(inProcess, `in-process-${round}`);
    ratios.push((await kept(host, `host-${round}`)) / bare);
  }
  const ratio = median(ratios);
  add('1,000,000 rows × 12 columns kept', `${ratio.toFixed(2)}×`, '≤ 1.25× in-process', ratio <= 1.25);
}

/** Milliseconds until a result is on disk. @param {typeof host} connector @param {string} name */
async function kept(connector, name) {
  const limits = { resultBytes: Number.MAX_SAFE_INTEGER, totalBytes: Number.MAX_SAFE_INTEGER };
  const spool = new ResultSpool(join(home, `${name}.ndjson`), new SpoolQuota(limits));
  const begin = performance.now();
  await run(connector, 'SELECT * FROM big', {
    ...sinkOf(),
    row: (row) => spool.append(row),
    drained: () => spool.drained(),
  });
  await spool.finish();
  const ms = performance.now() - begin;
  if (spool.readableRows !== 1_000_000) throw new Error(`${spool.readableRows} rows were kept.`);
  await spool.discard();
  return ms;
}

/** An idle host that has opened a small file and answered once. */
async function measureMemory() {
  const connector = createDuckdbConnector(configOf('idle'), context);
  await run(connector, 'SELECT 1', sinkOf());
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const pid = /** @type {Host[]} */ (await listChildren()).find(({ connection_id: id }) => id === 'idle')?.pid;
  const { resident, share, own } = memoryMegabytes(pid);
  const value = `${share.toFixed(0)} MB (${own.toFixed(0)} MB of its own, ${resident.toFixed(0)} MB with shared code)`;
  add('Idle host, its share of memory', value, '≤ 60 MB', share <= 60);
  await connector.close();
}

/** From nothing to the first answer. @param {string} confinement */
async function measureStart(confinement) {
  configureChildren({ confinement });
  const times = [];
  let isConfined = false;
  for (let round = 0; round < STARTS; round += 1) {
    const connector = createDuckdbConnector(configOf('start'), context);
    const begin = performance.now();
    await connector.test(never);
    times.push(performance.now() - begin);
    isConfined = /** @type {Host[]} */ (await listChildren()).some(
      ({ connection_id: id, confined }) => id === 'start' && confined,
    );
    await connector.close();
  }
  const ms = median(times);
  const how = isConfined ? 'confined by bubblewrap' : 'not confined';
  add(`Start of a host to its first answer, ${how}`, `${ms.toFixed(0)} ms`, '≤ 150 ms', ms <= 150);
}

/** @param {string} name @param {string} value @param {string} target @param {boolean} isMet */
function add(name, value, target, isMet) {
  report.push({ name, value, target, isMet });
}

function print() {
  for (const { name, value, target, isMet } of report) {
    console.log(`${isMet ? 'met   ' : 'missed'}  ${name.padEnd(58)} ${value.padEnd(52)} ${target}`);
  }
  if (report.some(({ isMet }) => !isMet)) process.exitCode = 1;
}
