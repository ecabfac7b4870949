import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { backgroundThreads, ScratchDatabase } from '../../connections/index.js';
import type { ScratchConnection } from '../../connections/index.js';

/** One result's part of the engine: its statements run one after another. */
export type SortSession = ScratchConnection;

/** What all sorting together may hold in memory, for each thread; the rest is spilled to disk. */
const THREAD_MEBIBYTES = 32;
const MAX_THREADS = 2;
const THREADS = Math.min(backgroundThreads(availableParallelism()), MAX_THREADS);
const MEMORY_LIMIT = `${THREAD_MEBIBYTES * THREADS}MiB`;
/** What stays in memory of the tables that a sort does not write. */
const EVICTED_LIMIT = '16MiB';
/** Results whose keys are held at once; the one that was used longest ago and is not in use makes room. */
const MAX_SESSIONS = 8;
/** Its process holds what it sorted and its own; making the keys of a million rows again takes a second. */
const IDLE_MS = 30_000;
/** Characters that mean something else in a list of files. */
const PATTERN = /[*?[\]{}]/;

const OPTIONS = {
  memory_limit: MEMORY_LIMIT,
  threads: String(THREADS),
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  // Memory goes back to the system soon after a sort, not with the next one; without these threads, only where the
  // engine has idle threads of its own.
  allocator_background_threads: 'true',
  allocator_flush_threshold: '8MB',
  allocator_bulk_deallocation_flush_threshold: '16MB',
};

/**
 * A DuckDB without a file that sorts kept results, in a process of its own. It starts with the first result that may be
 * sorted. Each result has a session, whose tables end with it, or with the process.
 */
export class SortEngine {
  private readonly database: ScratchDatabase;
  private readonly spill: string;
  private readonly sessions = new Set<SortSession>();
  /** How much work is being done with a session. */
  private readonly uses = new Map<SortSession, number>();
  /** Sessions that were opened for work which has not begun. */
  private readonly unused = new Set<SortSession>();
  private isClosed = false;
  /** How many results are being put in order. */
  private sorts = 0;

  /**
   * `folder` holds the results; what memory has no room for is kept in `spill` inside it meanwhile, up to `freeBytes`,
   * which is asked before each result is sorted.
   */
  constructor(
    folder: string,
    private readonly freeBytes: () => number = () => Number.MAX_SAFE_INTEGER,
    idleMs = IDLE_MS,
  ) {
    this.spill = `${folder}/spill`;
    this.database = new ScratchDatabase({
      options: { ...OPTIONS, temp_directory: this.spill },
      paths: [
        { path: folder, isWritable: false },
        { path: this.spill, isWritable: true },
      ],
      idleMs,
    });
  }

  /** Starts what sorting needs, so that the first sort does not wait for it. Never rejects. */
  async warmUp(): Promise<void> {
    if (this.isClosed || this.sessions.size > 0) return;
    await this.connect().then(
      (connection) => connection.close(),
      () => undefined,
    );
  }

  /** A session for one result, which makes no room for others before its first use. Rejects where there is no engine. */
  async openSession(): Promise<SortSession> {
    const session = await this.connect();
    await session.rows("SET TimeZone = 'UTC'");
    await session.rows(`SET GLOBAL max_temp_directory_size = '${this.freeBytes()}B'`);
    for (const one of this.sessions) if (one.isClosed) this.forget(one);
    this.sessions.add(session);
    this.unused.add(session);
    this.makeRoom();
    return session;
  }

  /** Does work with a session, which others make no room for meanwhile, and before it from then on. */
  async using<T>(session: SortSession, work: () => Promise<T>): Promise<T> {
    if (this.sessions.delete(session)) this.sessions.add(session);
    this.uses.set(session, (this.uses.get(session) ?? 0) + 1);
    this.unused.delete(session);
    try {
      return await work();
    } finally {
      const left = (this.uses.get(session) ?? 0) - 1;
      if (left > 0) this.uses.set(session, left);
      else this.uses.delete(session);
    }
  }

  /**
   * Puts a table in order by `make`. Each statement may run in another thread, whose allocator cannot use what others
   * have freed and keeps its own for seconds: so what is in memory goes to disk before, and what was freed to the system
   * on both sides, unless another result is being sorted.
   */
  async putInOrder<T>(session: SortSession, make: () => Promise<T>): Promise<T> {
    this.sorts += 1;
    try {
      if (this.sorts === 1) await evict(session);
      return await make();
    } finally {
      this.sorts -= 1;
      if (this.sorts === 0) await limitMemory(session, MEMORY_LIMIT);
    }
  }

  /** True where a file's name can be given to the engine. */
  canRead(path: string): boolean {
    return !this.isClosed && !PATTERN.test(path);
  }

  /** Ends all sessions and the process. Never rejects. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.database.close();
  }

  /** Memory and disk are bounded for all sessions together, so that more of them than usual only wait for each other. */
  private makeRoom(): void {
    let tooMany = this.sessions.size - MAX_SESSIONS;
    for (const session of this.sessions) {
      if (tooMany <= 0) return;
      if (this.unused.has(session) || this.uses.has(session)) continue;
      void session.close();
      tooMany -= 1;
    }
  }

  private forget(session: SortSession): void {
    this.sessions.delete(session);
    this.unused.delete(session);
  }

  private connect(): Promise<SortSession> {
    if (this.isClosed) return Promise.reject(new Error('The sort engine is closed.'));
    mkdirSync(this.spill, { recursive: true, mode: 0o700 });
    return this.database.connect();
  }
}

async function evict(session: SortSession): Promise<void> {
  await limitMemory(session, EVICTED_LIMIT);
  await limitMemory(session, MEMORY_LIMIT);
}

/** Setting a limit also returns what was freed to the system. It is not needed for a sort, so that failing does no harm. */
async function limitMemory(session: SortSession, limit: string): Promise<void> {
  await session.rows(`SET GLOBAL memory_limit = '${limit}'`).catch(() => undefined);
}
