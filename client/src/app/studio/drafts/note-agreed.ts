import type { OlderCopies } from '../tabs/older-copies';
import type { DraftRecord, DraftRecords } from './draft-records';

/** Where it is noted what this window and the server agree on. */
export interface AgreementNotes {
  readonly records: DraftRecords;
  readonly older: OlderCopies;
}

/**
 * Notes that this window and the server agree on a tab. `isUnkept`: the browser has no room for its text; `hasText`: the
 * text of the tab is the one that they agree on. First the record: another window that gets the note reads it.
 */
export function noteAgreed(
  { records, older }: AgreementNotes,
  id: string,
  agreed: DraftRecord,
  { isUnkept, hasText }: { readonly isUnkept: boolean; readonly hasText: boolean },
): void {
  records.write(id, agreed);
  older.agree(id, isUnkept ? agreed : null);
  if (isUnkept && hasText) older.note(id, agreed.version);
}
