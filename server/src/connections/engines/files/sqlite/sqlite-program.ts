/**
 * The SQLite program: a process of its own that reads one database file at a time for the workbench. It is started by
 * Node as it stands, compiled or (in tests) as TypeScript whose types Node strips; so it names its parts with the
 * ending of this file, imports nothing else but Node and types, and uses no syntax that has to be transformed.
 */
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type * as CellText from './cell-text.js';
import type * as OpenedFile from './opened-file.js';
import type * as PreparedStatement from './prepared-statement.js';
import type {
  BatchRequest,
  BoundValues,
  OpenRequest,
  SqliteAnswer,
  SqliteColumn,
  SqliteDescription,
  SqliteFailure,
  SqliteRequest,
  SqliteSource,
} from './protocol.js';
import type * as Authorizer from './sqlite-authorizer.js';

const ENDING = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const [
  { SqliteAuthorizer },
  { CellTexts, storageClass },
  { confirmOpened, isInWalMode },
  { checkValues, prepareOne, runStatements },
] = await Promise.all([
  load<typeof Authorizer>('sqlite-authorizer'),
  load<typeof CellText>('cell-text'),
  load<typeof OpenedFile>('opened-file'),
  load<typeof PreparedStatement>('prepared-statement'),
]);

const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 256 * 1024;
/** Batches under way that the workbench has not yet asked more for. */
const BATCHES_AHEAD = 2;
/** Of one text or blob; a blob takes twice as much as text. */
const MAX_VALUE_BYTES = 128 * 1024 * 1024;
const CACHE_KIBIBYTES = 16_000;
/** After this long without an open file the process gives its memory back. */
const IDLE_MS = 500;
const OPENS = new Set(['OpenRead', 'OpenWrite', 'ReopenIdx']);
const OPTIONS = {
  ...{ returnArrays: true, readBigInts: true, allowExtension: false, defensive: true },
  limits: { length: MAX_VALUE_BYTES },
} as const;

let database: DatabaseSync | null = null;
let [isTuned, isWritable] = [false, false];
let idle: NodeJS.Timeout | undefined;
/** The run under way: how many batches it may still send, and whether it was asked to stop. */
const flow = { credits: 0, isStopped: false, wake: (): void => undefined };
const authorizer = new SqliteAuthorizer();
const empty = new DatabaseSync(':memory:', { ...OPTIONS, limits: { ...OPTIONS.limits, attach: 0 } });
const version = String(readOne(empty.prepare('SELECT sqlite_version()')));
const texts = new CellTexts(empty);
const emptyAuthorizer = new SqliteAuthorizer();
empty.setAuthorizer(emptyAuthorizer.decide);

function load<T>(name: string): Promise<T> {
  return import(new URL(`./${name}.${ENDING}`, import.meta.url).href) as Promise<T>;
}

function answer(message: SqliteAnswer): void {
  process.send?.(message);
}

function open({ file, isReadOnly, canWriteLog, busyTimeoutMs }: OpenRequest): void {
  authorizer.begin();
  if (!canWriteLog && isInWalMode(file.path)) {
    answer({ kind: 'needs-log' });
    return;
  }
  const url = pathToFileURL(file.path);
  url.searchParams.set('mode', isReadOnly ? 'ro' : 'rw');
  // VACUUM attaches a database of its own.
  const limits = { ...OPTIONS.limits, attach: 1 };
  const opened = new DatabaseSync(url, { ...OPTIONS, limits, readOnly: isReadOnly, timeout: busyTimeoutMs });
  try {
    confirmOpened(file);
    opened.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY');
    opened.setAuthorizer(authorizer.decide);
  } catch (error) {
    opened.close();
    throw error;
  }
  database = opened;
  isTuned = false;
  isWritable = !isReadOnly;
  answer({ kind: 'opened', version });
}

