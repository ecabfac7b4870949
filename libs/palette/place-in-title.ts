/** How a word stands in a title, and which of the title's letters it is, each from and to an offset. */
export interface PlaceInTitle {
  readonly kind: 'whole' | 'start' | 'at-a-word' | 'inside' | 'letters';
  readonly stretches: readonly (readonly [from: number, to: number])[];
}

/** The words that were typed, in lower case. */
export function wordsOf(typed: string): string[] {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/**
 * Finds a word in a title, both in lower case: at its start, then where a word begins, then anywhere, then as letters in
 * their order. Null where it is not in it.
 */
export function placeInTitle(title: string, word: string): PlaceInTitle | null {
  const first = title.indexOf(word);
  if (first === 0) return { kind: title.length === word.length ? 'whole' : 'start', stretches: [[0, word.length]] };
  if (first > 0) {
    const begin = startOfWord(title, word, first);
    const at = begin < 0 ? first : begin;
    return { kind: begin < 0 ? 'inside' : 'at-a-word', stretches: [[at, at + word.length]] };
  }
  const letters = word.length > 1 ? lettersInOrder(title, word) : null;
  return letters && { kind: 'letters', stretches: letters.map((at) => [at, at + 1] as const) };
}

/** `oit` finds `order_items`: the first letter begins a word, the others follow in their order. */
function lettersInOrder(title: string, word: string): number[] | null {
  const places = [startOfWord(title, word[0] ?? '', 0)];
  for (let index = 1; index < word.length; index++) {
    const last = places.at(-1) ?? -1;
    if (last < 0) return null;
    places.push(title.indexOf(word[index] ?? '', last + 1));
  }
  return places.at(-1) === -1 ? null : places;
}

/** The first place from `from` on at which a part begins that no letter or digit precedes; -1 where there is none. */
function startOfWord(title: string, part: string, from: number): number {
  for (let place = title.indexOf(part, from); place >= 0; place = title.indexOf(part, place + 1)) {
    if (place === 0 || /[^\p{L}\p{N}]/u.test(title[place - 1] ?? '')) return place;
  }
  return -1;
}
