/** A text of at most `most` UTF-16 code units, which ends with `…`, and never with half a character, where it was longer. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
