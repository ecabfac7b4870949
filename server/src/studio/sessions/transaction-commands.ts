import type { TransactionState } from '#libs/api';

const BEGINS = /^(?:BEGIN|START)\b/;
const ENDS = /^(?:COMMIT|END|ROLLBACK|ABORT)\b/;

/** How a transaction stands after this command; null where the command neither begins nor ends one. */
export function transactionAfter(command: string | null): TransactionState | null {
  if (BEGINS.test(command ?? '')) return 'open';
  return ENDS.test(command ?? '') ? 'none' : null;
}
