/** A column's name before its value, in the unaligned and the CSV format. */
const NAMED = /^QUERY PLAN[|,]/;
const FIRST = /^ ?QUERY PLAN (?:[|│║]|$|(?=\S| ))/;
const BAR = /^ ?(?:QUERY PLAN| {10}) ([|│║:;])/;
/** Without a border, there is a space or a mark where a bar would be. */
const BARE = /^(?:QUERY PLAN| {10})(?=[ .…:;]|$)/;

/** Takes the values out of records as psql prints them with `\x`: the column's name, a bar and the value. */
export function withoutColumnName(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const first = filled[0] ?? '';
  if (NAMED.test(first)) return filled.map((line) => line.replace(NAMED, ''));
  if (!FIRST.test(first)) return lines;
  for (const form of [BAR, BARE]) if (filled.every((line) => form.test(line))) return valuesOf(filled, form);
  return lines;
}

/** The line style `old-ascii` has other bars before a line that goes on, and no marks: the margin would be part of it. */
function valuesOf(lines: readonly string[], form: RegExp): string[] {
  const hasWraps = lines.some((line) => form.exec(line)?.[1] === ';');
  const values = lines.map((line) => line.replace(form, ''));
  return values.map((value) => (hasWraps ? value.slice(1) : value.replace(/^:/, ' ')));
}
