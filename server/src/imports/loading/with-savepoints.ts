import type { ImportSession } from './import-session.js';
import type { RowTarget } from './row-target.js';

/** A target whose batches are taken back by themselves where the database refuses one, in an open transaction. */
export function withSavepoints(session: ImportSession, target: RowTarget): RowTarget {
  return {
    async put(rows) {
      await session.run('SAVEPOINT import_batch');
      const refusal = await target.put(rows);
      if (refusal !== null) await session.run('ROLLBACK TO SAVEPOINT import_batch');
      await session.run('RELEASE SAVEPOINT import_batch');
      return refusal;
    },
  };
}

/** The same for an engine without savepoints: each batch is a transaction of its own. */
export function withTransactions(session: ImportSession, target: RowTarget, table: string): RowTarget {
  return {
    async put(rows) {
      await session.run('BEGIN');
      const refusal = (await target.put(rows)) ?? (await session.commit(table));
      // A COMMIT that failed has ended the transaction.
      if (refusal !== null) await session.attempt('ROLLBACK');
      return refusal;
    },
  };
}
