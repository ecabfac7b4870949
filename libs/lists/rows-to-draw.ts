/** Which rows of a long list are drawn. */
export interface DrawnRows {
  /** Indices in ascending order, each with the number of rows left out right before it. */
  readonly rows: readonly { readonly index: number; readonly skipped: number }[];
  /** The number of rows left out behind the last one. */
  readonly behind: number;
}

/**
 * Returns the rows in sight, from `first` up to before `end`, and the row `kept` wherever it is: an element that is no
 * longer drawn loses the focus. `kept` is null or beyond the list where there is none.
 */
export function rowsToDraw(
  count: number,
  { first, end }: { readonly first: number; readonly end: number },
  kept: number | null,
): DrawnRows {
  const [from, to] = [Math.max(0, Math.min(first, count - 1)), Math.min(end, count)];
  const indices = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  if (kept !== null && kept >= 0 && kept < count) {
    if (kept < from) indices.unshift(kept);
    else if (kept >= to) indices.push(kept);
  }
  const rows = indices.map((index, at) => ({ index, skipped: index - (indices[at - 1] ?? -1) - 1 }));
  return { rows, behind: count - 1 - (indices.at(-1) ?? -1) };
}
