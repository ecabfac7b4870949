import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';

/** One state transaction and what is to be done once it is committed. */
export interface UnitOfWork {
  readonly manager: EntityManager;
  readonly afterCommit: (() => void)[];
}

const storage = new AsyncLocalStorage<UnitOfWork>();

/** The transaction that the caller runs in, if it runs in one. */
export function currentUnitOfWork(): UnitOfWork | undefined {
  return storage.getStore();
}

/** Runs `work` with `unit` as the current transaction. */
export function runInUnitOfWork<T>(unit: UnitOfWork, work: () => Promise<T>): Promise<T> {
  return storage.run(unit, work);
}
