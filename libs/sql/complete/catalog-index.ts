import type { CompletionCatalog, CompletionSchema, CompletionTable } from '../../api/index.js';

/** A table with the schema it is in. */
export interface IndexedTable {
  readonly schema: CompletionSchema;
  readonly table: CompletionTable;
  /** True when its bare name finds it. */
  readonly isOnPath: boolean;
  /** Its name in lower case. */
  readonly key: string;
}

/** A catalog made ready for being asked at each keystroke. */
export interface CatalogIndex {
  readonly catalog: CompletionCatalog;
  readonly tables: readonly IndexedTable[];
  readonly schemas: ReadonlyMap<string, CompletionSchema>;
  /** By the name in lower case; those that a bare name finds come first, in the order of the search path. */
  readonly byName: ReadonlyMap<string, readonly IndexedTable[]>;
  /** The tables with a foreign key to a table, by `keyOf` that table. */
  readonly referencedBy: ReadonlyMap<string, readonly IndexedTable[]>;
}

/** What distinguishes a table from all others. */
export function keyOf(schema: string, table: string): string {
  return `${schema}\0${table}`;
}

/** Prepares a catalog for `complete`; done once for each catalog. */
export function indexCatalog(catalog: CompletionCatalog): CatalogIndex {
  const place = new Map(catalog.search_path.map((name, index) => [name, index]));
  const order = (schema: CompletionSchema): number => place.get(schema.name) ?? catalog.search_path.length;
  const schemas = [...catalog.schemas].sort((a, b) => order(a) - order(b));
  const onPath = new Set<string>();
  const byName = new Map<string, IndexedTable[]>();
  const tables: IndexedTable[] = [];
  for (const schema of schemas) {
    for (const table of schema.tables) {
      const key = table.name.toLowerCase();
      const entry = { schema, table, key, isOnPath: place.has(schema.name) && !onPath.has(table.name) };
      if (entry.isOnPath) onPath.add(table.name);
      tables.push(entry);
      const same = byName.get(key);
      if (same) same.push(entry);
      else byName.set(key, [entry]);
    }
  }
  const bySchema = new Map(schemas.map((schema) => [schema.name.toLowerCase(), schema]));
  return { catalog, tables, byName, schemas: bySchema, referencedBy: referencesOf(tables) };
}

function referencesOf(tables: readonly IndexedTable[]): Map<string, IndexedTable[]> {
  const found = new Map<string, IndexedTable[]>();
  for (const entry of tables) {
    for (const { references } of entry.table.foreign_keys ?? []) {
      const key = keyOf(references.schema, references.table);
      const others = found.get(key);
      if (others) others.push(entry);
      else found.set(key, [entry]);
    }
  }
  return found;
}

/** The table that a name in a statement means: exactly as written if there is one, else without regard to case. */
export function findTable(index: CatalogIndex, schema: string | null, name: string): IndexedTable | null {
  const same = index.byName.get(name.toLowerCase()) ?? [];
  const wanted = schema?.toLowerCase();
  const inSchema = same.filter((entry) => wanted === undefined || entry.schema.name.toLowerCase() === wanted);
  return inSchema.find(({ table }) => table.name === name) ?? inSchema[0] ?? null;
}
