import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { currentUnitOfWork, runInUnitOfWork } from './unit-of-work.js';
import type { UnitOfWork } from './unit-of-work.js';

/** The door to the workbench's own database. */
@Injectable()
export class State {
  /** SQLite has one writer: units of work queue here instead of meeting inside one connection. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly dataSource: DataSource) {}

  /** The manager of the running unit of work, or one that commits each statement by itself. */
  get manager(): EntityManager {
    return currentUnitOfWork()?.manager ?? this.dataSource.manager;
  }

  /** Runs `work` in one transaction; events published inside are delivered after its commit, or never. */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const outer = currentUnitOfWork();
    if (outer !== undefined) return work(outer.manager);
    const turn = this.last.then(() => this.commit(work));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async commit<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const afterCommit: (() => void)[] = [];
    const result = await this.dataSource.transaction((manager) => {
      const unit: UnitOfWork = { manager, afterCommit };
      return runInUnitOfWork(unit, () => work(manager));
    });
    for (const action of afterCommit) action();
    return result;
  }
}