function close(): void {
  database?.close();
  database = null;
  answer({ kind: 'closed' });
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (database === null) globalThis.gc?.({ flavor: 'last-resort' });
  }, IDLE_MS);
}

async function run(sql: string, values: BoundValues): Promise<void> {
  flow.credits = BATCHES_AHEAD;
  flow.isStopped = false;
  authorizer.begin();
  const statement = prepareOne(openDatabase(), empty, sql);
  if (statement === null) {
    answer({ kind: 'done', changes: null, isEmpty: true });
    return;
  }
  checkValues(statement, values);
  authorizer.run();
  keeping(authorizer.keeps);
  if (statement.columns().length === 0) {
    answer({ kind: 'done', changes: Number(statement.run(values).changes), isEmpty: false });
  } else {
    const rowCount = await send(statement, statement.iterate(values) as Iterable<unknown> as Iterable<unknown[]>);
    // A write is done with its first row, whether or not the others are read.
    if (authorizer.changesRows) answer({ kind: 'done', changes: rowCount ?? lastChanges(), isEmpty: false });
    else answer(rowCount === null ? { kind: 'stopped' } : { kind: 'done', changes: null, isEmpty: false });
  }
  tune(openDatabase());
}

/** The answer to a statement may be lost with this process, so what may become of it is said before. */
function keeping(keeps: Authorizer.Keeps): void {
  const { isTransaction: hasTransaction } = openDatabase();
  if (!isWritable || keeps === 'nothing' || (keeps === 'own' && hasTransaction)) return;
  answer({ kind: 'keeping', hasTransaction });
}

/** How many rows the last statement has changed. */
function lastChanges(): number {
  return Number(unguarded((opened) => readOne(opened.prepare('SELECT changes()'))));
}

/** A message in between is taken behind the batch, which is short. */
function runBatch(request: BatchRequest): void {
  const opened = openDatabase();
  const { rows, thrown } = runStatements(request, { authorizer, texts, database: opened, empty, keeping });
  answer({ kind: 'ran', rows, failed: thrown === null ? null : failure(thrown.error) });
  tune(opened);
}

function openDatabase(): DatabaseSync {
  if (database === null) throw new Error('No database is open.');
  return database;
}

/** Sets the cache once a statement has read the schema: before, this would read the file, which may be locked. */
function tune(opened: DatabaseSync): void {
  if (isTuned || !authorizer.readsTables) return;
  isTuned = true;
  unguarded(() => opened.exec(`PRAGMA main.cache_size = -${CACHE_KIBIBYTES}`));
}

/** Runs a statement of the program's own. */
function unguarded<T>(work: (opened: DatabaseSync) => T): T {
  const opened = openDatabase();
  opened.setAuthorizer(null);
  const answer = work(opened);
  opened.setAuthorizer(authorizer.decide);
  return answer;
}

/** The number of rows; null when it was asked to stop. */
async function send(statement: StatementSync, rows: Iterable<unknown[]>): Promise<number | null> {
  let batch: (string | null)[][] = [];
  let characters = 0;
  let rowCount = 0;
  let hasColumns = false;
  for (const row of rows) {
    if (!hasColumns) answer({ kind: 'columns', columns: columnsOf(statement, row) });
    hasColumns = true;
    const cells = texts.row(row);
    characters += texts.lengthOf(cells);
    batch.push(cells);
    rowCount++;
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    answer({ kind: 'rows', rows: batch });
    batch = [];
    characters = 0;
    await turn();
    if (flow.isStopped) return null;
  }
  if (!hasColumns) answer({ kind: 'columns', columns: columnsOf(statement, []) });
  if (batch.length > 0) answer({ kind: 'rows', rows: batch });
  return rowCount;
}

/** Lets messages in, and waits while the workbench has all the batches that it wanted. */
async function turn(): Promise<void> {
  flow.credits--;
  await new Promise((resolve) => setImmediate(resolve));
  while (flow.credits <= 0 && !flow.isStopped) await new Promise<void>((resolve) => (flow.wake = resolve));
}

