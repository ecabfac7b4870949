import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { TAKE_WRITERS_TURN } from './postgres-state.js';
import { currentUnitOfWork, runInUnitOfWork } from './unit-of-work.js';
import type { UnitOfWork } from './unit-of-work.js';

/** The door to the workbench's own database. */
@Injectable()
export class State {
  /**
   * SQLite has one writer: units of work queue here instead of meeting inside one connection. In Postgres, too, one
   * writes at a time: what is read before a write is then still true, whatever other processes do.
   */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly dataSource: DataSource) {}

  /** The manager of the running unit of work, or one that commits each statement by itself. */
  get manager(): EntityManager {
    return currentUnitOfWork()?.manager ?? this.dataSource.manager;
  }

  /** Tells whether the caller runs inside a unit of work. */
  get isInTransaction(): boolean {
    return currentUnitOfWork() !== undefined;
  }

  /** Runs `work` in one transaction; events published inside are delivered after its commit, or never. */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const outer = currentUnitOfWork();
    if (outer !== undefined) return work(outer.manager);
    const turn = this.last.then(() => this.commit(work));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Runs `action` as soon as the running unit of work is committed, before any later one begins; outside of one at once. */
  afterCommit(action: () => void): void {
    const unit = currentUnitOfWork();
    if (unit === undefined) action();
    else unit.afterCommit.push(action);
  }

  private get isPostgres(): boolean {
    return this.dataSource.options.type === 'postgres';
  }

  private async commit<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const afterCommit: (() => void)[] = [];
    const result = await this.dataSource.transaction((manager) => {
      const unit: UnitOfWork = { manager, beforeCommit: [], afterCommit, isOver: false };
      return runInUnitOfWork(unit, async () => {
        if (this.isPostgres) await manager.query(TAKE_WRITERS_TURN);
        return complete(unit, work);
      });
    });
    for (const action of afterCommit) action();
    return result;
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
