import type { TransactionState } from '#libs/api';
import type { FoldWidths } from '../../../shared/ui/fold';

/** The widths of the action bar below which its parts fold. The last three are those of an open transaction. */
export const BAR_FOLDS: FoldWidths = {
  'preview-label': 1100,
  keys: 1040,
  labels: 880,
  'preview-text': 760,
  tight: 642,
  preview: 556,
  transaction: 524,
  ends: 420,
  bare: 330,
};

/** The pixels of the state and the buttons of a transaction, less those by which the chip of the connection may shrink. */
const TRANSACTION_WIDTH: Record<TransactionState, number> = { none: 0, open: 180, failed: 140 };
const NOTE_WIDTH = 100;

/** The pixels that a transaction and a note on the connection take from what may fold. */
export function reservedWidth(transaction: TransactionState, hasNote: boolean): number {
  return TRANSACTION_WIDTH[transaction] + (hasNote ? NOTE_WIDTH : 0);
}
