import type { LexerRules } from '../dialects/index.js';

/** The offset behind what a sticky pattern finds at an offset; null when it finds nothing. */
export function endOfMatch(pattern: RegExp, text: string, offset: number): number | null {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** Where a text ends without the space at its end; a byte order mark there may be part of a word. */
export function trimmedEnd(text: string, end: number, { space }: LexerRules): number {
  let last = end;
  while (last > 0 && text[last - 1] !== '\uFEFF' && endOfMatch(space, text[last - 1] ?? '', 0) !== null) last--;
  return last;
}
