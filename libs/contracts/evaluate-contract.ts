import {
  type Catalog,
  type Column,
  type Table,
  foreignKeyKey,
  isSameList,
  shownTable,
  tableKey,
} from '../catalog/index.js';
import type { Contract, FrozenTable } from './contract.js';
import type { Violation, ViolationFact } from './violation.js';
import { violationSummary } from './violation-summary.js';

/**
 * Holds a catalog against a contract and lists what is broken: tables as they are shown, columns in their order, then
 * the primary key, then foreign keys. Additions never break a contract, nor does another order of columns; a table or
 * column that is gone is one violation, whatever was expected of it. A primary key where none was expected is a changed
 * one. An empty list means that the contract holds. Give it no catalog that could not be read completely.
 */
export function evaluateContract(contract: Contract, catalog: Catalog): Violation[] {
  const current = new Map(catalog.tables.map((table) => [tableKey(table), table]));
  return contract.tables.flatMap((expected) => {
    const table = shownTable(expected);
    return evaluateTable(expected, current.get(tableKey(expected))).map((fact) => ({
      ...fact,
      table,
      summary: violationSummary(fact),
    }));
  });
}

function evaluateTable(expected: FrozenTable, actual: Table | undefined): ViolationFact[] {
  const at = { schema: expected.schema, name: expected.name };
  if (!actual) return [{ ...at, kind: 'table_gone' }];
  const columns = new Map(actual.columns.map((column) => [column.name, column]));
  const facts = expected.columns.flatMap((column) => evaluateColumn(at, column, columns.get(column.name)));
  if (!isSameList(expected.primary_key, actual.primary_key)) {
    const actualKey = [...actual.primary_key];
    facts.push({ ...at, kind: 'primary_key_changed', expected: expected.primary_key, actual: actualKey });
  }
  const foreignKeys = new Set(actual.foreign_keys.map(foreignKeyKey));
  for (const key of expected.foreign_keys) {
    if (foreignKeys.has(foreignKeyKey(key))) continue;
    const [only] = key.columns;
    const column = key.columns.length === 1 && only !== undefined ? { column: only } : {};
    facts.push({ ...at, kind: 'foreign_key_gone', ...column, expected: key });
  }
  return facts;
}

function evaluateColumn(
  table: { schema: string; name: string },
  expected: Column,
  actual: Column | undefined,
): ViolationFact[] {
  const at = { ...table, column: expected.name };
  if (!actual) return [{ ...at, kind: 'column_gone', expected: expected.type }];
  const facts: ViolationFact[] = [];
  if (actual.type !== expected.type) {
    facts.push({ ...at, kind: 'type_changed', expected: expected.type, actual: actual.type });
  }
  if (actual.nullable !== expected.nullable) {
    facts.push({ ...at, kind: 'nullability_changed', expected: expected.nullable, actual: actual.nullable });
  }
  return facts;
}
