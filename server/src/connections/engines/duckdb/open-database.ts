import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { ownStatement } from '#libs/dialects';
import { engineThreads } from '../engine-threads.js';
import { namesOfIndirect, type StoredObject } from './guard/indirect-objects.js';
import { StatementParser } from './guard/statement-parser.js';
import type { VectorAccess } from './rows/text-column.js';
import { SESSION_SETTINGS, settingsOf } from './session-settings.js';

const MEBIBYTE = 1024 * 1024;
const MAX_MEMORY_MEBIBYTES = 4096;

/**
 * Text files have no statistics, so compressing what is sorted gains nothing; with the thousands of columns of a table
 * in memory it takes the optimizer a second.
 */
const FILE_TABLE_OPTIONS = { disabled_optimizers: 'compressed_materialization' };

/** What to open: a database file, or nothing but memory with folders that may be read. */
export interface DatabaseSource {
  readonly path: string | null;
  readonly isReadOnly: boolean;
  /** Real paths. */
  readonly readableFolders: readonly string[];
}

/** The engine's modules, loaded when a connection is first opened: idle memory matters. */
export interface Engine {
  readonly api: typeof import('@duckdb/node-api');
  readonly vectors: VectorAccess;
}

/** An open, locked-down database. Connections to it share its data, memory limit and threads. */
export interface OpenDatabase {
  readonly engine: Engine;
  readonly version: string;
  /** The engine's parser, which the guard asks. */
  readonly parser: StatementParser;
  /**
   * Names of stored views, tables and macros that could run what no statement's text shows. They are read after opening,
   * and once more where that failed.
   */
  indirectObjects(): Promise<readonly string[]>;
  /** The values of `SESSION_SETTINGS` in a new session. */
  usualSettings(): Promise<readonly string[]>;
  connect(): Promise<DuckDBConnection>;
  close(): Promise<void>;
}

/**
 * Opens a database and locks it: after the last statement no SQL reads or writes a file outside `source`, loads an
 * extension or changes the configuration, but for the session's time zone and calendar. The order matters: folders
 * must be allowed while there is access, and the lock comes last. Memory is limited to a quarter of the machine's, at
 * most 4 GiB; what does not fit is spilled to a private folder under the system's temporary one, removed on close.
 */
export async function openDatabase(source: DatabaseSource): Promise<OpenDatabase> {
  const engine = await loadEngine();
  // Starts on another thread while the file opens; a failure is thrown where the parser is awaited.
  StatementParser.shared(engine.api).catch(() => undefined);
  const spillFolder = await mkdtemp(join(tmpdir(), 'workbench-duckdb-'));
  try {
    const instance = await engine.api.DuckDBInstance.create(
      source.path ?? ':memory:',
      instanceOptions(source, spillFolder),
    );
    return await locked(engine, instance, source, spillFolder);
  } catch (error) {
    await rm(spillFolder, { recursive: true, force: true });
    throw error;
  }
}

async function loadEngine(): Promise<Engine> {
  const [api, bindings] = await Promise.all([import('@duckdb/node-api'), import('@duckdb/node-bindings')]);
  return { api, vectors: bindings.default as unknown as VectorAccess };
}

function instanceOptions(source: DatabaseSource, spillFolder: string): Record<string, string> {
  const memory = Math.min(Math.floor(totalmem() / 4 / MEBIBYTE), MAX_MEMORY_MEBIBYTES);
  return {
    access_mode: source.isReadOnly && source.path !== null ? 'READ_ONLY' : 'AUTOMATIC',
    memory_limit: `${memory}MiB`,
    threads: String(engineThreads(availableParallelism())),
    temp_directory: spillFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
    // The system caches files already, and a copy in the process stays as long as the process.
    enable_external_file_cache: 'false',
    // What a statement frees returns to the system soon after it, not with the next one; without these threads, only
    // where the engine has idle threads of its own.
    allocator_background_threads: 'true',
    allocator_flush_threshold: '8MB',
    allocator_bulk_deallocation_flush_threshold: '16MB',
    // A plain preview reads its rows at once: with the engine's own 50, it looks for their numbers first.
    late_materialization_max_rows: '200',
    ...(source.path === null ? FILE_TABLE_OPTIONS : {}),
    // Errors of the engine name it, and the default is in the home folder of the server's user.
    secret_directory: spillFolder,
  };
}

function lockStatements(source: DatabaseSource): string[] {
  const folders = source.readableFolders.map(literal).join(', ');
  return [
    'SET GLOBAL errors_as_json = true',
    `SET allowed_configs = [${SESSION_SETTINGS.map(literal).join(', ')}]`,
    ...(folders === '' ? [] : [`SET allowed_directories = [${folders}]`]),
    'SET enable_external_access = false',
    'SET lock_configuration = true',
  ];
}

async function locked(
  engine: Engine,
  instance: DuckDBInstance,
  source: DatabaseSource,
  spillFolder: string,
): Promise<OpenDatabase> {
  try {
    await lock(instance, source);
    const parser = await StatementParser.shared(engine.api);
    // A database in memory has just been created, with nothing in it.
    let names: Promise<readonly string[]> = source.path === null ? Promise.resolve([]) : findIndirectObjects(instance);
    // A failure is thrown where a statement awaits the names.
    names.catch(() => undefined);
    let settings: Promise<readonly string[]> | null = null;
    return {
      engine,
      version: engine.api.version(),
      parser,
      indirectObjects: () => (names = names.catch(() => findIndirectObjects(instance))),
      usualSettings: () => (settings ??= onConnection(instance, settingsOf)),
      connect: () => instance.connect(),
      close: async () => {
        await names.catch(() => undefined);
        instance.closeSync();
        await rm(spillFolder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

function lock(instance: DuckDBInstance, source: DatabaseSource): Promise<void> {
  return onConnection(instance, async (connection) => {
    for (const statement of lockStatements(source)) await connection.run(statement);
  });
}

/** The guard judges by these names: a macro of the file must not stand in for the engine's lists. */
const STORED_SQL = ownStatement`
  SELECT view_name AS name, sql FROM duckdb_views() WHERE NOT internal
  UNION ALL
  SELECT table_name, sql FROM duckdb_tables() WHERE NOT internal
  UNION ALL
  SELECT function_name, macro_definition FROM duckdb_functions() WHERE NOT internal AND macro_definition IS NOT NULL`;

/** The texts are the engine's own writing. Listing functions takes about as long as opening a file. */
function findIndirectObjects(instance: DuckDBInstance): Promise<string[]> {
  return onConnection(instance, async (connection) => {
    const rows = (await connection.runAndReadAll(STORED_SQL)).getRowObjectsJson();
    return namesOfIndirect(rows.filter(({ sql }) => typeof sql === 'string') as unknown as StoredObject[]);
  });
}

/** Does something on a connection of its own. */
async function onConnection<T>(
  instance: DuckDBInstance,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
  }
}

/** A name as an identifier in quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as a SQL string literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
