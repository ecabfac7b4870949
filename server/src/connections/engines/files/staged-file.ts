import type { ResultColumn, ResultRow } from '#libs/api';
import { FILES_DEFAULTS, NOTHING_FOUND } from '#libs/files';
import type { FileSettings, FoundReading, PlainCsv } from '#libs/files';
import { ConnectFailure } from '../connector.js';
import type { Connector, EngineSession, ResultSink, StatementOutcome } from '../connector.js';
import { createHostedFolder } from '../host/index.js';
import { noopSink } from '../noop-sink.js';
import type { FilesConfig } from './config.js';
import { foundOfNotice } from './found-notice.js';
import { plainOfNotice } from './plain-notice.js';
import { SHEETS } from './sheets-notice.js';
import { textsOf } from './texts-view.js';

const CONNECT_TIMEOUT_MS = 60_000;
/** Of a result that is kept in this process. */
const MAX_CHARACTERS = 16_000_000;

/** Which file is read, and how. */
export interface StagedPlace extends Pick<
  FileSettings,
  'encoding' | 'header' | 'delimiter' | 'sheet' | 'dateOrder' | 'decimal'
> {
  readonly folder: string;
  /** The file's name without its extension. */
  readonly table: string;
}

/** What is in a file beside its rows. */
export interface StagedContents {
  columns: ResultColumn[];
  /** What a person has to know of its rows. */
  warnings: string[];
  /** Of a workbook, in its order. */
  sheets: string[];
  /** Of a CSV file whose bytes every reader takes apart alike; null for others. */
  plain: PlainCsv | null;
  /** How the file is read. */
  found: FoundReading;
}

export interface StagedColumn {
  readonly name: string;
  readonly type: string;
}

/** A table, and the names and types by which columns are read from it. */
export interface StagedSource {
  readonly table: string;
  readonly columns: readonly StagedColumn[];
}

/**
 * A folder of the workbench's own with one data file, read in an engine host. The file is read whole before the types of
 * its columns are decided, and its table stays as it is until `close`.
 */
export class StagedFile {
  private written: ReadonlySet<string> = new Set();
  private names: readonly string[] = [];

  private constructor(
    private readonly connector: Connector,
    private session: EngineSession,
    private readonly name: string,
  ) {}

  /** The table as it is named in queries. */
  get table(): string {
    return named(this.name);
  }

  /** Throws `ConnectFailure`. */
  static async open({ table, ...place }: StagedPlace, signal: AbortSignal): Promise<StagedFile> {
    const connector = createHostedFolder(configOf(place), {
      onHealthChanged: () => undefined,
      now: Date.now,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      home: null,
    });
    try {
      const session = await openSession(connector, signal);
      return new StagedFile(connector, session, table);
    } catch (error) {
      await connector.close();
      throw error;
    }
  }

  /** Reads the file for its columns, and what a person has to know of its rows. Throws as `rows` does. */
  async columns(signal: AbortSignal): Promise<StagedContents> {
    const found: StagedContents = { columns: [], warnings: [], sheets: [], plain: null, found: NOTHING_FOUND };
    const sink: ResultSink = {
      ...noopSink,
      columns: (columns) => (found.columns = columns),
      notice: (notice) => {
        const { severity, message, detail } = notice;
        const [plain, reading] = [plainOfNotice(notice), foundOfNotice(notice)];
        if (plain !== null) found.plain = plain;
        else if (reading !== null) found.found = reading;
        else if (severity === SHEETS) found.sheets = (detail ?? '').split('\n');
        else found.warnings.push(message);
      },
    };
    await this.run(`SELECT * FROM ${this.table} LIMIT 0`, sink, signal);
    this.names = found.columns.map(({ name }) => name);
    this.written = new Set(found.found.asWritten);
    return found;
  }

  /**
   * Where the columns are read, in their order, by name and type; those in `asText` as the file writes them, where nothing
   * of the file is read into their texts. `columns` was called before.
   */
  source<T extends StagedColumn>(columns: readonly T[], asText: (column: T) => boolean): StagedSource {
    const isWritten = columns.map((column) => this.written.has(column.name) && asText(column));
    if (!isWritten.includes(true)) return { table: this.table, columns };
    const read = columns.map(({ name, type }, index) => {
      const place = this.names.indexOf(name);
      return isWritten[index] === true ? { name: `t${place}`, type: 'VARCHAR' } : { name: `v${place}`, type };
    });
    return { table: named(textsOf(this.name)), columns: read };
  }

  /** How the file is read, a sentence. */
  async description(signal: AbortSignal): Promise<string | null> {
    return (await this.connector.describeTable('main', this.name, signal))?.comment ?? null;
  }

  /** The rows of a short result. Throws as `run` does, and an `Error` where it has more than 16,000,000 characters. */
  async rows(sql: string, signal: AbortSignal): Promise<ResultRow[]> {
    const rows: ResultRow[] = [];
    let characters = 0;
    const leaving = new AbortController();
    const row = (cells: ResultRow): boolean => {
      for (const cell of cells) characters += cell?.length ?? 0;
      if (characters > MAX_CHARACTERS) leaving.abort(new Error('The result is too long.'));
      else rows.push(cells);
      return true;
    };
    await this.run(sql, { ...noopSink, row }, AbortSignal.any([signal, leaving.signal]));
    leaving.signal.throwIfAborted();
    return rows;
  }

  /**
   * Runs a query into a sink. Where the engine's process has ended, a new one reads the file, in the same way. Throws what
   * the engine says as an `Error`, and the reason of an abort.
   */
  async run(sql: string, sink: ResultSink, signal: AbortSignal): Promise<void> {
    if (this.session.isLost()) this.session = await openSession(this.connector, signal);
    requireSuccess(await this.session.run(sql, sink, signal), signal);
  }

  /** Ends the engine's process. Never rejects. */
  async close(): Promise<void> {
    await this.session.release();
    await this.connector.close();
  }
}

function named(table: string): string {
  return `main."${table.replaceAll('"', '""')}"`;
}

function openSession(connector: Connector, signal: AbortSignal): Promise<EngineSession> {
  return connector.openSession(signal, { isReadOnly: true });
}

function requireSuccess(outcome: StatementOutcome, signal: AbortSignal): void {
  if (outcome.status === 'succeeded') return;
  signal.throwIfAborted();
  const { message, hint } =
    outcome.status === 'failed' ? outcome.error : { message: 'Reading the file was cancelled.', hint: null };
  throw new ConnectFailure('connection-unusable', hint === null ? message : `${message} ${hint}`);
}

function configOf({ folder: path, ...reading }: Omit<StagedPlace, 'table'>): FilesConfig {
  return {
    ...{ id: 'import', name: 'Import', kind: 'files', colour: null, readOnly: true, writes: 'none' as const },
    ...{ statementTimeoutMs: 0, autoCommit: true, confirmDestructive: true, path },
    ...{ ...FILES_DEFAULTS, ...reading, readsWhole: true },
  } as const;
}
