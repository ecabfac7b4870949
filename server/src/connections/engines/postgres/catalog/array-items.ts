/** An item between quotes, with what is escaped in it, or one as it stands. */
const ITEM = /"((?:[^"\\]|\\.)*)"|([^,{}]+)/gs;

/**
 * The items of a flat array as Postgres prints it: `{id,"a, b"}`. Catalogs hold no NULL in the arrays that are asked
 * for, so the word NULL is one that a name may be. Most have nothing that needs quotes and are cut at their commas.
 */
export function arrayItems(printed: string): string[] {
  if (printed === '{}') return [];
  if (!printed.includes('"')) return printed.slice(1, -1).split(',');
  return Array.from(printed.matchAll(ITEM), ([, quoted, plain]) => plain ?? (quoted ?? '').replace(/\\(.)/gs, '$1'));
}
