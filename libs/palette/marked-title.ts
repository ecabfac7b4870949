import { placeInTitle, wordsOf } from './place-in-title.js';

/** A stretch of a title, and whether it is what was typed. */
export interface TitlePart {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Divides a title into what was typed and what was not. The parts make up the title; a word that is found elsewhere, as
 * in a detail, marks nothing, nor does a title whose lower case has another length.
 */
export function markTitle(title: string, typed: string): TitlePart[] {
  const lower = title.toLowerCase();
  const isMatch = Array.from({ length: title.length }, () => false);
  if (lower.length === title.length) {
    for (const word of wordsOf(typed)) {
      for (const [from, to] of placeInTitle(lower, word)?.stretches ?? []) isMatch.fill(true, from, to);
    }
  }
  const parts: TitlePart[] = [];
  for (let from = 0; from < title.length;) {
    let to = from + 1;
    while (to < title.length && isMatch[to] === isMatch[from]) to += 1;
    parts.push({ text: title.slice(from, to), isMatch: isMatch[from] ?? false });
    from = to;
  }
  return parts;
}
