import { countedText } from '#libs/results';
import type { Confirmation } from '../../../shared/ui/dialog/dialogs';

/** What is lost with tabs that are closed. */
export interface ClosingLoss {
  /** How many of them have a transaction. */
  readonly transactions: number;
  /** How many changes are staged in them. */
  readonly changes: number;
}

/** What is asked before tabs are closed; null where nothing is lost. A single tab has a name. */
export function closingQuestion(tabs: number, name: string, loss: ClosingLoss): Confirmation | null {
  const { transactions, changes } = loss;
  if (transactions + changes === 0) return null;
  const isOne = tabs === 1;
  const subject = isOne ? 'Closing the tab' : 'Closing the tabs';
  const rollBack = isOne
    ? `Its transaction isn't committed. ${subject} rolls it back.`
    : `${countedText(transactions, 'transaction')} not committed. ${subject} rolls ${transactions === 1 ? 'it' : 'them'} back.`;
  const discard = `${countedText(changes, 'staged change')} not applied. ${subject} discards ${changes === 1 ? 'it' : 'them'}.`;
  return {
    heading: `Close ${isOne ? name : countedText(tabs, 'tab')}?`,
    text: [transactions > 0 ? rollBack : '', changes > 0 ? discard : ''].filter((part) => part !== '').join(' '),
    action: `${transactions > 0 ? 'Roll back' : 'Discard'} and close`,
    isDangerous: true,
  };
}
