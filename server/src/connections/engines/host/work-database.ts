import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { backgroundThreads } from '../engine-threads.js';
import { crashMessage } from './crash-message.js';
import { EngineHost, type HostUser } from './engine-host.js';
import { HostEnded } from './host-client.js';
import type { HostEnd } from './host-process.js';
import type { FileNotes, ScratchFile } from './protocol.js';
import { folderBytes } from '../../../platform/index.js';
import type { HostPath } from '../../../platform/index.js';

/** One piece of work that a DuckDB is started for. */
export interface WorkDatabaseOptions {
  readonly purpose: 'pipeline' | 'parquet_file';
  /** Belongs to the caller: the database works, spills and writes in it. */
  readonly folder: string;
  /** What DuckDB may hold in memory; what is more is spilled to `folder`. */
  readonly memoryMebibytes: number;
  /** What `folder` may grow by while the database works. */
  readonly maxBytes: number;
  /** Files outside of `folder` that the queries of people may read; null where no query is a person's. */
  readonly readable: readonly string[] | null;
}

const SCRATCH = 1;
const USERS: Readonly<Record<WorkDatabaseOptions['purpose'], string>> = {
  pipeline: 'pipeline',
  parquet_file: 'Parquet file',
};
/** A disk takes some hundred megabytes in that time. */
const LOOK_EVERY_MS = 500;
const MEBIBYTE = 1024 ** 2;
const ENDED = 'The engine process was ended before it was done.';

/**
 * A DuckDB for one piece of work, in an engine host of its own: with the limits and the confinement of all hosts, ended
 * in the middle of a statement when `signal` aborts or its files take more than `maxBytes`, and its memory goes with it.
 */
export class WorkDatabase implements HostUser {
  private end: HostEnd | null = null;
  /** Why the work was ended here; null where it was not. */
  private excess: string | null = null;
  private watch: NodeJS.Timeout | null = null;

  private constructor(
    private readonly host: EngineHost,
    private readonly options: WorkDatabaseOptions,
    private readonly signal: AbortSignal,
  ) {
    host.join(this);
    host.hold();
    signal.addEventListener('abort', this.kill, { once: true });
    if (signal.aborted) this.kill();
  }

  /** Starts one that works in `folder`. Rejects where it cannot be started or opened. */
  static async start(options: WorkDatabaseOptions, signal: AbortSignal): Promise<WorkDatabase> {
    const started = new WorkDatabase(
      await EngineHost.start({ purpose: options.purpose, paths: pathsOf(options) }),
      options,
      signal,
    );
    try {
      started.watchFolder((await folderBytes(options.folder)) ?? 0);
      await started.open();
      return started;
    } catch (error) {
      started.kill();
      throw error;
    }
  }

  /** The rows of a statement of the workbench's own. Rejects with what DuckDB says, and when the process has ended. */
  async run(sql: string): Promise<unknown[][]> {
    return (await this.answer(() => this.host.client.call({ op: 'query', scratch: SCRATCH, sql }))) as unknown[][];
  }

  /**
   * Makes a view of a file, read as the tables of Files connections are. Resolves with how it is read;
   * rejects as `run` does, and with why the file cannot be read.
   */
  async file(name: string, file: ScratchFile): Promise<FileNotes> {
    return (await this.answer(() => this.host.client.call({ op: 'file', scratch: SCRATCH, name, file }))) as FileNotes;
  }

  /** Makes a table of a person's query, or a view, which is read later. Rejects as `run` does, and with what the guard says. */
  async step(name: string, sql: string, as: 'table' | 'view'): Promise<void> {
    await this.answer(() => this.host.client.call({ op: 'define', scratch: SCRATCH, name, sql, as }));
  }

  readonly kill = (): void => {
    clearInterval(this.watch ?? undefined);
    this.signal.removeEventListener('abort', this.kill);
    this.host.kill();
  };

  message(): void {
    // Only connectors have health and sessions.
  }

  crashed(end: HostEnd): void {
    this.end = end;
  }

  expired(): void {
    // The host is held until it is ended.
  }

  private async open(): Promise<void> {
    const { folder, readable } = this.options;
    const place = { folder, file: readable === null ? null : 'work.duckdb', readable };
    const options = optionsOf(this.options);
    await this.answer(() => this.host.client.call({ op: 'scratch', scratch: SCRATCH, options, place }));
  }

  /** DuckDB limits what it spills, but neither its database nor the files that a statement writes. */
  private watchFolder(before: number): void {
    let isLooking = false;
    const look = async (): Promise<void> => {
      const bytes = await folderBytes(this.options.folder);
      if (bytes === null || bytes - before > this.options.maxBytes) this.endFor(tooLargeText(this.options.maxBytes));
    };
    this.watch = setInterval(() => {
      if (isLooking) return;
      isLooking = true;
      void look()
        .catch((error: unknown) => this.endFor(`The files of the work cannot be counted: ${String(error)}`))
        .finally(() => (isLooking = false));
    }, LOOK_EVERY_MS).unref();
  }

  private endFor(reason: string): void {
    this.excess ??= reason;
    this.kill();
  }

  private async answer<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof HostEnded)) throw error;
      if (this.excess !== null) throw new Error(this.excess, { cause: error });
      throw new Error(this.end === null ? ENDED : crashMessage(this.end, USERS[this.options.purpose]), {
        cause: error,
      });
    }
  }
}

/** What is said where something would take more than so many bytes of the disk. */
export function tooLargeText(maxBytes: number): string {
  return `The result is larger than ${maxBytes.toLocaleString('en')} bytes.`;
}

function pathsOf({ folder, readable }: WorkDatabaseOptions): HostPath[] {
  const files = (readable ?? []).map((path) => ({ path, isWritable: false }));
  return [{ path: folder, isWritable: true }, ...files];
}

function optionsOf({ folder, memoryMebibytes, maxBytes }: WorkDatabaseOptions): Record<string, string> {
  return {
    memory_limit: `${memoryMebibytes}MiB`,
    threads: String(backgroundThreads(availableParallelism())),
    max_temp_directory_size: `${Math.max(1, Math.floor(maxBytes / MEBIBYTE))}MiB`,
    temp_directory: join(folder, 'spill'),
    secret_directory: join(folder, 'spill'),
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  };
}
