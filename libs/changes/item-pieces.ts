import type { ChangeItem } from '../api/index.js';

/** Characters of all items of a change set as JSON, at most. */
export const MOST_ITEM_CHARACTERS = 256 * 1024 * 1024;

/** What a piece of items has at most, unless its only item has more characters. */
export interface PieceLimits {
  readonly items: number;
  readonly characters: number;
}
export const PIECE_LIMITS: PieceLimits = { items: 1_000, characters: 4_000_000 };

/** A piece of the items of a change set: the place of its first item from 0, and its characters as JSON. */
export type ItemPiece = readonly [start: number, characters: number];

/** Items in pieces that are small enough to be written and read one after another, each as one JSON text. */
export function* itemTexts(
  items: readonly ChangeItem[],
  most = PIECE_LIMITS,
): Generator<{ readonly count: number; readonly text: string }, void> {
  let texts: string[] = [];
  let characters = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    if (texts.length > 0 && (texts.length === most.items || characters + text.length > most.characters)) {
      yield { count: texts.length, text: `[${texts.join(',')}]` };
      [texts, characters] = [[], 0];
    }
    texts.push(text);
    characters += text.length;
  }
  if (texts.length > 0) yield { count: texts.length, text: `[${texts.join(',')}]` };
}

/** The pieces that stay as they are when items are added, and where the items begin that are written anew with these. */
export function finishedPieces(
  pieces: readonly ItemPiece[],
  count: number,
  most = PIECE_LIMITS,
): { readonly kept: readonly ItemPiece[]; readonly start: number } {
  const [start, characters] = pieces.at(-1) ?? [0, 0];
  const isUnfinished = count - start < most.items && characters < most.characters;
  return isUnfinished ? { kept: pieces.slice(0, -1), start } : { kept: pieces, start: count };
}
