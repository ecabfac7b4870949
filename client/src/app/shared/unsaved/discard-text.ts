import { listText } from '#libs/results';

/** Says which changes are lost when the forms of these names close; null without names. */
export function discardTextOf(names: readonly string[]): string | null {
  return names.length === 0 ? null : `Unsaved changes in ${listText([...new Set(names)])} are lost.`;
}
