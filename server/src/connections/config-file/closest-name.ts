/** Finds the known name that a person most likely meant by `typed`: at most two slips away, or null. */
export function closestName(typed: string, known: readonly string[]): string | null {
  if (typed.length > 40) return null;
  const wanted = typed.toLowerCase();
  let best: { name: string; slips: number } | null = null;
  for (const name of known) {
    const slips = editDistance(wanted, name);
    if (slips <= 2 && slips < name.length && (best === null || slips < best.slips)) best = { name, slips };
  }
  return best?.name ?? null;
}

/** Letters to insert, delete or replace to get from `a` to `b`. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, at(previous, j) + 1, at(current, j - 1) + 1));
    }
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
