import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { ResultColumn } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import { Clock, Problem, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import type { ActiveRun } from './active-run.js';
import { ResultSpool } from './result-spool.js';
import { EngineOrders } from './sorting/engine-orders.js';
import { SortEngine } from './sorting/sort-engine.js';
import { SpoolOrders } from './sorting/spool-orders.js';
import { SpoolQuota } from './spool-quota.js';
import type { StatementCollector } from './statement-collector.js';

/** Finished runs that can still be read, newest last. */
const MAX_RUNS = 200;
/** Characters of cells that finished runs may hold in memory together. */
const MAX_HELD_CHARS = 64 * 1024 * 1024;
const HOUR_MS = 3_600_000;

/** The runs of this process, and the folder of their spooled rows. */
@Injectable()
export class RunStore {
  private readonly runs = new Map<string, ActiveRun>();
  /** When somebody last asked for a run, in milliseconds since the epoch. */
  private readonly readAtMs = new Map<string, number>();
  private readonly folder: string;
  private readonly quota: SpoolQuota;
  private readonly engine: SortEngine;
  private readonly ttlMs: number;
  /** Characters of cells of all finished runs. */
  private heldChars = 0;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly clock: Clock,
  ) {
    this.folder = join(config.home, 'results');
    const limits = { resultBytes: config.resultMaxBytes, totalBytes: config.resultsMaxBytes };
    this.quota = new SpoolQuota(limits, (bytes) => this.makeRoom(bytes));
    this.engine = new SortEngine(this.folder, () => this.quota.free);
    this.ttlMs = config.resultTtlHours * HOUR_MS;
  }

  /** Bytes on disk that all results take. */
  get spooledBytes(): number {
    return this.quota.used;
  }

  /** Makes the folder and removes what an earlier process left in it. */
  open(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.folder)) {
      const isOurs = name === 'spill' || /\.(?:ndjson|order|parts|keys)$/.test(name);
      if (isOurs) rmSync(join(this.folder, name), { recursive: true, force: true });
    }
  }

  /** Lets go of all results. */
  async close(): Promise<void> {
    await Promise.all(this.all().map((run) => this.remove(run)));
    await this.engine.close();
  }

  /** SQLite's columns hold what they like, so none of them is taken to hold only what its type promises. */
  openSpool(runId: string, statementIndex: number, columns: readonly ResultColumn[], dialect: SqlDialect): ResultSpool {
    const sortable = dialect === 'sqlite' ? columns.map(ofAnyKind) : columns;
    return new ResultSpool(join(this.folder, `${runId}-${statementIndex}.ndjson`), this.quota, sortable);
  }

  /** What sorts a kept result. SQLite's columns hold what they like, so only a comparison cell by cell is right there. */
  openOrders(spool: ResultSpool, columns: readonly ResultColumn[], dialect: SqlDialect): SpoolOrders {
    return new SpoolOrders(spool, dialect === 'sqlite' ? null : new EngineOrders(this.engine, spool, columns));
  }

  add(run: ActiveRun): void {
    this.runs.set(run.id, run);
    this.touch(run.id);
  }

  /** Takes note that a run is over, and forgets the oldest finished ones where they are too many or too large. */
  finished(run: ActiveRun): void {
    if (this.runs.has(run.id)) this.heldChars += run.heldChars;
    if (run.spooledBytes > 0) void this.engine.warmUp();
    for (const oldest of this.runs.values()) {
      if (this.heldChars <= MAX_HELD_CHARS && this.runs.size <= MAX_RUNS) return;
      if (oldest.isOver && oldest !== run) void this.remove(oldest);
    }
  }

  /** Forgets the finished runs that nobody has asked for during a time, by default the one that results are kept for. */
  async expire(ttlMs = this.ttlMs): Promise<void> {
    const now = this.clock.now();
    const expired = this.all().filter(({ id, isOver }) => isOver && now - (this.readAtMs.get(id) ?? now) >= ttlMs);
    await Promise.all(expired.map((run) => this.remove(run)));
  }

  /** The run of that id; throws `run-not-found`. */
  get(id: string): ActiveRun {
    const run = this.runs.get(id);
    if (run === undefined) throw runNotFound();
    this.touch(id);
    return run;
  }

  /** A statement of a run, counted from 0; throws `run-not-found`, `not-found`. */
  statement(id: string, index: number): StatementCollector {
    const statement = this.get(id).statements[index];
    if (statement === undefined) throw new Problem('not-found', 'The run has no such statement.');
    return statement;
  }

  /** Newest first. */
  all(): ActiveRun[] {
    return [...this.runs.values()].reverse();
  }

  async remove(run: ActiveRun): Promise<void> {
    if (this.runs.delete(run.id) && run.isOver) this.heldChars -= run.heldChars;
    this.readAtMs.delete(run.id);
    await run.discard();
  }

  private touch(id: string): void {
    this.readAtMs.set(id, this.clock.now());
  }

  /** Lets the oldest finished results go until so many bytes are free. */
  private makeRoom(bytes: number): void {
    let missing = bytes;
    for (const run of this.runs.values()) {
      if (missing <= 0) return;
      if (!run.isOver || run.spooledBytes === 0) continue;
      missing -= run.spooledBytes;
      void this.remove(run);
    }
  }
}

function ofAnyKind(column: ResultColumn): ResultColumn {
  return { ...column, kind: 'other' };
}

/** Says the same of a run that never was, is no longer kept, or is somebody else's. */
export function runNotFound(): Problem {
  return new Problem('run-not-found', 'There is no such run, or its result is no longer kept.');
}
