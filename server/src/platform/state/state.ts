import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { DataSource, TypeORMError } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type { Actor } from '#libs/access';
import type { StateOutage } from '#libs/outages';
import type { StateRunner } from './state-runner.js';
import { outageOf, stateUnavailable } from './state-unavailable.js';
import { currentUnitOfWork, runInUnitOfWork } from './unit-of-work.js';
import type { UnitOfWork } from './unit-of-work.js';
import { syncWriteAheadLog } from './state-file.js';

/** The workbench's own database. */
@Injectable()
export class State {
  private readonly uncertain: (() => void)[] = [];
  private commits = 0;
  private lastOutage: StateOutage | null = null;
  private callerCheck: (actor: Actor) => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(State.name);
  }

  /** The manager of the running unit of work, or one that commits each statement by itself. */
  get manager(): EntityManager {
    return currentUnitOfWork()?.manager ?? this.dataSource.manager;
  }

  /** Whether the caller runs inside a unit of work. */
  get isInTransaction(): boolean {
    return currentUnitOfWork() !== undefined;
  }

  /**
   * Resolves once what was committed until now survives a power cut, too. A SQLite state is flushed by itself within a
   * second or so; Postgres answers a commit when its disk has it. Throws `state-unavailable` where the disk fails.
   */
  async flushed(): Promise<void> {
    const { options } = this.dataSource;
    if (options.type === 'better-sqlite3') await syncWriteAheadLog(options.database);
  }

  /** Why the last unit of work failed, where the state was at fault; null as soon as one is committed. */
  get outage(): StateOutage | null {
    return this.lastOutage;
  }

  /** How many units of work were committed so far. */
  get commitCount(): number {
    return this.commits;
  }

  /**
   * Runs `work` in one transaction; events published inside are delivered after its commit, or never. One unit of work
   * writes at a time: what is read before a write is then still true. Throws `state-unavailable` where the state cannot
   * be written within a few seconds.
   */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const outer = currentUnitOfWork();
    if (outer !== undefined) return work(outer.manager);
    try {
      const result = await this.commit(work);
      this.lastOutage = null;
      return result;
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  /**
   * As `transaction`, for what `actor` asks: it first checks that what they came with still stands, so that no write that
   * waited for its turn is done for a caller whose rights have ended. Throws what `requireCaller` throws.
   */
  transactionFor<T>(actor: Actor, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction(async (manager) => {
      await this.callerCheck(actor);
      return work(manager);
    });
  }

  /** Throws `unauthenticated` where what `actor` came with no longer stands, as the state has it. */
  requireCaller(actor: Actor): Promise<void> {
    return this.callerCheck(actor);
  }

  /** Has `check` say whether what a caller came with still stands. */
  checkCallersWith(check: (actor: Actor) => Promise<void>): void {
    this.callerCheck = check;
  }

  /** Runs `action` as soon as the running unit of work is committed, before any later one begins; outside of one at once. */
  afterCommit(action: () => void): void {
    const unit = currentUnitOfWork();
    if (unit === undefined) action();
    else unit.afterCommit.push(action);
  }

  /**
   * Has the caller of the running unit of work wait for `wait`, beside all others, once it is committed; outside of one
   * there is no wait.
   */
  beforeReturn(wait: () => Promise<void>): void {
    currentUnitOfWork()?.beforeReturn.push(wait);
  }

  /** Calls `listener` after a commit that failed and may have been kept all the same: what is in memory may be out of date. */
  onUncertainCommit(listener: () => void): void {
    this.uncertain.push(listener);
  }

  private async commit<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner() as StateRunner;
    const unit: UnitOfWork = {
      manager: runner.manager,
      beforeCommit: [],
      afterCommit: [],
      beforeReturn: [],
      isOver: false,
    };
    runner.onCommitted = () => {
      this.commits += 1;
      for (const action of unit.afterCommit) this.guarded(action);
    };
    try {
      await runner.startTransaction();
      const result = await runInUnitOfWork(unit, () => complete(unit, work));
      await runner.commitTransaction();
      await runner.release();
      await Promise.all(unit.beforeReturn.map((wait) => wait()));
      return result;
    } catch (thrown) {
      // TypeORM refuses a runner whose connection is gone before the runner itself can say why.
      const error =
        runner.isReleased && thrown instanceof TypeORMError ? stateUnavailable('unreachable', thrown) : thrown;
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      if (runner.isOutcomeUnknown) for (const listener of this.uncertain) this.guarded(listener);
      throw error;
    } finally {
      if (!runner.isReleased) await runner.release();
    }
  }

  private note(error: unknown): void {
    const outage = outageOf(error);
    if (outage === null) return;
    if (this.lastOutage !== outage) this.logger.error({ err: error, outage }, 'the state cannot be written');
    this.lastOutage = outage;
  }

  /** What follows a commit cannot undo it, so that its failure is only logged. */
  private guarded(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.logger.error({ err: error }, 'a task after a commit failed');
    }
  }
}

/** Does the work, then what belongs to it before the commit, which may itself add to that. */
async function complete<T>(unit: UnitOfWork, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  try {
    const made = await work(unit.manager);
    for (const action of unit.beforeCommit) await action();
    return made;
  } finally {
    unit.isOver = true;
  }
}
