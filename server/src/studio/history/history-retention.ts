import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { LessThan, LessThanOrEqual } from 'typeorm';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { Clock, State, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { HistoryTextRecord } from './history-text.entity.js';
import { HistoryRecord } from './history.entity.js';

/** Bounds are kept after so many new entries or so long, whichever comes first: never for each run. */
const EVERY_ENTRIES = 1_000;
const EVERY_MS = 60 * 60 * 1000;
/** One transaction forgets at most this many, so that other writers do not wait long. */
const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Keeps the history within the bounds of the configuration. */
@Injectable()
export class HistoryRetention {
  private newEntries = 0;
  private prunedAtMs = Number.NEGATIVE_INFINITY;
  private pruning: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly state: State,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {
    logger.setContext(HistoryRetention.name);
  }

  /** Forgets behind the start what the bounds no longer keep: no request waits for that. */
  begin(): void {
    this.pruning = this.prune().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the history could not be pruned');
    });
  }

  /** What is left is forgotten after the next start. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.pruning;
  }

  /** Takes note of new entries, and forgets the oldest when it is time for it. */
  async noteWritten(entries: number): Promise<void> {
    this.newEntries += entries;
    const isDue = this.newEntries >= EVERY_ENTRIES || this.clock.now() - this.prunedAtMs >= EVERY_MS;
    if (isDue) await this.prune();
  }

  /** Forgets what is too old, and the oldest of what is too much; a bound may be passed until then. */
  async prune(): Promise<void> {
    this.newEntries = 0;
    this.prunedAtMs = this.clock.now();
    const { historyMaxEntries, historyMaxDays } = this.config;
    const beyond = await this.newestBeyond(historyMaxEntries);
    if (beyond !== null) await this.forget({ sequence: LessThanOrEqual(beyond) });
    if (historyMaxDays === 0) return;
    const before = new Date(this.clock.now() - historyMaxDays * DAY_MS).toISOString();
    await this.forget({ startedAt: LessThan(before) });
  }

  /** The sequence of the newest entry that is too many, or null. */
  private async newestBeyond(maxEntries: number): Promise<number | null> {
    const { manager } = this.state;
    const at = async (direction: 'ASC' | 'DESC', skip: number) => {
      const [found] = await manager.find(HistoryRecord, {
        select: { sequence: true },
        order: { sequence: direction },
        ...{ skip, take: 1 },
      });
      return found?.sequence ?? null;
    };
    // No sequence is there twice, so most histories need no look at all of their entries.
    const [oldest, newest] = [await at('ASC', 0), await at('DESC', 0)];
    if (oldest === null || newest === null || newest - oldest < maxEntries) return null;
    return at('DESC', maxEntries);
  }

  private async forget(where: FindOptionsWhere<HistoryRecord>): Promise<void> {
    for (;;) {
      const isMore = await this.state.transaction((manager) => forgetBatch(manager, where));
      if (!isMore || this.isStopping) return;
    }
  }
}

async function forgetBatch(manager: EntityManager, where: FindOptionsWhere<HistoryRecord>): Promise<boolean> {
  const old = await manager.find(HistoryRecord, {
    where,
    select: { sequence: true, id: true, isCut: true },
    order: { sequence: 'ASC' },
    take: BATCH,
  });
  const texts = old.filter(({ isCut }) => isCut).map(({ id }) => id);
  if (texts.length > 0) await manager.delete(HistoryTextRecord, texts);
  if (old.length > 0)
    await manager.delete(
      HistoryRecord,
      old.map(({ sequence }) => sequence),
    );
  return old.length === BATCH;
}
