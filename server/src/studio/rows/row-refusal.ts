import type { StatementError, TableDetails } from '#libs/api';
import { blamedColumns } from '#libs/rows';
import { unansweredCommit } from '#libs/sessions';
import { Problem } from '../../platform/index.js';
import type { InsertEnd } from './insert-row.js';
import { valuePointer } from './row-values.js';

/** What a person learns of a row that was not added, beside the columns that the database blames. */
export function problemOfRefusal(end: Exclude<InsertEnd, { status: 'succeeded' }>, table: TableDetails): Problem {
  if (end.status === 'cancelled')
    return new Problem(
      'connection-timeout',
      'The database took longer than a minute, so the row was not added. Try again.',
    );
  if (end.status === 'unknown') return new Problem('database-error', unknownText(end.reason));
  const { error } = end;
  if (end.isSessionLost) return new Problem('database-error', `The session was lost. ${error.message}`);
  const errors = blamedColumns(error, table).map((name) => ({ pointer: valuePointer(name), detail: error.message }));
  return new Problem('row-refused', sentences(error), { errors });
}

/** The answer to the commit was lost. */
export function unknownText(reason: string | null): string {
  return `${unansweredCommit(reason)} The row may be in the table or not. Check the table before you add it again.`;
}

/** The value that a person typed stands beside its column already. */
function sentences({ message, detail, hint }: StatementError): string {
  const parts = [message, detail, hint].filter((part) => part !== null && part !== '');
  return parts.map((part) => (/[.!?]$/.test(part ?? '') ? part : `${part}.`)).join(' ');
}
