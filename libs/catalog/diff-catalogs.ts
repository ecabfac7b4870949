import type { CatalogChange, ChangeFact, ChangeKind } from './catalog-change.js';
import type { Catalog, CatalogObject } from './catalog.js';
import { canonicalObject, canonicalTable } from './canonical-catalog.js';
import { compareTexts, objectKey } from './catalog-key.js';
import { commonSpelling } from './common-spelling.js';
import { changeSummary } from './change-summary.js';
import { diffTables } from './diff-tables.js';
import { firstFormat } from './first-format.js';
import { shownTable } from './shown-name.js';
import { TableIndex } from './table-index.js';

/** Changes of one table are listed in this order. */
const ORDER: readonly ChangeKind[] = [
  'table_removed',
  'object_removed',
  'table_added',
  'object_added',
  'table_recreated',
  'table_replaced',
  'object_changed',
  'extension_changed',
  'row_security_changed',
  'partition_detached',
  'partition_attached',
  'column_removed',
  'column_added',
  'column_recreated',
  'type_changed',
  'nullability_changed',
  'default_changed',
  'generated_changed',
  'identity_changed',
  'collation_changed',
  'primary_key_changed',
  'foreign_key_removed',
  'foreign_key_added',
  'foreign_key_changed',
  'check_removed',
  'check_added',
  'check_changed',
  'index_removed',
  'index_added',
  'index_changed',
];
const RANK = new Map(ORDER.map((kind, index) => [kind, index]));

/**
 * Every difference between two catalogs, ordered by table, kind and wording, so that equal pairs of catalogs give equal
 * lists whatever the order of their parts. A table that was added or removed is one change, not one for each of its
 * columns; a rename is a removal and an addition; what kept its name or columns and is defined differently is one
 * change. The order of columns and the names of foreign keys are no change. Where one catalog is of the first format,
 * only what that format recorded is compared.
 */
export function diffCatalogs(before: Catalog, after: Catalog): CatalogChange[] {
  const areOfOneFormat = (before.objects === undefined) === (after.objects === undefined);
  const [old, current] = areOfOneFormat ? [before, after] : [firstFormat(before, after), firstFormat(after, before)];
  const facts = [...tableFacts(old, current), ...objectFacts(old.objects ?? [], current.objects ?? [])];
  return facts.map(describedChange).sort(inOrder);
}

/** A change in words. */
export function describedChange(fact: ChangeFact): CatalogChange {
  return { ...fact, table: shownTable(fact), summary: changeSummary(fact) };
}

/** The changes in the order in which `diffCatalogs` lists them. */
export function sortedChanges(changes: readonly CatalogChange[]): CatalogChange[] {
  return [...changes].sort(inOrder);
}

function tableFacts(before: Catalog, after: Catalog): ChangeFact[] {
  const facts: ChangeFact[] = [];
  const [old, current] = [new TableIndex(before.tables), new TableIndex(after.tables)];
  for (const table of after.tables) {
    const was = old.get(table);
    const { schema, name } = table;
    if (was === undefined) facts.push({ schema, name, kind: 'table_added', after: canonicalTable(table) });
    else if (was !== table) for (const fact of diffTables(was, table)) facts.push(fact);
  }
  for (const table of before.tables) {
    if (current.get(table) !== undefined) continue;
    facts.push({ schema: table.schema, name: table.name, kind: 'table_removed', before: canonicalTable(table) });
  }
  return facts;
}

function objectFacts(before: readonly CatalogObject[], after: readonly CatalogObject[]): ChangeFact[] {
  const facts: ChangeFact[] = [];
  const old = new Map(before.map((object) => [objectKey(object), object]));
  for (const object of after) {
    const was = old.get(objectKey(object));
    old.delete(objectKey(object));
    const { schema, name } = object;
    const current = canonicalObject(object);
    if (was === undefined) facts.push({ schema, name, kind: 'object_added', after: current });
    else if (!isUnknownView(was) && !isUnknownView(object) && !isSameObject(was, object)) {
      facts.push({ schema, name, kind: 'object_changed', before: canonicalObject(was), after: current });
    }
  }
  for (const object of old.values()) {
    const { schema, name } = object;
    facts.push({ schema, name, kind: 'object_removed', before: canonicalObject(object) });
  }
  return facts;
}

function isSameObject(a: CatalogObject, b: CatalogObject): boolean {
  return JSON.stringify(spelled(canonicalObject(a))) === JSON.stringify(spelled(canonicalObject(b)));
}

/** An object whose expressions are in the spelling that servers have in common. */
function spelled(object: CatalogObject): CatalogObject {
  if (object.kind === 'enum') return object;
  if (object.kind !== 'domain')
    return { ...object, definition: object.definition === null ? null : commonSpelling(object.definition) };
  const { default: expression } = object;
  const checks = object.checks.map(({ name, definition }) => ({ name, definition: commonSpelling(definition) }));
  return { ...object, checks, ...(expression !== undefined && { default: commonSpelling(expression) }) };
}

/** Whether the object is a view whose definition was not read, since a table that it reads was locked. */
export function isUnknownView(object: CatalogObject): boolean {
  return 'definition' in object && object.definition === null;
}

function inOrder(a: CatalogChange, b: CatalogChange): number {
  return (
    compareTexts(a.table, b.table) ||
    (RANK.get(a.kind) ?? 0) - (RANK.get(b.kind) ?? 0) ||
    place(a) - place(b) ||
    compareTexts(a.summary, b.summary) ||
    compareTexts(JSON.stringify(a), JSON.stringify(b))
  );
}

/** Added and removed columns are listed in the order of the table. */
function place(change: CatalogChange): number {
  if (change.kind === 'column_added') return change.after.position;
  return change.kind === 'column_removed' ? change.before.position : 0;
}
