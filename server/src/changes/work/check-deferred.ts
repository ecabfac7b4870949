import type { StatementError } from '#libs/api';
import { StatementRefused } from './change-transaction.js';
import type { ChangeTransaction } from './change-transaction.js';
import { writtenRows, writtenSince } from './written-rows.js';

const WRITES_AT_COMMIT: StatementError = {
  ...{ message: 'A trigger leaves writes to the commit, where they cannot be reviewed.', sqlstate: null },
  ...{ position: null, detail: null, hint: 'A trigger that is checked at the end may not defer others.' },
};

/**
 * Runs what waits for the end of the transaction. A trigger that runs then may defer others again, which would write behind
 * the review. Throws `StatementRefused`, also where those write rows.
 */
export async function checkDeferred(transaction: ChangeTransaction): Promise<void> {
  const { checkDeferred: check } = transaction.rules;
  if (check === null) return;
  const before = await writtenRows(transaction);
  await transaction.ask(check);
  const after = await writtenRows(transaction);
  if (writtenSince(before, after).length === 0) return;
  await transaction.ask(check);
  // Without a row that is written, nothing more waits.
  if (writtenSince(after, await writtenRows(transaction)).length > 0)
    throw new StatementRefused(WRITES_AT_COMMIT, false);
}
