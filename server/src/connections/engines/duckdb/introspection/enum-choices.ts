const ENUM = /^ENUM\((.*)\)$/s;
const VALUE = /'((?:[^']|'')*)'/g;

/** The values of a type as the catalog writes it, `ENUM('a', 'it''s')`; null for any other type. */
export function enumChoices(type: string): string[] | null {
  const [, list] = ENUM.exec(type) ?? [];
  if (list === undefined) return null;
  return [...list.matchAll(VALUE)].map(([, value = '']) => value.replaceAll("''", "'"));
}
