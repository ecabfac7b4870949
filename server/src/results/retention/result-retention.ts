import { Inject, Injectable } from '@nestjs/common';
import { KEPT_RUNS } from '#libs/fair-share';
import { Clock, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { ResultFiles } from '../result-files.js';
import { runNotFound } from '../run-not-found.js';

/** Characters that finished runs may hold in memory together; beyond that the cells of the oldest go to disk. */
const MAX_HELD_CHARS = 64 * 1024 * 1024;
/** First pages, texts, columns and notices stay in memory: beyond this the person who holds the most loses a run. */
const MOST_HELD_CHARS = 2 * MAX_HELD_CHARS;
const HOUR_MS = 3_600_000;

/** The results of one run, as far as retention is concerned. */
export interface KeptRun {
  readonly id: string;
  readonly ownerId: string;
  /** The tab that shows the results, where there is one. */
  readonly tabId: string | undefined;
  readonly isOver: boolean;
  /** Characters in memory: cells, texts, columns, values and notices. */
  readonly heldChars: number;
  /** Bytes on disk. */
  readonly spooledBytes: number;
  /** Moves rows from memory to disk, all but first pages. */
  moveToDisk(): Promise<void>;
  /** Cancels the run and removes its rows. */
  discard(): Promise<void>;
}

/**
 * Decides how long results of this process are kept: the newest runs of each person, within what memory and disk may
 * hold, until they were not read for the time that is configured.
 */
@Injectable()
export class ResultRetention<Run extends KeptRun> {
  private readonly runs = new Map<string, Run>();
  /** When a run was last asked for, in milliseconds since the epoch. */
  private readonly readAtMs = new Map<string, number>();
  private readonly ttlMs: number;
  private relieving: Promise<void> | null = null;
  /** The runs of each person, the oldest first. */
  private readonly ofPerson = new Map<string, Set<Run>>();
  /** The newest run of each tab, by person and tab: what the tab shows. Closing the tab deletes the run. */
  private readonly shown = new Map<string, Run>();
  /** Characters that each finished run holds in memory, and their sum. */
  private readonly held = new Map<Run, number>();
  private heldChars = 0;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly clock: Clock,
    private readonly files: ResultFiles,
  ) {
    this.ttlMs = config.resultTtlHours * HOUR_MS;
    files.onFull((bytes, ownerId) => this.makeRoom(bytes, ownerId));
  }

  /** Creates the folder of results and removes what an earlier process left in it. */
  open(): void {
    this.files.open();
  }

  /** Removes all results. */
  async close(): Promise<void> {
    await Promise.all(this.all().map((run) => this.remove(run)));
    await this.files.close();
  }

  add(run: Run): void {
    const { ownerId } = run;
    this.runs.set(run.id, run);
    this.ofPerson.set(ownerId, (this.ofPerson.get(ownerId) ?? new Set()).add(run));
    const tab = tabOf(run);
    if (tab !== null) this.shown.set(tab, run);
    this.touch(run.id);
  }

  /** Notes that a run is over: its person loses the oldest of too many, and what memory cannot hold goes to disk. */
  finished(run: Run): void {
    if (run.spooledBytes > 0) void this.files.warmUpSorting();
    const own = this.runsOf(run.ownerId);
    const oldest = own.size > KEPT_RUNS ? this.removable(own, run) : undefined;
    if (oldest !== undefined) void this.remove(oldest);
    this.noteHeld(run);
    void this.relieveMemory(run);
  }

  /** Resolves when what finished runs hold in memory is within its bounds, as far as it can be. Never rejects. */
  relieveMemory(newest: Run): Promise<void> {
    this.noteHeld(newest);
    if (this.heldChars <= MAX_HELD_CHARS) return this.relieving ?? Promise.resolve();
    this.relieving ??= this.relieve(newest).finally(() => (this.relieving = null));
    return this.relieving;
  }

  /** Removes the finished runs that were not read for `ttlMs` milliseconds, by default the time that is configured. */
  async expire(ttlMs = this.ttlMs): Promise<void> {
    const now = this.clock.now();
    const expired = this.all().filter(({ id, isOver }) => isOver && now - (this.readAtMs.get(id) ?? now) >= ttlMs);
    await Promise.all(expired.map((run) => this.remove(run)));
  }

  /** The run of that id, which counts as read now; throws `run-not-found`. */
  get(id: string): Run {
    const run = this.runs.get(id);
    if (run === undefined) throw runNotFound();
    this.touch(id);
    return run;
  }

  /** Newest first. */
  all(): Run[] {
    return [...this.runs.values()].reverse();
  }

  async remove(run: Run): Promise<void> {
    this.runs.delete(run.id);
    this.readAtMs.delete(run.id);
    const own = this.runsOf(run.ownerId);
    own.delete(run);
    if (own.size === 0) this.ofPerson.delete(run.ownerId);
    const tab = tabOf(run);
    if (tab !== null && this.shown.get(tab) === run) this.shown.delete(tab);
    this.noteHeld(run);
    await run.discard();
  }

  private async relieve(newest: Run): Promise<void> {
    for (const run of this.runs.values()) {
      if (this.heldChars <= MAX_HELD_CHARS) return;
      if (!run.isOver || run === newest) continue;
      await run.moveToDisk().catch(() => undefined);
      this.noteHeld(run);
    }
    while (this.heldChars > MOST_HELD_CHARS && (await this.dropFromLargestHolder(newest)));
  }

  /** The oldest first. */
  private runsOf(ownerId: string): Set<Run> {
    return this.ofPerson.get(ownerId) ?? new Set();
  }

  /** Brings the sum of what finished runs hold in memory up to date. */
  private noteHeld(run: Run): void {
    const chars = run.isOver && this.runs.has(run.id) ? run.heldChars : 0;
    this.heldChars += chars - (this.held.get(run) ?? 0);
    if (chars > 0) this.held.set(run, chars);
    else this.held.delete(run);
  }

  private touch(id: string): void {
    this.readAtMs.set(id, this.clock.now());
  }

  /** Removes finished results of one person, the oldest first, until so many bytes are free. */
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
  private removable(runs: ReadonlySet<Run>, newest: Run): Run | undefined {
    let shown: Run | undefined;
    for (const run of runs) {
      if (!run.isOver || run === newest) continue;
      if (!this.isShown(run)) return run;
      shown ??= run;
    }
    return shown;
  }

  private isShown(run: Run): boolean {
    const tab = tabOf(run);
    return tab !== null && this.shown.get(tab) === run;
  }

  /** Returns whether there was one. */
  private async dropFromLargestHolder(newest: Run): Promise<boolean> {
    const held = new Map<string, number>();
    for (const [run, chars] of this.held) held.set(run.ownerId, (held.get(run.ownerId) ?? 0) + chars);
    const [largest] = [...held].sort(([, a], [, b]) => b - a)[0] ?? [];
    const oldest = this.removable(this.runsOf(largest ?? ''), newest);
    if (oldest !== undefined) await this.remove(oldest);
    return oldest !== undefined;
  }
}

/** The tab that shows a run, among those of all people. */
function tabOf({ tabId, ownerId }: KeptRun): string | null {
  return tabId === undefined ? null : `${ownerId}\n${tabId}`;
}
