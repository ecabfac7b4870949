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
  const keys = keyColumns(among);
  return {
    tables: [...distances].map(([key, distance]) => relatedTable(catalog, tables.get(key), distance, key, keys)),
    relations: among,
    truncated: isTruncated,
  };
}

/** Tables in a diagram of a whole database. */
export const MOST_DIAGRAM_TABLES = 1_000;

/**
 * All tables of a catalog that are neither the system's nor an extension's, with every foreign key of theirs. Partitions
 * are shown as their table, which has their keys. A key that leads to a table which is not in the catalog is kept.
 */
export function wholeCatalog(catalog: CompletionCatalog, most: number = MOST_DIAGRAM_TABLES): Neighbourhood {
  const own = { ...catalog, schemas: catalog.schemas.filter(({ is_system: isSystem }) => !isSystem) };
  const all = tablesOf(own);
  const whole = new Map([...all].filter(([, { known }]) => !known.partition_of && !known.is_extension));
  const shown = new Map([...whole].slice(0, most));
  const relations = folded(relationsOf(all), all).filter(({ from }) => shown.has(keyOf(from)));
  const keys = keyColumns(relations);
  return {
    tables: [...shown].map(([key, placed]) => relatedTable(catalog, placed, 0, key, keys)),
    relations,
    truncated: whole.size > most,
  };
}

/** The relations with each partition replaced by its table; what then is the same is one. */
function folded(relations: readonly TableRelation[], tables: ReadonlyMap<string, Placed>): TableRelation[] {
  const found = new Map<string, TableRelation>();
  for (const relation of relations) {
    const from = { ...relation.from, ...wholeOf(relation.from, tables) };
    const to = { ...relation.to, ...wholeOf(relation.to, tables) };
    const key = JSON.stringify([keyOf(from), from.columns, keyOf(to), to.columns]);
    if (!found.has(key)) found.set(key, { ...relation, from, to });
  }
  return [...found.values()];
}

/** The table that one is a part of, at the top of its partitions. */
function wholeOf({ schema, table }: TableRef, tables: ReadonlyMap<string, Placed>): TableRef {
  let [whole, parent] = [{ schema, table }, tables.get(keyOf({ schema, table }))?.known.partition_of];
  while (parent !== undefined) {
    whole = { schema: parent.schema, table: parent.table };
    parent = tables.get(keyOf(whole))?.known.partition_of;
  }
  return whole;
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
    (known.foreign_keys ?? []).map(({ columns, references, is_unique: isUnique, is_optional: isOptional }) => ({
      from: { schema, table, columns: [...columns] },
      to: { ...references, columns: [...references.columns] },
      is_unique: isUnique ?? false,
      is_optional: isOptional ?? false,
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

/** The columns of foreign keys on either end, by table. */
function keyColumns(relations: readonly TableRelation[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const end of relations.flatMap(({ from, to }) => [from, to])) {
    const columns = found.get(keyOf(end)) ?? new Set();
    for (const column of end.columns) columns.add(column);
    found.set(keyOf(end), columns);
  }
  return found;
}

function relatedTable(
  catalog: CompletionCatalog,
  placed: Placed | undefined,
  distance: number,
  key: string,
  keyed: ReadonlyMap<string, ReadonlySet<string>>,
): RelatedTable {
  const [schema = '', name = ''] = key.split('\0');
  const foreign = new Set((placed?.known.foreign_keys ?? []).flatMap((one) => one.columns));
  const primary = new Set(placed?.known.primary_key);
  const columns = (placed?.known.columns ?? []).map((column, place) => ({
    name: column,
    type: catalog.column_types[placed?.known.types[place] ?? -1] ?? '',
    is_key: keyed.get(key)?.has(column) ?? false,
    key: foreign.has(column) ? ('foreign' as const) : primary.has(column) ? ('primary' as const) : null,
  }));
  return { schema, name, kind: placed?.known.kind ?? 'table', distance, columns };
}
