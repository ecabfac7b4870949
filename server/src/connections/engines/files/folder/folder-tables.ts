import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompletionSchema, Notice, SchemaContents, SchemaList, StatementError, TableDetails } from '#libs/api';
import type { CompletionReading } from '../../completion-builder.js';
import { ConnectFailure } from '../../connector.js';
import { readCompletion } from '../../duckdb/introspection/completion.js';
import type { Introspection } from '../../duckdb/duckdb-connector.js';
import { describeTable } from '../../duckdb/introspection/introspection.js';
import { failure } from '../../duckdb/statement-failure.js';
import { FOLDER_WORDS } from '../../source-state.js';
import type { DataFile } from '../../versions/data-file.js';
import { folderVersion } from '../../versions/folder-version.js';
import { listFolder } from '../../versions/list-folder.js';
import { FileTables, type TableSource } from './file-tables.js';
import { namedIn, namesIn } from './named-tables.js';
import { foundNotice } from '../found-notice.js';
import { plainNotice } from '../plain-notice.js';
import { withAdvice } from './reading/reading-note.js';
import { sheetsNotice } from '../sheets-notice.js';
import { withoutAdvice } from './without-advice.js';

const MAIN = 'main';
/** Reading the columns of a file means to open it. */
const FILES_READ_FOR_COMPLETION = 20;
const READS_CATALOG = /\b(show|describe|desc|summarize|pragma|information_schema|pg_\w+|sqlite_\w+|duckdb_\w+)\b/i;
const NEVER_ABORTED = new AbortController().signal;
/** What the rest of a file has shown that its beginning did not: a number that its type rounds, or other bytes. */
const MISLED = /^The file (.+?) has a value in column |not utf-8 encoded[\s\S]*?\bfile = (.+)/i;
const RUN_AGAIN = 'Run the statement again: the file is now read whole before its types are decided.';
const MISSING_TABLE = /^Table with name ([\s\S]+?) does not exist!/;

/**
 * The data files of a folder as tables of an in-memory database. The folder is listed anew each time, and a table is
 * made only when a statement may name it and again when its file has changed, since making one reads the file; so a
 * thousand files cost nothing, and one that cannot be read spoils no other.
 */
export class FolderTables implements Introspection {
  private readonly made: FileTables;

  constructor(private readonly source: TableSource) {
    this.made = new FileTables(source);
  }

  /**
   * Makes the tables that a statement may name, too many rather than too few. Returns what a person has to know about
   * the rows of those that it does name.
   */
  async prepareFor(sql: string, signal: AbortSignal): Promise<Notice[]> {
    const files = await this.files().catch((error: unknown) => {
      throw failure(error instanceof Error ? error.message : String(error));
    });
    const isNamed = namedIn(sql);
    await this.made.make(READS_CATALOG.test(sql) ? files : files.filter(({ table }) => isNamed(table)), files, signal);
    const names = namesIn(sql);
    return files.filter(({ table }) => names.has(table.toLowerCase())).flatMap(({ table }) => this.warnings(table));
  }

  /** The error without the folder's path; where a table's file cannot be read, the reason. */
  explain(error: StatementError): StatementError {
    const table = MISSING_TABLE.exec(error.message)?.[1];
    const reason = table === undefined ? null : this.made.find(table)?.error;
    if (typeof reason === 'string') return { ...error, message: reason, hint: null };
    const message = this.made.withoutRoot(error.message);
    const [, rounded, misread] = MISLED.exec(message) ?? [];
    const path = rounded ?? misread?.trim();
    if (path !== undefined) this.made.distrust(path);
    const hint = path === undefined ? error.hint && this.made.withoutRoot(error.hint) : RUN_AGAIN;
    return { ...error, message: withoutAdvice(message), hint };
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
    await this.made.make([file], files, NEVER_ABORTED);
    const error = this.made.get(table)?.error ?? null;
    if (error !== null) throw new ConnectFailure('connection-unusable', error);
    const details = await describeTable(connection, schema, table);
    if (details === null) return null;
    // What makes it readable names the path of its file, which is the server's own.
    delete details.definition;
    const { description = [], warnings = [] } = this.made.get(table)?.opened ?? {};
    return { ...details, kind: 'table', comment: [...description.map(withAdvice), ...warnings].join(' ') || null };
  }

  /** The columns of the first files, and of those that a statement has named; the others have their names alone. */
  async readCompletion(connection: DuckDBConnection, known: string | null): Promise<CompletionReading | null> {
    const files = await this.files();
    await this.made.make(files.slice(0, FILES_READ_FOR_COMPLETION), files, NEVER_ABORTED);
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

  /** A text that changes when a data file comes, goes or is written. */
  async readVersion(): Promise<string> {
    return folderVersion(this.source.root);
  }

  private async files(): Promise<DataFile[]> {
    try {
      return this.source.names.name(await listFolder(this.source.root));
    } catch {
      throw new ConnectFailure('connection-unusable', FOLDER_WORDS.gone);
    }
  }

  /** A text without the folder's path, written plainly or as in JSON. */
  hidePaths(text: string): string {
    const escaped = JSON.stringify(this.source.root).slice(1, -1);
    return this.made.withoutRoot(text).replaceAll(`${escaped}/`, '');
  }

  private warnings(table: string): Notice[] {
    const made = this.made.get(table);
    const { warnings = [], sheet, sheets = [], plain = null, found } = made?.opened ?? {};
    const isImport = this.source.settings.readsWhole === true;
    const path = made?.path ?? '';
    return [
      ...(sheet === undefined || sheets.length < 2 ? [] : [sheetsNotice(path, sheet, sheets)]),
      ...(plain === null ? [] : [plainNotice(path, plain)]),
      ...(isImport && found !== undefined ? [foundNotice(path, found)] : []),
      ...warnings.map((warning) => {
        return { severity: 'WARNING', message: `${path}: ${warning}`, sqlstate: null, detail: null, hint: null };
      }),
    ];
  }
}

function newSchema(schemas: CompletionSchema[]): CompletionSchema {
  const made = { name: MAIN, is_system: false, tables: [], functions: [] };
  schemas.push(made);
  return made;
}
