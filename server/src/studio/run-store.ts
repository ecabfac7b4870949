import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Problem, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import type { ActiveRun } from './active-run.js';
import { ResultSpool } from './result-spool.js';
import type { StatementCollector } from './statement-collector.js';

/** Finished runs that can still be read, newest last. */
const MAX_RUNS = 200;
/** Characters of cells that finished runs may hold in memory together. */
const MAX_HELD_CHARS = 64 * 1024 * 1024;
/** Bytes on disk that one result may take. */
const MAX_SPOOL_BYTES = 16 * 1024 ** 3;

/** The runs of this process, and the folder of their spooled rows. */
@Injectable()
export class RunStore {
  private readonly runs = new Map<string, ActiveRun>();
  private readonly folder: string;
  /** Characters of cells of all finished runs. */
  private heldChars = 0;

  constructor(@Inject(WORKBENCH_CONFIG) config: WorkbenchConfig) {
    this.folder = join(config.home, 'results');
  }

  /** Makes the folder and removes what an earlier process left in it. */
  open(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.folder)) {
      if (/\.(?:ndjson|order|parts)$/.test(name)) rmSync(join(this.folder, name), { force: true });
    }
  }

  openSpool(runId: string, statementIndex: number): ResultSpool {
    return new ResultSpool(join(this.folder, `${runId}-${statementIndex}.ndjson`), MAX_SPOOL_BYTES);
  }

  add(run: ActiveRun): void {
    this.runs.set(run.id, run);
  }

  /** Takes note that a run is over, and forgets the oldest finished ones where they are too many or too large. */
  finished(run: ActiveRun): void {
    if (this.runs.has(run.id)) this.heldChars += run.heldChars;
    for (const oldest of this.runs.values()) {
      if (this.heldChars <= MAX_HELD_CHARS && this.runs.size <= MAX_RUNS) return;
      if (oldest.isOver && oldest !== run) void this.remove(oldest);
    }
  }

  /** The run of that id; throws `run-not-found`. */
  get(id: string): ActiveRun {
    const run = this.runs.get(id);
    if (run === undefined) throw new Problem('run-not-found', 'There is no such run, or its result is no longer kept.');
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
    await run.discard();
  }
}