function columnsOf(statement: StatementSync, firstRow: readonly unknown[]): SqliteColumn[] {
  return statement.columns().map(({ name, type, table, column, database: schema }, index) => ({
    name,
    type: type ?? storageClass(firstRow[index]),
    table: table === null ? null : `${schema ?? 'main'}.${table}`,
    source: table === null || column === null ? null : sourceOf(schema ?? 'main', table, column),
  }));
}

function sourceOf(schema: string, table: string, column: string): SqliteSource {
  return { database: schema, table, column, through: [...(authorizer.through.get(`${schema}.${table}`) ?? [])] };
}

/** Compiles a statement of a person, and has SQLite show how it would run it. */
function describe(sql: string): SqliteDescription {
  authorizer.begin();
  const opened = openDatabase();
  const statement = prepareOne(opened, empty, sql);
  if (statement === null) return { columns: [], plan: [], opened: [] };
  const columns = columnsOf(statement, []);
  authorizer.run();
  const lines = (prefix: string): unknown[][] => opened.prepare(prefix + sql).all() as unknown as unknown[][];
  // An instruction: its opcode, the page that it opens, and the database of the page, of which 0 is the file.
  const isOpening = ([, opcode, , , file]: unknown[]): boolean => OPENS.has(String(opcode)) && Number(file) === 0;
  const roots = lines('EXPLAIN ')
    .filter(isOpening)
    .map((line) => line[3]);
  const tables = opened.prepare('SELECT DISTINCT tbl_name FROM main.sqlite_schema WHERE rootpage = ?');
  const names = new Set(roots.map((root) => String(readOne(tables, Number(root)))));
  return { columns, plan: lines('EXPLAIN QUERY PLAN ').map((line) => String(line[3])), opened: [...names] };
}

function readOne(statement: StatementSync, ...values: number[]): unknown {
  return (statement.get(...values) as unknown as unknown[])[0];
}

/** What SQLite says of a text that it compiles without tables; null where it takes it. */
function messageOf(text: string): string | null {
  emptyAuthorizer.begin();
  try {
    empty.prepare(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function handle(request: SqliteRequest): Promise<void> {
  if (request.kind === 'open') open(request);
  if (request.kind === 'run') await run(request.sql, request.values);
  if (request.kind === 'batch') runBatch(request);
  if (request.kind === 'transaction') answer({ kind: 'transaction', isOpen: openDatabase().isTransaction });
  if (request.kind === 'describe') answer({ kind: 'described', description: describe(request.sql) });
  if (request.kind === 'check') answer({ kind: 'checked', messages: request.texts.map(messageOf) });
  if (request.kind === 'close') close();
  if (request.kind === 'more') flow.credits++;
  if (request.kind === 'stop') flow.isStopped = true;
  if (request.kind === 'more' || request.kind === 'stop') flow.wake();
}

function failure(error: unknown): SqliteFailure {
  const { errcode, message } = error as { errcode?: number; message?: string };
  if (authorizer.refusal !== null) return { kind: 'failed', code: null, message: authorizer.refusal };
  return { kind: 'failed', code: errcode ?? null, message: message ?? String(error) };
}

process.on('message', (request: SqliteRequest) => {
  handle(request).catch((error: unknown) => answer(failure(error)));
});
process.on('disconnect', () => process.exit(0));

/** Where memory runs out, the system ends this process before the workbench. Only Linux has this. */
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems choose by themselves.
}

/**
 * A statement inside SQLite lets no message in. Where the system neither ends this process with the workbench nor
 * limits its memory, a thread does.
 */
const limit = Number(process.argv[2] ?? 0);
const watch = `
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > ${limit}) process.kill(process.pid, 'SIGKILL');
  }, 200);`;
if (limit > 0) {
  new Worker(watch, {
    eval: true,
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
}
