import type { CompletionCatalog, ExploreHit } from '../api/index.js';

/** A catalog made ready to be searched: its own tables in lower case, each with its columns. */
export interface SearchIndex {
  readonly connectionId: string;
  readonly catalog: CompletionCatalog;
  readonly tables: readonly IndexedTable[];
}

interface IndexedTable {
  readonly schema: number;
  readonly place: number;
  /** `schema.table` in lower case. */
  readonly text: string;
  /** Where the table's own name begins in it. */
  readonly nameAt: number;
  readonly columns: readonly string[];
}

type Found = ExploreHit & { readonly rank: number };

/** Makes a catalog ready; the engine's own schemas are left out. */
export function searchIndex(connectionId: string, catalog: CompletionCatalog): SearchIndex {
  const tables = catalog.schemas.flatMap(({ name, is_system: isSystem, tables: own }, schema) =>
    (isSystem ? [] : own).map((table, place) => {
      const [prefix, lower] = [name.toLowerCase(), table.name.toLowerCase()];
      const columns = table.columns.map((column) => column.toLowerCase());
      return { schema, place, text: `${prefix}.${lower}`, nameAt: prefix.length + 1, columns };
    }),
  );
  return { connectionId, catalog, tables };
}

/**
 * Finds tables and columns whose name contains the words, best first: names that are the words, that begin with them,
 * that contain them; tables before columns. `schema.table` and `table.column` find what they name. Without words every
 * table is found. `limit` bounds what is answered, `total` counts all.
 */
export function searchCatalogs(
  indexes: readonly SearchIndex[],
  words: string,
  limit: number,
): { items: ExploreHit[]; total: number } {
  const wanted = words.trim().toLowerCase();
  const found = indexes.flatMap((index) => index.tables.flatMap((table) => hitsOf(index, table, wanted)));
  const sorted = found.sort((a, b) => a.rank - b.rank || order(a, b));
  const items = sorted.slice(0, limit).map(({ rank: _, ...hit }) => hit);
  return { items, total: found.length };
}

function order(a: ExploreHit, b: ExploreHit): number {
  const [left, right] = [a, b].map(({ table, column, schema }) => `${table}\0${column ?? ''}\0${schema}`);
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

function hitsOf({ connectionId, catalog }: SearchIndex, table: IndexedTable, wanted: string): Found[] {
  const schema = catalog.schemas[table.schema];
  const known = schema?.tables[table.place];
  if (!schema || !known) return [];
  const hit = { connection_id: connectionId, schema: schema.name, table: known.name, kind: known.kind };
  const name = table.text.slice(table.nameAt);
  const rank = wanted.includes('.') ? rankOf(table.text, wanted) : rankOf(name, wanted);
  const hits: Found[] = rank === null ? [] : [{ ...hit, column: null, type: null, rank }];
  if (wanted === '') return hits;
  for (const [place, column] of table.columns.entries()) {
    const of = wanted.includes('.') ? rankOf(`${name}.${column}`, wanted) : rankOf(column, wanted);
    if (of === null) continue;
    const type = catalog.column_types[known.types[place] ?? -1] ?? '';
    hits.push({ ...hit, column: known.columns[place] ?? column, type, rank: 10 + of });
  }
  return hits;
}

function rankOf(name: string, wanted: string): number | null {
  const at = name.indexOf(wanted);
  if (at < 0) return null;
  if (at === 0) return name.length === wanted.length ? 0 : 1;
  return name[at - 1] === '_' || name[at - 1] === '.' ? 2 : 3;
}
