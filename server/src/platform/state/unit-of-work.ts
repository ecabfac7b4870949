import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';

/** One state transaction and what is to be done once it is committed. */
export interface UnitOfWork {
  readonly manager: EntityManager;
  /** Belongs to the transaction: what fails here rolls all of it back. */
  readonly beforeCommit: (() => Promise<void>)[];
  readonly afterCommit: (() => void)[];
  /** What the caller waits for once the transaction is committed and over. Never rejects. */
  readonly beforeReturn: (() => Promise<void>)[];
  /** Once true, the transaction takes nothing more: what was begun inside and outlives it is on its own. */
  isOver: boolean;
}

const storage = new AsyncLocalStorage<UnitOfWork>();

/** The transaction that the caller runs in, if it runs in one that is still open. */
export function currentUnitOfWork(): UnitOfWork | undefined {
  const unit = storage.getStore();
  return unit?.isOver === false ? unit : undefined;
}

/** Runs `work` with `unit` as the current transaction. */
export function runInUnitOfWork<T>(unit: UnitOfWork, work: () => Promise<T>): Promise<T> {
  return storage.run(unit, work);
}
