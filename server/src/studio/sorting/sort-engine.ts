import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { inNativeSlot } from '../../connections/index.js';

/** What all sorting together may hold in memory; the rest is spilled to disk. */
const MEMORY = '128MiB';
const MAX_THREADS = 4;
/** Results whose keys are held at once; the one that was used longest ago makes room. */
const MAX_SESSIONS = 8;
/** Characters that mean something else in a list of files. */
const PATTERN = /[*?[\]{}]/;

const OPTIONS = {
  memory_limit: MEMORY,
  threads: String(Math.min(availableParallelism(), MAX_THREADS)),
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  // Memory goes back to the system soon after a sort, not with the next one.
  allocator_flush_threshold: '8MB',
  allocator_bulk_deallocation_flush_threshold: '16MB',
};

/**
 * A DuckDB without a file that sorts kept results, on threads of its own. It is loaded with the first result that may
 * be sorted. Each result has a session, whose tables end with it.
 */
export class SortEngine {
  private opening: Promise<DuckDBInstance> | null = null;
  private readonly sessions = new Set<SortSession>();
  private isClosed = false;

  /**
   * `folder` holds the results; what memory has no room for is kept in `spill` inside it meanwhile, up to `freeBytes`,
   * which is asked before each result is sorted.
   */
  constructor(
    private readonly folder: string,
    private readonly freeBytes: () => number = () => Number.MAX_SAFE_INTEGER,
  ) {}

  /** Loads what sorting needs, so that the first sort does not wait for it. Never rejects. */
  async warmUp(): Promise<void> {
    if (!this.isClosed) await this.instance().catch(() => undefined);
  }

  /** A session for one result. Rejects where the engine cannot be used. */
  async openSession(): Promise<SortSession> {
    const connection = await (await this.instance()).connect();
    await connection.run("SET TimeZone = 'UTC'");
    await connection.run(`SET GLOBAL max_temp_directory_size = '${this.freeBytes()}B'`);
    const session: SortSession = new SortSession(connection, () => this.sessions.delete(session));
    this.sessions.add(session);
    for (const oldest of [...this.sessions].slice(0, -MAX_SESSIONS)) void oldest.close();
    return session;
  }

  /** Notes that a session is in use, so that others make room before it. */
  used(session: SortSession): void {
    if (this.sessions.delete(session)) this.sessions.add(session);
  }

  /** True where a file's name can be given to the engine. */
  canRead(path: string): boolean {
    return !this.isClosed && !PATTERN.test(path);
  }

  /** Ends all sessions and lets go of the memory. Never rejects. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.sessions].map((session) => session.close()));
    const instance = await (this.opening ?? Promise.resolve(null)).catch(() => null);
    instance?.closeSync();
    this.opening = null;
  }

  private instance(): Promise<DuckDBInstance> {
    if (this.isClosed) return Promise.reject(new Error('The sort engine is closed.'));
    this.opening ??= this.open();
    return this.opening;
  }

  private async open(): Promise<DuckDBInstance> {
    const spill = `${this.folder}/spill`;
    rmSync(spill, { recursive: true, force: true });
    mkdirSync(spill, { recursive: true, mode: 0o700 });
    const { DuckDBInstance } = await import('@duckdb/node-api');
    return DuckDBInstance.create(':memory:', { ...OPTIONS, temp_directory: spill });
  }
}

/** One result's part of the engine: its statements run one after another. */
export class SortSession {
  private last: Promise<unknown> = Promise.resolve();
  private readonly closing: Promise<void>;
  private tellClosing: () => void = () => undefined;
  private closed: Promise<void> | null = null;

  constructor(
    private readonly connection: DuckDBConnection,
    private readonly onClose: () => void,
  ) {
    this.closing = new Promise((resolve) => (this.tellClosing = resolve));
  }

  get isClosed(): boolean {
    return this.closed !== null;
  }

  /** Runs a statement and answers with its rows. Rejects with what the engine says, and once the session is closed. */
  rows(sql: string): Promise<unknown[][]> {
    const result = this.last.then(() => this.run(sql));
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Interrupts what runs and drops the session's tables. Never rejects. */
  close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  private async run(sql: string): Promise<unknown[][]> {
    const answer = await inNativeSlot(
      async () => (await this.connection.runAndReadAll(sql)).getRows(),
      () => !this.isClosed,
      this.closing,
    );
    if (answer === null) throw new Error('The sort was given up.');
    return answer;
  }

  private async end(): Promise<void> {
    this.onClose();
    this.tellClosing();
    this.connection.interrupt();
    await this.last;
    this.connection.closeSync();
  }
}
