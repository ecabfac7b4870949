/** A name that becomes another one. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/**
 * Renames in an order in which each new name is free when its turn comes; `names` are all names that are there. Names in
 * a circle make room by a temporary name. Case is ignored, as some engines do.
 */
export function orderedRenames(renames: readonly Rename[], names: readonly string[]): Rename[] {
  const held = new Set(names.map(folded));
  const wanted = new Set(renames.map(({ to }) => folded(to)));
  const ordered: Rename[] = [];
  let waiting = renames.filter(({ from, to }) => from !== to);
  const rename = (from: string, to: string): void => {
    ordered.push({ from, to });
    held.delete(folded(from));
    held.add(folded(to));
  };
  while (waiting.length > 0) {
    const blocked: Rename[] = [];
    for (const one of waiting) {
      if (held.has(folded(one.to)) && folded(one.to) !== folded(one.from)) blocked.push(one);
      else rename(one.from, one.to);
    }
    if (blocked.length === waiting.length) {
      const leaving = new Set(blocked.map(({ from }) => folded(from)));
      const circular = blocked.findIndex(({ from, to }) => leaving.has(folded(to)) && wanted.has(folded(from)));
      const [first] = blocked.splice(circular, 1);
      // A name that stays is in the way: the engine says so.
      if (circular < 0 || first === undefined) return [...ordered, ...waiting];
      const spare = freeName(first.from, held, wanted);
      rename(first.from, spare);
      blocked.push({ from: spare, to: first.to });
    }
    waiting = blocked;
  }
  return ordered;
}

function freeName(name: string, held: ReadonlySet<string>, wanted: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const spare = `${name}_${number}`;
    if (!held.has(folded(spare)) && !wanted.has(folded(spare))) return spare;
  }
}

function folded(name: string): string {
  return name.toLowerCase();
}
