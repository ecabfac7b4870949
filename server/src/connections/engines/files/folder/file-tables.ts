import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { TaskQueue } from '#libs/async';
import { settingsOfFile, type FilesSettings } from '#libs/files';
import { readDuckdbProblem } from '../../duckdb/duckdb-error.js';
import type { OpenDatabase } from '../../duckdb/open-database.js';
import type { DataFile } from '../../versions/data-file.js';
import type { FileTableNames } from './file-table-names.js';
import { createFileTable, createFileView, createTextsView, dropFileTable, dropFileView } from './file-view.js';
import { openFile, type OpenedFile } from './reading/open-file.js';
import type { Utf8Copies } from './reading/utf8-copies.js';
import { withoutAdvice } from './without-advice.js';

/** The files whose reading has ended an engine process, and how the workbench learns which one is read. */
export interface FileReadings {
  /** By version: a file that has changed since is read again. */
  readonly unreadable: ReadonlySet<string>;
  /** Called with a file's version before the engine opens it, and with null behind. */
  onReading(version: string | null): void;
  /** Called when a file could not be opened, before `onReading(null)`; may end the process. */
  onUnreadable(): void;
}

/** What the tables of a folder are made from. */
export interface TableSource {
  /** The folder's real path. */
  readonly root: string;
  readonly database: OpenDatabase;
  readonly copies: Utf8Copies;
  readonly settings: FilesSettings;
  readonly readings: FileReadings;
  readonly names: FileTableNames;
}

/** A file that has been opened as a table, or cannot be. */
export interface FileTable {
  readonly path: string;
  /** Size and time of change of the file that it was made for. */
  readonly version: string;
  /** Why the file cannot be read; then there is no table. */
  readonly error: string | null;
  readonly opened: OpenedFile | null;
  /** Whether the rows are in memory. */
  readonly isLoaded: boolean;
}

const ENDED_PROCESS =
  'the engine process ended unexpectedly while it opened it. Change the file, or reconnect to try again.';
/** A view of this many columns is slow: the engine plans each of them again for each statement. */
const WIDE_COLUMNS = 500;
const LOADED_BYTES = 16 * 1024 * 1024;
/** A column in memory takes some 30 kB, however few rows it has. */
const MAX_LOADED_COLUMNS = 20_000;

/** The tables that have been made of files, each for one version of its file. */
export class FileTables {
  private readonly made = new Map<string, FileTable>();
  /** Paths of files whose beginning has misled: they are read whole before their types are decided. */
  private readonly thorough = new Set<string>();
  private readonly turns = new TaskQueue();

  constructor(private readonly source: TableSource) {}

  /** Makes the tables of files that have none or have changed, and removes those of files that are gone. */
  async make(wanted: readonly DataFile[], all: readonly DataFile[], signal: AbortSignal): Promise<void> {
    // One after another: two sessions would make the same table.
    await this.turns.run(() => this.makeStale(wanted, all, signal));
  }

  get(table: string): FileTable | undefined {
    return this.made.get(table);
  }

  /** Without regard to case, as the engine compares names. */
  find(table: string): FileTable | undefined {
    const key = table.toLowerCase();
    return [...this.made].find(([name]) => name.toLowerCase() === key)?.[1];
  }

  all(): FileTable[] {
    return [...this.made.values()];
  }

  /** Has a file read whole the next time, because what its beginning showed does not hold for the rest. */
  distrust(path: string): void {
    this.thorough.add(path);
    for (const [name, table] of this.made) if (table.path === path) this.made.set(name, { ...table, version: '' });
  }

  private async makeStale(wanted: readonly DataFile[], all: readonly DataFile[], signal: AbortSignal): Promise<void> {
    const names = new Set(all.map(({ table }) => table));
    const gone = [...this.made.keys()].filter((name) => !names.has(name));
    const stale: { file: DataFile; version: string }[] = [];
    for (const file of wanted) {
      const version = await this.version(file);
      if (this.made.get(file.table)?.version !== version) stale.push({ file, version });
    }
    if (gone.length === 0 && stale.length === 0) return;
    await this.connected(signal, async (connection) => {
      for (const table of gone) await this.remove(connection, table);
      for (const { file, version } of stale) await this.makeTable(connection, file, version, signal);
    });
  }

