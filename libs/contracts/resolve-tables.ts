import { type Catalog, type Table, readTableSpelling, shownTable, tableKey, tablesAsShown } from '../catalog/index.js';

/** The tables that typed names mean, and every name that means none or more than one. */
export interface ResolvedTables {
  /** Each table once, sorted as they are shown. */
  readonly tables: readonly Table[];
  /** Names that no table has, as typed and each once. */
  readonly unknown: readonly string[];
  /** Names that several tables could have because of dots in them; quotes make them unambiguous: `"a.b".c`. */
  readonly ambiguous: readonly string[];
}

/**
 * Finds tables by the names that a person typed: `orders` for a table in `public`, `geo.areas` for others. A name is
 * also understood as it is shown (with quotes around unusual parts), with `public.` in front, and with quotes as in SQL
 * (`"My Schema"."Weird Table"`). Nothing is trimmed and case counts. The name that a table is shown by wins over every
 * other reading, and the quotes of SQL come last.
 */
export function resolveTables(catalog: Catalog, typed: readonly string[]): ResolvedTables {
  const shown = new Map(catalog.tables.map((table) => [shownTable(table), table]));
  const spelled = spellings(catalog);
  const tables = new Map<string, Table>();
  const unknown = new Set<string>();
  const ambiguous = new Set<string>();
  for (const name of typed) {
    const exact = shown.get(name);
    const [table, other] = exact ? [exact] : (spelled.get(name) ?? quoted(spelled, name));
    if (table === undefined) unknown.add(name);
    else if (other !== undefined) ambiguous.add(name);
    else tables.set(tableKey(table), table);
  }
  return { tables: tablesAsShown([...tables.values()]), unknown: [...unknown], ambiguous: [...ambiguous] };
}

/** The tables that a name in quotes means, which need not stand around each part: `"orders"`, `geo."areas"`. */
function quoted(spelled: ReadonlyMap<string, Table[]>, name: string): Table[] {
  const spelling = name.includes('"') ? readTableSpelling(name) : null;
  if (spelling === null) return [];
  const { table } = spelling;
  const schema = spelling.schema ?? 'public';
  // Others are spelled alike where names have dots.
  return (spelled.get(`${schema}.${table}`) ?? []).filter((one) => one.schema === schema);
}

function spellings(catalog: Catalog): Map<string, Table[]> {
  const tables = new Map<string, Table[]>();
  const spell = (name: string, table: Table): void => {
    const others = tables.get(name);
    if (others) others.push(table);
    else tables.set(name, [table]);
  };
  for (const table of catalog.tables) {
    spell(`${table.schema}.${table.name}`, table);
    if (table.schema === 'public') spell(table.name, table);
  }
  return tables;
}
