import type { ChangeFailure } from '#libs/api';
import { tableKey } from '#libs/changes';
import type { ChangedTable } from './changed-table.js';
import type { PlacedEdit } from './row-group.js';

/** The edits, as failures, whose keys may stand for other values than those of the rows from which they were read. */
export function doubtfulKeys(edits: readonly PlacedEdit[], tables: ReadonlyMap<string, ChangedTable>): ChangeFailure[] {
  return edits.flatMap(({ item, edit }) => {
    if (edit.kind === 'insert') return [];
    const name = tables.get(tableKey(edit))?.doubtfulColumn(edit.key) ?? null;
    if (name === null) return [];
    const message = `The key ${name} = ${edit.key[name] ?? ''} may stand for another value that is printed like it.`;
    const hint = 'Change the row by a statement that names the value exactly.';
    return [{ item, error: { message, sqlstate: null, position: null, detail: null, hint } }];
  });
}
