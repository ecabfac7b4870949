import type { CatalogChange, ChangeFact, ChangeKind } from './catalog-change.js';
import type { Catalog } from './catalog.js';
import { canonicalTable } from './canonical-catalog.js';
import { compareTexts, tableKey } from './catalog-key.js';
import { changeSummary } from './change-summary.js';
import { diffTables } from './diff-tables.js';
import { shownTable } from './shown-name.js';

/** Changes of one table are told in this order. */
const ORDER: readonly ChangeKind[] = [
  'table_removed',
  'table_added',
  'column_removed',
  'column_added',
  'type_changed',
  'nullability_changed',
  'primary_key_changed',
  'foreign_key_removed',
  'foreign_key_added',
  'index_removed',
  'index_added',
];
const RANK = new Map(ORDER.map((kind, index) => [kind, index]));

/**
 * Every difference that the specification names between two catalogs, ordered by table, kind and wording, so that equal
 * pairs of catalogs give equal lists whatever the order of their parts. A table that came or went is one change, not
 * one for each of its columns; a rename is a removal and an addition; an index or foreign key that was replaced by
 * another one is removed and added. The order of columns and the names of constraints are no change.
 */
export function diffCatalogs(before: Catalog, after: Catalog): CatalogChange[] {
  const facts: ChangeFact[] = [];
  const old = new Map(before.tables.map((table) => [tableKey(table), table]));
  const current = new Map(after.tables.map((table) => [tableKey(table), table]));
  for (const [key, table] of current) {
    const was = old.get(key);
    const { schema, name } = table;
    if (was === undefined) facts.push({ schema, name, kind: 'table_added', after: canonicalTable(table) });
    else if (was !== table) for (const fact of diffTables(was, table)) facts.push(fact);
  }
  for (const [key, table] of old) {
    if (current.has(key)) continue;
    facts.push({ schema: table.schema, name: table.name, kind: 'table_removed', before: canonicalTable(table) });
  }
  return facts.map(worded).sort(inOrder);
}

function worded(fact: ChangeFact): CatalogChange {
  return { ...fact, table: shownTable(fact), summary: changeSummary(fact) };
}

function inOrder(a: CatalogChange, b: CatalogChange): number {
  return (
    compareTexts(a.table, b.table) ||
    (RANK.get(a.kind) ?? 0) - (RANK.get(b.kind) ?? 0) ||
    place(a) - place(b) ||
    compareTexts(a.summary, b.summary) ||
    compareTexts(definition(a), definition(b))
  );
}

/** New and dropped columns are told in the order of the table. */
function place(change: CatalogChange): number {
  if (change.kind === 'column_added') return change.after.position;
  return change.kind === 'column_removed' ? change.before.position : 0;
}

/** What no sentence tells of an index, so that indexes of one name still have an order. */
function definition(change: CatalogChange): string {
  if (change.kind === 'index_added') return change.after.definition;
  return change.kind === 'index_removed' ? change.before.definition : '';
}
