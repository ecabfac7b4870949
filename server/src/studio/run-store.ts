import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { ResultColumn } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import { KEPT_RUNS } from '#libs/fair-share';
import { Clock, Problem, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import type { ActiveRun } from './active-run.js';
import { ResultSpool } from './spool/result-spool.js';
import { EngineOrders } from './sorting/engine-orders.js';
import { SortEngine } from './sorting/sort-engine.js';
import { SpoolOrders } from './sorting/spool-orders.js';
import { SpoolQuota } from './spool/spool-quota.js';
import type { StatementCollector } from './statement-collector.js';

/** Characters of cells that finished runs may hold in memory together; beyond that the oldest go to disk. */
const MAX_HELD_CHARS = 64 * 1024 * 1024;
/** First pages stay in memory, and there may be many: beyond this the person who holds the most lets a run go. */
const MOST_HELD_CHARS = 2 * MAX_HELD_CHARS;
const HOUR_MS = 3_600_000;

/** The runs of this process, and the folder of their spooled rows. */
@Injectable()
export class RunStore {
  private readonly runs = new Map<string, ActiveRun>();
  /** When a run was last asked for, in milliseconds since the epoch. */
  private readonly readAtMs = new Map<string, number>();
  private readonly folder: string;
  private readonly quota: SpoolQuota;
  private readonly engine: SortEngine;
  private readonly ttlMs: number;
  private relieving: Promise<void> | null = null;
  /** The runs of each person, the oldest first. */
  private readonly ofPerson = new Map<string, Set<ActiveRun>>();
  /** The newest run of each tab, by person and tab: what the tab shows. Closing the tab deletes the run. */
  private readonly shown = new Map<string, ActiveRun>();
  /** Characters of cells that each finished run holds in memory, and their sum. */
  private readonly held = new Map<ActiveRun, number>();
  private heldChars = 0;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly clock: Clock,
  ) {
    this.folder = join(config.home, 'results');
    const limits = {
      resultBytes: config.resultMaxBytes,
      personBytes: config.personResultsMaxBytes,
      totalBytes: config.resultsMaxBytes,
    };
    this.quota = new SpoolQuota(limits, (bytes, ownerId) => this.makeRoom(bytes, ownerId));
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

  /** Where columns may hold other values than those of their types, none of them is taken to hold what its type promises. */
  openSpool(
    { runId, ownerId }: { readonly runId: string; readonly ownerId: string },
    statementIndex: number,
    columns: readonly ResultColumn[],
    dialect: SqlDialect,
  ): ResultSpool {
    const sortable = dialectOf(dialect).values.columnsKeepTypes ? columns : columns.map(ofAnyKind);
    const quota = { openShare: () => this.quota.openShare(ownerId) };
    return new ResultSpool(join(this.folder, `${runId}-${statementIndex}.ndjson`), quota, sortable);
  }

  /** What sorts a kept result. Where columns may hold values of any type, only a comparison cell by cell is right. */
  openOrders(spool: ResultSpool, columns: readonly ResultColumn[], dialect: SqlDialect): SpoolOrders {
    const { columnsKeepTypes } = dialectOf(dialect).values;
    return new SpoolOrders(spool, columnsKeepTypes ? new EngineOrders(this.engine, spool, columns) : null);
  }

  add(run: ActiveRun): void {
    const { userId } = run.surroundings.actor;
    this.runs.set(run.id, run);
    this.ofPerson.set(userId, (this.ofPerson.get(userId) ?? new Set()).add(run));
    const tab = tabOf(run);
    if (tab !== null) this.shown.set(tab, run);
    this.touch(run.id);
  }

  /** Takes note that a run is over: its person forgets the oldest of too many, and too much memory goes to disk. */
  finished(run: ActiveRun): void {
    if (run.spooledBytes > 0) void this.engine.warmUp();
    const own = this.runsOf(run.surroundings.actor.userId);
    const oldest = own.size > KEPT_RUNS ? this.removable(own, run) : undefined;
    if (oldest !== undefined) void this.remove(oldest);
    this.noteHeld(run);
    void this.relieveMemory(run);
  }

  /** Resolves when what finished runs hold in memory is within its bounds, as far as it can be. Never rejects. */
  relieveMemory(newest: ActiveRun): Promise<void> {
    this.noteHeld(newest);
    if (this.heldChars <= MAX_HELD_CHARS) return this.relieving ?? Promise.resolve();
    this.relieving ??= this.relieve(newest).finally(() => (this.relieving = null));
    return this.relieving;
  }

  private async relieve(newest: ActiveRun): Promise<void> {
    for (const run of this.runs.values()) {
      if (this.heldChars <= MAX_HELD_CHARS) return;
      if (!run.isOver || run === newest) continue;
      await run.moveToDisk().catch(() => undefined);
      this.noteHeld(run);
    }
    if (this.heldChars > MOST_HELD_CHARS) await this.dropFromLargestHolder(newest);
  }

  /** Forgets the finished runs that were not asked for during a time, by default the one that results are kept for. */
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
    this.runs.delete(run.id);
    this.readAtMs.delete(run.id);
    const { userId } = run.surroundings.actor;
    const own = this.runsOf(userId);
    own.delete(run);
    if (own.size === 0) this.ofPerson.delete(userId);
    const tab = tabOf(run);
    if (tab !== null && this.shown.get(tab) === run) this.shown.delete(tab);
    this.noteHeld(run);
    await run.discard();
  }

  /** The oldest first. */
  private runsOf(userId: string): Set<ActiveRun> {
    return this.ofPerson.get(userId) ?? new Set();
  }

  /** Brings the sum of what finished runs hold in memory up to date. */
  private noteHeld(run: ActiveRun): void {
    const chars = run.isOver && this.runs.has(run.id) ? run.heldChars : 0;
    this.heldChars += chars - (this.held.get(run) ?? 0);
    if (chars > 0) this.held.set(run, chars);
    else this.held.delete(run);
  }

  private touch(id: string): void {
    this.readAtMs.set(id, this.clock.now());
  }

  /** Lets finished results of one person go, the oldest first, until so many bytes are free. */
  private makeRoom(bytes: number, ownerId: string): void {
    let missing = bytes;
    for (const run of this.runsOf(ownerId)) {
      if (missing <= 0) return;
      if (!run.isOver || run.spooledBytes === 0 || this.isShown(run)) continue;
      missing -= run.spooledBytes;
      void this.remove(run);
    }
  }

  /** The oldest finished run among some that no tab shows, else the oldest finished one. */
  private removable(runs: ReadonlySet<ActiveRun>, newest: ActiveRun): ActiveRun | undefined {
    let shown: ActiveRun | undefined;
    for (const run of runs) {
      if (!run.isOver || run === newest) continue;
      if (!this.isShown(run)) return run;
      shown ??= run;
    }
    return shown;
  }

  private isShown(run: ActiveRun): boolean {
    const tab = tabOf(run);
    return tab !== null && this.shown.get(tab) === run;
  }

  private async dropFromLargestHolder(newest: ActiveRun): Promise<void> {
    const held = new Map<string, number>();
    for (const { heldChars, surroundings } of this.runs.values()) {
      held.set(surroundings.actor.userId, (held.get(surroundings.actor.userId) ?? 0) + heldChars);
    }
    const [largest] = [...held].sort(([, a], [, b]) => b - a)[0] ?? [];
    const oldest = this.removable(this.runsOf(largest ?? ''), newest);
    if (oldest !== undefined) await this.remove(oldest);
  }
}

/** The tab that shows a run, among those of all people. */
function tabOf({ surroundings: { tabId, actor } }: ActiveRun): string | null {
  return tabId === undefined ? null : `${actor.userId}\n${tabId}`;
}

function ofAnyKind(column: ResultColumn): ResultColumn {
  return { ...column, kind: 'other' };
}

/** Says the same of a run that never was, is no longer kept, or belongs to another person. */
export function runNotFound(): Problem {
  return new Problem('run-not-found', 'There is no such run, or its result is no longer kept.');
}
