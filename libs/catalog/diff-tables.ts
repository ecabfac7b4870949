import type { ChangeFact } from './catalog-change.js';
import type { Check, Column, ForeignKey, Index, Table, TableName } from './catalog.js';
import { canonicalForeignKeys, canonicalParts, columnAt, columnsInOrder } from './canonical-catalog.js';
import { exactForeignKeyKey, foreignKeyKey, isSameList, namedKey, tableKey } from './catalog-key.js';
import { commonSpelling } from './common-spelling.js';
import { isSameColumn, isSameExpression, isSameForeignKey, isSamePart, isSameThroughout } from './same-parts.js';

/**
 * What changed inside one table, in no promised order: membership, columns, keys, checks, indexes. Where the table was
 * locked on one side, only what is known of both is compared.
 */
export function diffTables(old: Table, current: Table): ChangeFact[] {
  const isKnown = old.is_locked === undefined && current.is_locked === undefined;
  const [before, after] = isKnown ? [old, current] : [withoutDefinitions(old), withoutDefinitions(current)];
  const table: TableName = { schema: after.schema, name: after.name };
  const changes = [...diffMembership(table, before, after), ...diffColumns(table, before.columns, after.columns)];
  if (!isSameList(before.primary_key, after.primary_key)) {
    changes.push({
      ...table,
      kind: 'primary_key_changed',
      before: [...before.primary_key],
      after: [...after.primary_key],
    });
  }
  changes.push(...diffForeignKeys(table, before, after));
  changes.push(...diffChecks(table, before.checks ?? [], after.checks ?? []), ...diffIndexes(table, before, after));
  return changes;
}

/** A table with what can be read of it while another transaction has locked it. */
function withoutDefinitions({ checks: _checks, ...table }: Table): Table {
  const columns = table.columns.map(({ name, type, nullable, position }) => ({ name, type, nullable, position }));
  return { ...table, columns, indexes: [] };
}

/** A partition that moves to another table is detached and attached. */
function diffMembership(table: TableName, before: Table, after: Table): ChangeFact[] {
  const changes: ChangeFact[] = [];
  const [old, current] = [before.partition_of, after.partition_of];
  if (old !== undefined && (current === undefined || tableKey(old) !== tableKey(current))) {
    changes.push({ ...table, kind: 'partition_detached', before: { schema: old.schema, name: old.name } });
  }
  if (current !== undefined && (old === undefined || tableKey(old) !== tableKey(current))) {
    changes.push({ ...table, kind: 'partition_attached', after: { schema: current.schema, name: current.name } });
  }
  if (before.extension !== after.extension) {
    const owners = { before: before.extension ?? null, after: after.extension ?? null };
    changes.push({ ...table, kind: 'extension_changed', ...owners });
  }
  if (before.row_security !== after.row_security) {
    const modes = { before: before.row_security ?? null, after: after.row_security ?? null };
    changes.push({ ...table, kind: 'row_security_changed', ...modes });
  }
  return changes;
}

function diffColumns(table: TableName, before: readonly Column[], after: readonly Column[]): ChangeFact[] {
  const changes: ChangeFact[] = [];
  if (isSameThroughout(before, after, isSameColumn)) return changes;
  const old = new Map(before.map((column) => [column.name, column]));
  columnsInOrder(after).forEach((column, index) => {
    const was = old.get(column.name);
    old.delete(column.name);
    if (was) changes.push(...diffColumn(table, was, column));
    else changes.push({ ...table, kind: 'column_added', column: column.name, after: columnAt(column, index + 1) });
  });
  if (old.size === 0) return changes;
  columnsInOrder(before).forEach((column, index) => {
    if (!old.has(column.name)) return;
    changes.push({ ...table, kind: 'column_removed', column: column.name, before: columnAt(column, index + 1) });
  });
  return changes;
}

const NOTHING: readonly ChangeFact[] = [];

