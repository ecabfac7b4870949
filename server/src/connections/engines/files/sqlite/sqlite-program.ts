/**
 * The SQLite program: a process of its own that reads one database file at a time for the workbench. It is started by
 * Node as it stands, compiled or (in tests) as TypeScript whose types Node strips; so it imports nothing but packages
 * and types, and uses no syntax that has to be transformed.
 */
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { BoundValues, SqliteAnswer, SqliteColumn, SqliteRequest } from './protocol.js';

const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 256 * 1024;
/** Batches under way that the workbench has not yet asked more for. */
const BATCHES_AHEAD = 2;

let database: Database | null = null;
/** The run under way: how many batches it may still send, and whether it was told to stop. */
const flow = { credits: 0, isStopped: false, wake: (): void => undefined };

const memory = new Database(':memory:');
const version = String(memory.prepare('SELECT sqlite_version()').pluck(true).get());
/** Writes floating point numbers in SQLite's own words while another statement is running. */
const realText = memory.prepare('SELECT CAST(? AS TEXT)').pluck(true);

function answer(message: SqliteAnswer): void {
  process.send?.(message);
}

function open(path: string, isReadOnly: boolean, busyTimeoutMs: number): void {
  database = new Database(path, { readonly: isReadOnly, fileMustExist: true, timeout: busyTimeoutMs });
  database.pragma('trusted_schema = OFF');
  database.pragma('temp_store = MEMORY');
  answer({ kind: 'opened', version });
}

function close(): void {
  database?.close();
  database = null;
  answer({ kind: 'closed' });
}

async function run(sql: string, values: BoundValues): Promise<void> {
  flow.credits = BATCHES_AHEAD;
  flow.isStopped = false;
  const statement = opened().prepare(sql);
  const bound = Object.keys(values).length === 0 ? [] : [values];
  if (!statement.reader) {
    const { changes } = statement.run(...bound);
    answer({ kind: 'done', changes: Number(changes) });
    return;
  }
  const rows = statement
    .raw(true)
    .safeIntegers(true)
    .iterate(...bound) as IterableIterator<unknown[]>;
  const rowCount = await send(statement, rows);
  if (rowCount === null) answer({ kind: 'stopped' });
  else answer({ kind: 'done', changes: statement.readonly ? null : rowCount });
}

function opened(): Database {
  if (database === null) throw new Error('No database is open.');
  return database;
}

/** The number of rows; null when it was told to stop. */
async function send(statement: Database.Statement, rows: IterableIterator<unknown[]>): Promise<number | null> {
  let batch: (string | null)[][] = [];
  let characters = 0;
  let rowCount = 0;
  let hasColumns = false;
  for (const row of rows) {
    if (!hasColumns) answer({ kind: 'columns', columns: columnsOf(statement, row) });
    hasColumns = true;
    const cells = row.map(cellText);
    for (const cell of cells) characters += cell?.length ?? 0;
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

function columnsOf(statement: Database.Statement, firstRow: readonly unknown[]): SqliteColumn[] {
  return statement.columns().map(({ name, type, table, database: schema }, index) => ({
    name,
    type: type ?? storageClass(firstRow[index]),
    table: table === null ? null : `${schema ?? 'main'}.${table}`,
  }));
}

function storageClass(value: unknown): string | null {
  if (typeof value === 'bigint') return 'INTEGER';
  if (typeof value === 'number') return 'REAL';
  if (typeof value === 'string') return 'TEXT';
  return value instanceof Uint8Array ? 'BLOB' : null;
}

/** A value as SQLite writes it: numbers as CAST to TEXT does, blobs as `quote()` does. */
function cellText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return String(realText.get(value));
  return `X'${Buffer.from(value as Uint8Array)
    .toString('hex')
    .toUpperCase()}'`;
}

async function handle(request: SqliteRequest): Promise<void> {
  if (request.kind === 'open') open(request.path, request.isReadOnly, request.busyTimeoutMs);
  if (request.kind === 'run') await run(request.sql, request.values);
  if (request.kind === 'transaction') answer({ kind: 'transaction', isOpen: opened().inTransaction });
  if (request.kind === 'close') close();
  if (request.kind === 'more') flow.credits++;
  if (request.kind === 'stop') flow.isStopped = true;
  if (request.kind === 'more' || request.kind === 'stop') flow.wake();
}

process.on('message', (request: SqliteRequest) => {
  handle(request).catch((error: unknown) => {
    const { code, message } = error as { code?: string; message?: string };
    answer({ kind: 'failed', code: code ?? null, message: message ?? String(error) });
  });
});
process.on('disconnect', () => process.exit(0));

/** A statement inside SQLite lets no message in, so a thread looks whether the workbench still lives. */
const watch = `
  const parent = process.ppid;
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 2000);`;
new Worker(watch, {
  eval: true,
  stdin: false,
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
});
