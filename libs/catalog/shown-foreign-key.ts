import type { ForeignKey } from './catalog.js';
import { columnPairs } from './catalog-key.js';
import { shownName, shownTable } from './shown-name.js';

/**
 * `FK customer_id → customers.id`. The specification gives no shape for a key of several columns: it is one key, its
 * pairs ordered by the own column, `FK (no, tenant) → lines.(line_no, tenant)`.
 */
export function shownForeignKey(key: ForeignKey): string {
  const pairs = columnPairs(key);
  const target = grouped(pairs.map(([, referenced]) => referenced));
  return `FK ${shownOwnColumns(key)} → ${shownTable(key.references)}.${target}`;
}

/** The columns that carry a foreign key: `customer_id`, or `(no, tenant)` when they are several. */
export function shownOwnColumns(key: ForeignKey): string {
  return grouped(columnPairs(key).map(([own]) => own));
}

function grouped(columns: readonly string[]): string {
  const shown = columns.map(shownName);
  return shown.length === 1 ? shown.join('') : `(${shown.join(', ')})`;
}
