import type { ChangeItem, ChangeRehearsal, StatementError, TouchedTable } from '#libs/api';
import { shortened } from '#libs/markup';
import { counted } from './change-labels';

/** Of a value of a key, in characters. */
const MAX_KEY = 40;

/** `2 rows added, 1 row removed`; `Nothing` where nothing is written. */
export function writtenText(counts: Pick<TouchedTable, 'inserted' | 'updated' | 'deleted'>): string {
  const { inserted, updated, deleted } = counts;
  const parts = [
    inserted > 0 ? `${counted(inserted, 'row')} added` : '',
    updated > 0 ? `${counted(updated, 'row')} changed` : '',
    deleted > 0 ? `${counted(deleted, 'row')} removed` : '',
  ];
  return parts.filter((part) => part !== '').join(', ') || 'Nothing';
}

/** What a rehearsal wrote in all. Where it ran statements, the tables have the counts, as the database keeps them. */
export function rehearsedText(rehearsal: ChangeRehearsal): string {
  const { statements, touched } = rehearsal;
  if (statements.length === 0) return writtenText(rehearsal);
  const sum = (kind: 'inserted' | 'updated' | 'deleted'): number => touched.reduce((all, one) => all + one[kind], 0);
  const written = { inserted: sum('inserted'), updated: sum('updated'), deleted: sum('deleted') };
  return touched.length === 0 ? 'No rows changed' : writtenText(written);
}

/** What a rehearsal did beside the rows of its edits: statements, other tables and locks, a sentence each. */
export function effectTexts({ statements, touched, locks }: ChangeRehearsal): string[] {
  const ran = statements
    .filter(({ command }) => command !== null)
    .map(({ item, command, affected_rows: rows, sampled_rows: shown }) => {
      const count = rows === null ? '' : `, ${counted(rows, 'row')}`;
      const sample = rows !== null && shown > 0 && shown < rows ? ` (${shown.toLocaleString('en')} shown)` : '';
      return `Statement ${item + 1}: ${command}${count}${sample}`;
    });
  const beside = statements.length === 0 ? ' as well' : '';
  const wrote = touched.map((one) => `${one.schema}.${one.table}: ${writtenText(one).toLowerCase()}${beside}`);
  return [...ran, ...wrote, ...locks.map((lock) => `Locks: ${lock}`)];
}

/** The message of the database, with its code, detail and hint. */
export function errorText({ message, sqlstate, detail, hint }: StatementError): string {
  const code = sqlstate === null ? '' : ` (${sqlstate})`;
  return [`${message}${code}`, detail, hint].filter((line) => line !== null).join('\n');
}

/** Which change the database refused, by its number from 0; null for the change set as a whole. */
export function refusedText(item: number | null, items: readonly ChangeItem[]): string {
  if (item === null) return 'The database refused the change set';
  const change = items[item];
  const what = change === undefined ? '' : `: ${itemText(change)}`;
  return `The database refused change ${(item + 1).toLocaleString('en')}${what}`;
}

/** `new row in public.orders`, `row with id 4 in public.orders`, `a statement`. */
function itemText(item: ChangeItem): string {
  if (item.kind === 'statement') return 'a statement';
  const table = `${item.schema}.${item.table}`;
  if (item.kind === 'insert') return `new row in ${table}`;
  const key = Object.entries(item.key).map(([column, value]) => `${column} ${shortened(value, MAX_KEY + 1)}`);
  return `row with ${key.join(', ')} in ${table}`;
}
