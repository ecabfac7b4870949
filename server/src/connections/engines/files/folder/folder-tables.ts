import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompletionSchema, SchemaContents, SchemaList, StatementError, TableDetails } from '#libs/api';
import type { CompletionReading } from '../../completion-builder.js';
import { ConnectFailure } from '../../connector.js';
import { readCompletion } from '../../duckdb/completion.js';
import { readDuckdbProblem } from '../../duckdb/duckdb-error.js';
import type { Introspection } from '../../duckdb/duckdb-connector.js';
import { describeTable } from '../../duckdb/introspection.js';
import type { OpenDatabase } from '../../duckdb/open-database.js';
import { failure } from '../../duckdb/statement-failure.js';
import { dataFiles, type DataFile } from './data-file.js';
import { namedIn } from './named-tables.js';
import { createFileView, dropFileView } from './file-view.js';
import { listFolder } from './list-folder.js';

/** The files whose reading has ended an engine process, and how the workbench learns which one is read. */
export interface FileReadings {
  /** By version: a file that has changed since is read again. */
  readonly unreadable: ReadonlySet<string>;
  /** Called with a file's version before the engine opens it, and with null behind. */
  onReading(version: string | null): void;
}

interface MadeView {
  /** Size and time of change of the file that the view was made for. */
  readonly version: string;
  /** Why the file cannot be read; then there is no view. */
  readonly error: string | null;
}

const MAIN = 'main';
const ENDED_PROCESS =
  'the engine process ended unexpectedly while it opened it. Change the file, or reconnect to try again.';
/** Reading the columns of a file means to open it. */
const FILES_READ_FOR_COMPLETION = 20;
const READS_CATALOG = /\b(show|describe|desc|summarize|pragma|information_schema|pg_\w+|sqlite_\w+|duckdb_\w+)\b/i;
const MISSING_TABLE = /^Table with name ([\s\S]+?) does not exist!/;

/**
 * The data files of a folder as tables of an in-memory database. The folder is listed anew each time, and a view is
 * made only when a statement may name it and again when its file has changed, since making one reads the beginning of
 * the file; so a thousand files cost nothing, and one that cannot be read spoils no other.
 */
export class FolderTables implements Introspection {
  private readonly made = new Map<string, MadeView>();
  private queue: Promise<unknown> = Promise.resolve();

  /** `root` is the folder's real path. */
  constructor(
    private readonly root: string,
    private readonly database: OpenDatabase,
    private readonly readings: FileReadings,
  ) {}

  /** Makes the views of the tables that a statement may name; too many rather than too few. */
  async prepareFor(sql: string): Promise<void> {
    const files = await this.files().catch((error: unknown) => {
      throw failure(error instanceof Error ? error.message : String(error));
    });
    const isNamed = namedIn(sql);
    await this.make(READS_CATALOG.test(sql) ? files : files.filter(({ table }) => isNamed(table)), files);
  }

  /** The error with the folder's path taken out; a table whose file cannot be read tells why. */
  explain(error: StatementError): StatementError {
    const table = MISSING_TABLE.exec(error.message)?.[1]?.toLowerCase();
    const reason = [...this.made].find(([name, view]) => view.error !== null && name.toLowerCase() === table)?.[1]
      .error;
    if (typeof reason === 'string') return { ...error, message: reason, hint: null };
    return { ...error, message: this.withoutRoot(error.message), hint: error.hint && this.withoutRoot(error.hint) };
  }

  async listSchemas(): Promise<SchemaList> {
    const files = await this.files();
    return { schemas: [{ name: MAIN, table_count: files.length, is_default: true }] };
  }

  async listTables(_connection: DuckDBConnection, schema: string): Promise<SchemaContents> {
    const files = schema === MAIN ? await this.files() : [];
    const names = files.map(({ table }) => table).sort();
    const unknown = { estimated_rows: null, estimated_bytes: null, comment: null };
    const tables = names.map((name) => ({ name, kind: 'table' as const, ...unknown }));
    return { schema, tables, functions: [] };
  }

