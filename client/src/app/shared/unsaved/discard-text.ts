/** Says which changes are lost when the forms of these names close; null without names. */
export function discardTextOf(names: readonly string[]): string | null {
  const [first, ...others] = [...new Set(names)];
  if (first === undefined) return null;
  const last = others.at(-1);
  const all = last === undefined ? first : `${[first, ...others.slice(0, -1)].join(', ')} and ${last}`;
  return `Unsaved changes in ${all} are lost.`;
}
