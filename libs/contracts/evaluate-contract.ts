import {
  type Catalog,
  type Column,
  type ForeignKey,
  type Table,
  TableIndex,
  foreignKeyKey,
  isSameForeignKey,
  isSameList,
  isSameThroughout,
  shownTable,
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
  const current = new TableIndex(catalog.tables);
  return contract.tables.flatMap((expected) => {
    const facts = evaluateTable(expected, current.get(expected));
    return facts.map((fact) => ({ ...fact, table: shownTable(expected), summary: violationSummary(fact) }));
  });
}

function evaluateTable(expected: FrozenTable, actual: Table | undefined): ViolationFact[] {
  const at = { schema: expected.schema, name: expected.name };
  if (!actual) return [{ ...at, kind: 'table_gone' }];
  const facts: ViolationFact[] = [];
  const columns = columnFinder(actual.columns);
  expected.columns.forEach((column, place) => {
    for (const fact of evaluateColumn(at, column, columns(column.name, place))) facts.push(fact);
  });
  if (!isSameList(expected.primary_key, actual.primary_key)) {
    const actualKey = [...actual.primary_key];
    facts.push({ ...at, kind: 'primary_key_changed', expected: expected.primary_key, actual: actualKey });
  }
  for (const key of missingForeignKeys(expected, actual)) {
    const [only] = key.columns;
    const column = key.columns.length === 1 && only !== undefined ? { column: only } : {};
    facts.push({ ...at, kind: 'foreign_key_gone', ...column, expected: key });
  }
  return facts;
}

/** Finds columns by name; a column that is still at its place is found without an index of the names. */
function columnFinder(columns: readonly Column[]): (name: string, place: number) => Column | undefined {
  let byName: Map<string, Column> | undefined;
  return (name, place) => {
    const here = columns[place];
    if (here?.name === name) return here;
    byName ??= new Map(columns.map((column) => [column.name, column]));
    return byName.get(name);
  };
}

function missingForeignKeys(expected: FrozenTable, actual: Table): readonly ForeignKey[] {
  if (isSameThroughout(expected.foreign_keys, actual.foreign_keys, isSameForeignKey)) return [];
  const foreignKeys = new Set(actual.foreign_keys.map(foreignKeyKey));
  return expected.foreign_keys.filter((key) => !foreignKeys.has(foreignKeyKey(key)));
}

const HOLDS: readonly ViolationFact[] = [];

function evaluateColumn(
  table: { schema: string; name: string },
  expected: Column,
  actual: Column | undefined,
): readonly ViolationFact[] {
  if (actual?.type === expected.type && actual.nullable === expected.nullable) return HOLDS;
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
