import { placeInTitle, wordsOf } from './place-in-title.js';

/** Something that a palette can find. */
export interface Findable {
  readonly title: string;
  /** Found, too, but after what has the words in its title: a schema, a description. */
  readonly detail?: string;
  /** Added to the rank: what is smaller comes first among those that fit as well. */
  readonly order?: number;
}

/** A findable with its texts in lower case, made once for all letters that follow. */
export interface PreparedCommand<T extends Findable> {
  readonly item: T;
  readonly title: string;
  readonly detail: string;
}

/** Makes a list ready for being searched at each keystroke. */
export function prepareCommands<T extends Findable>(items: readonly T[]): PreparedCommand<T>[] {
  return items.map((item) => ({ item, title: item.title.toLowerCase(), detail: (item.detail ?? '').toLowerCase() }));
}

/** The worst rank that still counts as found. */
const NOT_FOUND = Number.POSITIVE_INFINITY;
const ORDER_WEIGHT = 0.001;

/**
 * The items in which every word of what was typed is found, best first, at most `limit`: titles that begin with a word
 * before those that have it inside, those before initials and letters in their order, those before details. With nothing
 * typed, the items in their order.
 */
export function findCommands<T extends Findable>(
  prepared: readonly PreparedCommand<T>[],
  typed: string,
  limit: number,
): T[] {
  const words = wordsOf(typed);
  const found: { readonly item: T; readonly rank: number }[] = [];
  for (const command of prepared) {
    const rank = rankOf(command, words);
    if (rank !== NOT_FOUND) found.push({ item: command.item, rank: rank + (command.item.order ?? 0) * ORDER_WEIGHT });
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ item }) => item);
}

function rankOf<T extends Findable>({ title, detail }: PreparedCommand<T>, words: readonly string[]): number {
  let rank = 0;
  for (const word of words) {
    const one = Math.min(rankIn(title, word), detail.includes(word) ? 6 : NOT_FOUND);
    if (one === NOT_FOUND) return NOT_FOUND;
    rank += one;
  }
  // Of two that fit as well, the shorter one is nearer to what was typed.
  return words.length === 0 ? 0 : rank + Math.min(title.length, 200) / 1_000;
}

const RANKS = { inside: 3, 'at-a-word': 2, start: 1, whole: 0, letters: 5 } as const;

function rankIn(title: string, word: string): number {
  const place = placeInTitle(title, word);
  return place === null ? NOT_FOUND : RANKS[place.kind];
}
