/** Where in the copied rows an error is. `line` counts lines from 1, those inside of quotes too. */
export interface CopyPlace {
  readonly line: number;
  readonly column: string | null;
}

/**
 * Reads the context of an error: `COPY orders, line 12, column price: "abc"`, in the language of the server. Null where it
 * is about no line, as with a constraint that is checked when all rows are there.
 */
export function copyPlace(context: string, table: string, columns: readonly string[]): CopyPlace | null {
  const head = `COPY ${table}`;
  const own = context.split('\n').find((line) => line.startsWith(head));
  const [, line, rest = ''] = /^\D*(\d+)([^]*)/.exec(own?.slice(head.length) ?? '') ?? [];
  if (line === undefined) return null;
  return { line: Number(line), column: columnIn(rest, columns) };
}

/** `, column price: "abc"`: the name stands behind one word, before a colon or the end. Longer names are tried first. */
function columnIn(rest: string, columns: readonly string[]): string | null {
  const named = /^, \S+ ([^]*)/.exec(rest)?.[1];
  if (named === undefined) return null;
  const fits = columns.filter((column) => named.startsWith(column) && /^(?:$| ?:)/.test(named.slice(column.length)));
  return fits.sort((one, other) => other.length - one.length)[0] ?? null;
}
