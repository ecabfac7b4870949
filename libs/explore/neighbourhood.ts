import type { CompletionCatalog, CompletionTable, Neighbourhood, RelatedTable, TableRelation } from '../api/index.js';

/** A table by its schema and name. */
export interface TableRef {
  readonly schema: string;
  readonly table: string;
}

/** Tables in one picture; more than a person can read at once. */
export const MOST_TABLES = 40;

/**
 * The tables that foreign keys lead to and from, so many steps around one, nearest first, with every foreign key among
 * them. Null where there is no such table.
 */
export function neighbourhood(
  catalog: CompletionCatalog,
  start: TableRef,
  depth: number,
  most: number = MOST_TABLES,
): Neighbourhood | null {
  const tables = tablesOf(catalog);
  if (!tables.has(keyOf(start))) return null;
  const relations = relationsOf(tables);
  const distances = new Map([[keyOf(start), 0]]);
  let isTruncated = false;
  for (let step = 1; step <= depth; step += 1) {
    for (const key of nextOf(relations, distances)) {
      if (!tables.has(key)) continue;
      if (distances.size < most) distances.set(key, step);
      else isTruncated = true;
    }
  }
  const among = relations.filter(({ from, to }) => distances.has(keyOf(from)) && distances.has(keyOf(to)));
  return {
    tables: [...distances].map(([key, distance]) => relatedTable(catalog, tables.get(key), distance, key, among)),
    relations: among,
    truncated: isTruncated,
  };
}

type Placed = TableRef & { readonly known: CompletionTable };

function keyOf({ schema, table }: TableRef): string {
  return `${schema}\0${table}`;
}

function tablesOf(catalog: CompletionCatalog): Map<string, Placed> {
  const placed = catalog.schemas.flatMap(({ name: schema, tables }) =>
    tables.map((known) => ({ schema, table: known.name, known })),
  );
  return new Map(placed.map((one) => [keyOf(one), one]));
}

function relationsOf(tables: ReadonlyMap<string, Placed>): TableRelation[] {
  return [...tables.values()].flatMap(({ schema, table, known }) =>
    (known.foreign_keys ?? []).map(({ columns, references }) => ({
      from: { schema, table, columns: [...columns] },
      to: { ...references, columns: [...references.columns] },
    })),
  );
}

/** What is one relation further than what is known. */
function nextOf(relations: readonly TableRelation[], known: ReadonlyMap<string, number>): Set<string> {
  const next = new Set<string>();
  for (const { from, to } of relations) {
    const [a, b] = [keyOf(from), keyOf(to)];
    if (known.has(a) && !known.has(b)) next.add(b);
    if (known.has(b) && !known.has(a)) next.add(a);
  }
  return next;
}

function relatedTable(
  catalog: CompletionCatalog,
  placed: Placed | undefined,
  distance: number,
  key: string,
  relations: readonly TableRelation[],
): RelatedTable {
  const [schema = '', name = ''] = key.split('\0');
  const keys = new Set(
    relations.flatMap(({ from, to }) => [from, to].flatMap((end) => (keyOf(end) === key ? end.columns : []))),
  );
  const columns = (placed?.known.columns ?? []).map((column, place) => ({
    name: column,
    type: catalog.column_types[placed?.known.types[place] ?? -1] ?? '',
    is_key: keys.has(column),
  }));
  return { schema, name, kind: placed?.known.kind ?? 'table', distance, columns };
}
