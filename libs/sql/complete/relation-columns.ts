import { findTable } from './catalog-index.js';
import type { CatalogIndex, IndexedTable } from './catalog-index.js';
import type { Relation, Scope } from './scope.js';

/** A column of something that a statement reads from. */
export interface ScopeColumn {
  readonly name: string;
  /** Empty where it is not known. */
  readonly type: string;
}

/** A query that names itself ends here. */
const MAX_DEPTH = 8;

/** The table that a relation is; null for a sub-query and for a name that the catalog does not have. */
export function tableOf(index: CatalogIndex, relation: Relation): IndexedTable | null {
  if (relation.name === null || relation.query !== null) return null;
  return findTable(index, relation.schema, relation.name);
}

/** The columns of a relation as far as they are known. */
export function columnsOf(index: CatalogIndex, relation: Relation, depth = 0): ScopeColumn[] {
  const columns = ownColumnsOf(index, relation, depth);
  const names = relation.columnNames ?? [];
  if (names.length === 0) return columns;
  return [...names.map((name, place) => ({ name, type: columns[place]?.type ?? '' })), ...columns.slice(names.length)];
}

function ownColumnsOf(index: CatalogIndex, relation: Relation, depth: number): ScopeColumn[] {
  if (relation.query) return depth < MAX_DEPTH ? outputsOf(index, relation.query, depth + 1) : [];
  if (relation.functionName !== undefined) return functionColumns(index, relation.functionName);
  const found = tableOf(index, relation);
  return found ? tableColumns(index, found) : [];
}

/** The columns of a function that says so: `TABLE(customer_id bigint, spent numeric)`. */
function functionColumns({ catalog }: CatalogIndex, name: string): ScopeColumn[] {
  const wanted = name.toLowerCase();
  for (const { functions } of catalog.schemas) {
    const returns = functions.find((one) => one.name.toLowerCase() === wanted)?.returns ?? '';
    const list = /^TABLE\s*\((.*)\)$/is.exec(returns)?.[1];
    if (list !== undefined) return outerParts(list).map(columnOf);
  }
  return [];
}

/** The parts between commas that are in no brackets and in no quoted name. */
function outerParts(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const piece of list.split(/("(?:[^"]|"")*"|[(),])/)) {
    depth += piece === '(' ? 1 : piece === ')' ? -1 : 0;
    if (piece === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + piece);
  }
  return parts;
}

function columnOf(text: string): ScopeColumn {
  const column = text.trim();
  const [name = '', quoted] = /^(?:"((?:[^"]|"")*)"|\S+)/.exec(column) ?? [];
  return { name: quoted?.replaceAll('""', '"') ?? name, type: column.slice(name.length).trim() };
}

/** The columns of a table of the catalog. */
export function tableColumns({ catalog }: CatalogIndex, { table }: IndexedTable): ScopeColumn[] {
  return table.columns.map((name, place) => ({ name, type: catalog.column_types[table.types[place] ?? -1] ?? '' }));
}

/** What a relation is called in its statement. */
export function calledAs(relation: Relation): string | null {
  return relation.alias ?? relation.name;
}

function outputsOf(index: CatalogIndex, query: Scope, depth: number): ScopeColumn[] {
  const all = query.relations.flatMap((relation) => columnsOf(index, relation, depth));
  const types = new Map(all.map(({ name, type }) => [name.toLowerCase(), type]));
  const outputs = query.outputs.flatMap((name) =>
    name === null ? all : [{ name, type: types.get(name.toLowerCase()) ?? '' }],
  );
  return [...new Map(outputs.map((column) => [column.name, column])).values()];
}
