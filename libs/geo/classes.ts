/** A class of a numeric scale: `from` and `to` are values of the data, `count` is how many fell into it. */
export interface NumberClass {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * Divides numbers into at most `wanted` classes with about as many in each. Equal numbers are never in two classes, so
 * there can be fewer; without numbers there is none. The order of `values` does not matter.
 */
export function quantileClasses(values: readonly number[], wanted: number): NumberClass[] {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const classes: NumberClass[] = [];
  let start = 0;
  for (let index = 1; index <= wanted && start < sorted.length; index += 1) {
    let end = Math.max(start + 1, Math.round((sorted.length * index) / wanted));
    while (end < sorted.length && sorted[end] === sorted[end - 1]) end += 1;
    if (index === wanted) end = sorted.length;
    classes.push({ from: sorted[start] ?? 0, to: sorted[end - 1] ?? 0, count: end - start });
    start = end;
  }
  return classes;
}

/** The class of a number, counted from 0; null for what is no number, and where there is no class. */
export function classOf(classes: readonly NumberClass[], value: number): number | null {
  if (!Number.isFinite(value)) return null;
  const found = classes.findIndex(({ to }) => value <= to);
  return found >= 0 ? found : classes.length > 0 ? classes.length - 1 : null;
}

/** The most frequent texts, at most `wanted`, each with its count; ties in the order of the texts. */
export function topCategories(values: readonly (string | null)[], wanted: number): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, wanted);
}

/** The radius of a bubble whose area stands for its value: `max` has `maxRadius`, nothing is smaller than `minRadius`. */
export function bubbleRadius(value: number, max: number, minRadius: number, maxRadius: number): number {
  if (!Number.isFinite(value) || value <= 0 || max <= 0) return minRadius;
  return Math.max(minRadius, Math.sqrt(Math.min(1, value / max)) * maxRadius);
}

/** Round values for a legend of sizes, up to `max` in steps of 1, 2 or 5: about a twentieth, a quarter, and all of it. */
export function legendValues(max: number): number[] {
  if (!Number.isFinite(max) || max <= 0) return [];
  const values = [max / 20, max / 4, max].map(roundedDown);
  return [...new Set(values)];
}

function roundedDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = value / power;
  return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
}
