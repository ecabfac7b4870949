/** Postgres cuts longer names, in bytes of UTF-8. */
const NAME_BYTES = 63;

/**
 * Gives every name of a list a spelling of its own: a repeated name gets `_2`, `_3` and so on, never one that another
 * column has by itself, and never longer than the 63 bytes that Postgres keeps of a name.
 */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const own = new Set(names);
  return names.map((name) => {
    let spelling = name;
    for (let count = 2; taken.has(spelling); count += 1) {
      const next = withSuffix(name, `_${String(count)}`);
      spelling = own.has(next) ? spelling : next;
    }
    taken.add(spelling);
    return spelling;
  });
}

/** A name that is not among the given ones, for what a statement needs beside them. */
export function freeName(wanted: string, names: readonly string[]): string {
  return uniqueNames([...names, wanted]).at(-1) ?? wanted;
}

function withSuffix(name: string, suffix: string): string {
  let head = '';
  let bytes = suffix.length;
  for (const character of name) {
    bytes += byteLength(character.codePointAt(0) ?? 0);
    if (bytes > NAME_BYTES) break;
    head += character;
  }
  return head + suffix;
}

function byteLength(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