  async describeTable(connection: DuckDBConnection, schema: string, table: string): Promise<TableDetails | null> {
    const files = schema === MAIN ? await this.files() : [];
    const file = files.find((candidate) => candidate.table === table);
    if (file === undefined) return null;
    await this.make([file], files);
    const error = this.made.get(table)?.error ?? null;
    if (error !== null) throw new ConnectFailure('connection-unusable', error);
    const details = await describeTable(connection, schema, table);
    if (details === null) return null;
    // What makes it readable names the path of its file, which is the server's own.
    delete details.definition;
    return { ...details, kind: 'table' };
  }

  /** The columns of the first files, and of those that a statement has named; the others have their names alone. */
  async readCompletion(connection: DuckDBConnection, known: string | null): Promise<CompletionReading | null> {
    const files = await this.files();
    await this.make(files.slice(0, FILES_READ_FOR_COMPLETION), files);
    const names = files.map(({ table }) => table);
    const listed = JSON.stringify(names);
    const isKnown = known?.startsWith(`${listed} `) === true;
    const reading = await readCompletion(connection, isKnown ? known.slice(listed.length + 1) : null);
    if (reading === null) return null;
    const main = reading.catalog.schemas.find(({ name }) => name === MAIN) ?? newSchema(reading.catalog.schemas);
    const read = new Map(main.tables.map((table) => [table.name, table]));
    main.tables = names.map((name) => ({ columns: [], types: [], ...read.get(name), name, kind: 'table' }));
    return { ...reading, fingerprint: `${listed} ${reading.fingerprint}` };
  }

  private async files(): Promise<DataFile[]> {
    try {
      return dataFiles(await listFolder(this.root));
    } catch {
      throw new ConnectFailure('connection-unusable', 'The folder cannot be read any more.');
    }
  }

  /** One after another: two sessions would make the same view. */
  private async make(wanted: readonly DataFile[], all: readonly DataFile[]): Promise<void> {
    const turn = this.queue.then(() => this.makeViews(wanted, all));
    this.queue = turn.catch(() => undefined);
    await turn;
  }

  private async makeViews(wanted: readonly DataFile[], all: readonly DataFile[]): Promise<void> {
    const gone = [...this.made.keys()].filter((name) => !all.some(({ table }) => table === name));
    const stale: { file: DataFile; version: string }[] = [];
    for (const file of wanted) {
      const version = await this.version(file);
      if (this.made.get(file.table)?.version !== version) stale.push({ file, version });
    }
    if (gone.length === 0 && stale.length === 0) return;
    const connection = await this.database.connect();
    try {
      for (const table of gone) await this.remove(connection, table);
      for (const { file, version } of stale) await this.makeView(connection, file, version);
    } finally {
      connection.closeSync();
    }
  }

  private async makeView(connection: DuckDBConnection, file: DataFile, version: string): Promise<void> {
    if (this.readings.unreadable.has(version)) {
      await this.remove(connection, file.table);
      this.made.set(file.table, { version, error: `The file ${file.path} cannot be read: ${ENDED_PROCESS}` });
      return;
    }
    try {
      this.readings.onReading(version);
      await connection.run(createFileView(this.root, file)).finally(() => this.readings.onReading(null));
      this.made.set(file.table, { version, error: null });
    } catch (error) {
      await this.remove(connection, file.table);
      const reason = this.withoutRoot(readDuckdbProblem(error).message);
      this.made.set(file.table, { version, error: `The file ${file.path} cannot be read: ${reason}` });
    }
  }

  private async remove(connection: DuckDBConnection, table: string): Promise<void> {
    await connection.run(dropFileView(table));
    this.made.delete(table);
  }

  private async version(file: DataFile): Promise<string> {
    const found = await stat(join(this.root, file.path), { bigint: true }).catch(() => null);
    return found === null ? 'missing' : `${file.path} ${found.size} ${found.mtimeNs} ${found.ino}`;
  }

  /** A text without the folder's path, written plainly or as in JSON. */
  hidePaths(text: string): string {
    const escaped = JSON.stringify(this.root).slice(1, -1);
    return this.withoutRoot(text).replaceAll(`${escaped}/`, '');
  }

  private withoutRoot(text: string): string {
    return text.replaceAll(`${this.root}/`, '').replaceAll(this.root, 'the folder');
  }
}

function newSchema(schemas: CompletionSchema[]): CompletionSchema {
  const made = { name: MAIN, is_system: false, tables: [], functions: [] };
  schemas.push(made);
  return made;
}