function diffColumn(table: TableName, before: Column, after: Column): readonly ChangeFact[] {
  if (isSameColumn(before, after)) return NOTHING;
  const changes: ChangeFact[] = [];
  const at = { ...table, column: after.name };
  if (before.type !== after.type) {
    changes.push({ ...at, kind: 'type_changed', before: before.type, after: after.type });
  }
  if (before.nullable !== after.nullable) {
    changes.push({ ...at, kind: 'nullability_changed', before: before.nullable, after: after.nullable });
  }
  for (const [kind, fact] of EXPRESSIONS) {
    if (isSameExpression(before[fact], after[fact])) continue;
    changes.push({ ...at, kind, before: before[fact] ?? null, after: after[fact] ?? null });
  }
  return changes;
}

const EXPRESSIONS = [
  ['default_changed', 'default'],
  ['generated_changed', 'generated'],
  ['identity_changed', 'identity'],
  ['collation_changed', 'collation'],
] as const;

function diffForeignKeys(table: TableName, before: Table, after: Table): ChangeFact[] {
  if (isSameThroughout(before.foreign_keys, after.foreign_keys, isSameForeignKey)) return [];
  const lists = [canonicalForeignKeys(before.foreign_keys), canonicalForeignKeys(after.foreign_keys)] as const;
  const { removed, added, changed } = difference(...lists, exactForeignKeyKey, foreignKeyKey);
  const carrier = ({ columns }: ForeignKey): { column?: string } => {
    const [only] = columns;
    return columns.length === 1 && only !== undefined ? { column: only } : {};
  };
  return [
    ...removed.map((key): ChangeFact => ({ ...table, kind: 'foreign_key_removed', ...carrier(key), before: key })),
    ...added.map((key): ChangeFact => ({ ...table, kind: 'foreign_key_added', ...carrier(key), after: key })),
    ...changed.map(([old, key]): ChangeFact => {
      return { ...table, kind: 'foreign_key_changed', ...carrier(key), before: old, after: key };
    }),
  ];
}

function diffIndexes(table: TableName, before: Table, after: Table): ChangeFact[] {
  if (isSameThroughout(before.indexes, after.indexes, isSamePart)) return [];
  const { removed, added, changed } = partsDifference(before.indexes, after.indexes);
  return [
    ...removed.map((index): ChangeFact => ({ ...table, kind: 'index_removed', before: index })),
    ...added.map((index): ChangeFact => ({ ...table, kind: 'index_added', after: index })),
    ...changed.map(([old, index]): ChangeFact => ({ ...table, kind: 'index_changed', before: old, after: index })),
  ];
}

function diffChecks(table: TableName, before: readonly Check[], after: readonly Check[]): ChangeFact[] {
  if (isSameThroughout(before, after, isSamePart)) return [];
  const { removed, added, changed } = partsDifference(before, after);
  return [
    ...removed.map((check): ChangeFact => ({ ...table, kind: 'check_removed', before: check })),
    ...added.map((check): ChangeFact => ({ ...table, kind: 'check_added', after: check })),
    ...changed.map(([old, check]): ChangeFact => ({ ...table, kind: 'check_changed', before: old, after: check })),
  ];
}

/** The differences between two lists of indexes or checks; what kept its name is changed. */
export function partsDifference(before: readonly (Index | Check)[], after: readonly (Index | Check)[]) {
  return difference(canonicalParts(before), canonicalParts(after), spelledKey, ({ name }) => name);
}

function spelledKey({ name, definition }: Index | Check): string {
  return namedKey({ name, definition: commonSpelling(definition) });
}

/**
 * Both lists have each item once and in a fixed order. Items that differ only by what `identityOf` leaves out are one
 * item that changed; where several share an identity, they are paired in order.
 */
function difference<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
  identityOf: (item: Item) => string,
) {
  const [old, current] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  const waiting = new Map<string, Item[]>();
  const removed = new Set(before.filter((item) => !current.has(keyOf(item))));
  for (const item of removed) waiting.set(identityOf(item), [...(waiting.get(identityOf(item)) ?? []), item]);
  const [added, changed]: [Item[], [Item, Item][]] = [[], []];
  for (const item of after.filter((candidate) => !old.has(keyOf(candidate)))) {
    const was = waiting.get(identityOf(item))?.shift();
    if (was === undefined) added.push(item);
    else {
      changed.push([was, item]);
      removed.delete(was);
    }
  }
  return { removed: [...removed], added, changed };
}
