import type { Neighbourhood } from '#libs/api';
import { tableKey } from '#libs/diagram';
import type { Diagram } from '#libs/diagram';

/** Colours of the palette that schemas take in turn; the second and third look like a warning and a success. */
const COLOURS = [1, 4, 5, 6, 7, 8];

/** The tables of one schema with their foreign keys; all for null. */
export function tablesOfSchema(all: Neighbourhood, schema: string | null): Neighbourhood {
  if (schema === null) return all;
  return {
    ...all,
    tables: all.tables.filter((table) => table.schema === schema),
    relations: all.relations.filter(({ from }) => from.schema === schema),
  };
}

/** The names of schemas with how many tables each has, by name. */
export function schemaCounts({ tables }: Neighbourhood): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { schema } of tables) counts.set(schema, (counts.get(schema) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The token of each schema's colour, by the schema's name. */
export function schemaTokens(names: readonly string[]): Map<string, string> {
  return new Map(names.map((name, place) => [name, `--dw-chart-${COLOURS[place % COLOURS.length] ?? 1}`]));
}

/** The keys of tables whose name, `schema.table` or a column contains a text, tables by name first. */
export function searchDiagram({ tables }: Neighbourhood, text: string, { cards }: Diagram): string[] {
  const needle = text.trim().toLowerCase();
  if (needle === '') return [];
  const shown = new Set(cards.map(({ key }) => key));
  const ranked = tables.flatMap((table) => {
    const key = tableKey({ schema: table.schema, table: table.name });
    const name = table.name.toLowerCase();
    const isColumn = table.columns.some((column) => column.name.toLowerCase().includes(needle));
    const isQualified = `${table.schema}.${table.name}`.toLowerCase().includes(needle);
    const rank = [name === needle, name.startsWith(needle), name.includes(needle), isQualified, isColumn].indexOf(true);
    return rank === -1 || !shown.has(key) ? [] : [{ key, rank }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ key }) => key);
}

/** The colours of schemas as CSS writes them. */
export function schemaColours(source: Neighbourhood): Map<string, string> {
  const tokens = schemaTokens(schemaCounts(source).map(({ name }) => name));
  return new Map([...tokens].map(([schema, token]) => [schema, `var(${token})`]));
}
