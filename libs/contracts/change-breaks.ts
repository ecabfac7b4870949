import { foreignKeyKey, isSameList, shownTable, tableKey } from '../catalog/index.js';
import type { CatalogChange } from '../catalog/index.js';
import type { Contract, FrozenTable } from './contract.js';
import { violationSummary } from './violation-summary.js';
import type { Violation, ViolationFact } from './violation.js';

/**
 * Finds the expectation of a contract that a change alone breaks, or null: what it took away was frozen, or what it left
 * is not what was frozen. A change that brings back what is expected breaks nothing. The change has to be from after the
 * contract was frozen.
 */
export function changeBreaks(contract: Contract): (change: CatalogChange) => Violation | null {
  const tables = new Map(contract.tables.map((frozen) => [tableKey(frozen), frozen]));
  return (change) => {
    const table = tables.get(tableKey(change));
    const fact = table === undefined ? null : factOf(table, change);
    return fact === null ? null : { ...fact, table: shownTable(change), summary: violationSummary(fact) };
  };
}

function factOf(table: FrozenTable, change: CatalogChange): ViolationFact | null {
  const at = { schema: table.schema, name: table.name };
  switch (change.kind) {
    case 'table_removed':
      return { ...at, kind: 'table_gone' };
    case 'column_removed':
    case 'type_changed':
    case 'nullability_changed':
      return columnFact(table, change);
    case 'primary_key_changed': {
      const [expected, actual] = [table.primary_key, change.after];
      return isSameList(expected, actual) ? null : { ...at, kind: 'primary_key_changed', expected, actual };
    }
    case 'foreign_key_removed': {
      const gone = foreignKeyKey(change.before);
      const expected = table.foreign_keys.find((frozen) => foreignKeyKey(frozen) === gone);
      const column = change.column === undefined ? {} : { column: change.column };
      return expected === undefined ? null : { ...at, kind: 'foreign_key_gone', ...column, expected };
    }
    default:
      return null;
  }
}

type ColumnChange = Extract<CatalogChange, { kind: 'column_removed' | 'type_changed' | 'nullability_changed' }>;

function columnFact(table: FrozenTable, change: ColumnChange): ViolationFact | null {
  const frozen = table.columns.find(({ name }) => name === change.column);
  if (frozen === undefined) return null;
  const at = { schema: table.schema, name: table.name, column: frozen.name };
  if (change.kind === 'column_removed') return { ...at, kind: 'column_gone', expected: frozen.type };
  const { after: actual } = change;
  if (typeof actual === 'string') {
    return actual === frozen.type ? null : { ...at, kind: 'type_changed', expected: frozen.type, actual };
  }
  const expected = frozen.nullable;
  return actual === expected ? null : { ...at, kind: 'nullability_changed', expected, actual };
}