  private async connected(signal: AbortSignal, work: (connection: DuckDBConnection) => Promise<void>): Promise<void> {
    const connection = await this.source.database.connect();
    const interrupt = (): void => connection.interrupt();
    signal.addEventListener('abort', interrupt);
    try {
      signal.throwIfAborted();
      await work(connection);
    } finally {
      signal.removeEventListener('abort', interrupt);
      connection.closeSync();
    }
  }

  private async makeTable(
    connection: DuckDBConnection,
    file: DataFile,
    version: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { readings } = this.source;
    const failed = async (reason: string): Promise<void> => {
      await this.remove(connection, file.table);
      const error = `The file ${file.path} cannot be read: ${reason}`;
      this.made.set(file.table, { path: file.path, version, error, opened: null, isLoaded: false });
    };
    if (readings.unreadable.has(version)) return failed(ENDED_PROCESS);
    try {
      readings.onReading(version);
      await this.create(connection, file, version, signal);
    } catch (error) {
      signal.throwIfAborted();
      readings.onUnreadable();
      await failed(this.withoutRoot(withoutAdvice(readDuckdbProblem(error).message)));
    } finally {
      readings.onReading(null);
    }
  }

  private async create(
    connection: DuckDBConnection,
    file: DataFile,
    version: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { root, copies, settings } = this.source;
    const { smallBytes, readsWhole: takesTexts = false } = settings;
    const isThorough = takesTexts || this.thorough.has(file.path);
    const opened = await openFile(connection, copies, {
      ...{ root, file, isThorough, smallBytes, takesTexts, signal },
      settings: settingsOfFile(file.path, settings),
    });
    try {
      const old = this.made.get(file.table);
      const isLoaded = await this.isWorthLoading(file, opened);
      if (old !== undefined && old.isLoaded !== isLoaded) await connection.run(dropOf(file.table, old));
      await connection.run(isLoaded ? createFileTable(file.table, opened) : createFileView(file.table, opened));
      if (takesTexts) await connection.run(createTextsView(file.table, opened));
      this.made.set(file.table, { path: file.path, version, error: null, opened, isLoaded });
      if (old?.opened?.copy) await copies.remove(old.opened.copy);
    } catch (error) {
      if (opened.copy !== null) await copies.remove(opened.copy);
      throw error;
    }
  }

  private async isWorthLoading(file: DataFile, { columnCount }: OpenedFile): Promise<boolean> {
    if (columnCount < WIDE_COLUMNS) return false;
    const loaded = this.all().reduce((sum, table) => sum + (table.isLoaded ? (table.opened?.columnCount ?? 0) : 0), 0);
    if (loaded + columnCount > MAX_LOADED_COLUMNS) return false;
    return (await stat(join(this.source.root, file.path))).size <= LOADED_BYTES;
  }

  private async remove(connection: DuckDBConnection, table: string): Promise<void> {
    const made = this.made.get(table);
    if (made === undefined) return;
    await connection.run(dropOf(table, made));
    this.made.delete(table);
    if (made.opened?.copy) await this.source.copies.remove(made.opened.copy);
  }

  private async version(file: DataFile): Promise<string> {
    const found = await stat(join(this.source.root, file.path), { bigint: true }).catch(() => null);
    return found === null ? 'missing' : `${file.path} ${found.size} ${found.mtimeNs} ${found.ino}`;
  }

  /** A text without the paths of the server: that of the folder, and those of copies, which become their files'. */
  withoutRoot(text: string): string {
    const { root, copies } = this.source;
    const copied = this.all().flatMap(({ path, opened }) => (opened?.copy ? [[opened.copy, path] as const] : []));
    const named = copied.reduce((result, [copy, path]) => result.replaceAll(copy, path), text);
    return named
      .replaceAll(`${copies.folder}/`, '')
      .replaceAll(copies.folder, 'the folder')
      .replaceAll(`${root}/`, '')
      .replaceAll(root, 'the folder');
  }
}

function dropOf(table: string, { isLoaded }: FileTable): string {
  return isLoaded ? dropFileTable(table) : dropFileView(table);
}
