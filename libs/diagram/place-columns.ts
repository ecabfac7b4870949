import type { DiagramCard } from './diagram.js';

/** Between two columns of cards, in pixels: room for vertical segments. */
export const GUTTER = 88;
/** Between two cards of a column, in pixels: room for horizontal segments. */
export const CARD_GAP = 28;
const ASPECT = 1.6;

/** Cards below each other, from top to bottom. */
export interface Column {
  readonly x: number;
  readonly cards: readonly DiagramCard[];
}

/** Puts cards into columns: those that reference nothing first, each other one to the right of what it references. */
export function placeColumns(
  cards: ReadonlyMap<string, DiagramCard>,
  links: ReadonlyMap<string, ReadonlySet<string>>,
): Column[] {
  const most = columnHeight([...cards.values()]);
  const centres = new Map<string, number>();
  const columns: Column[] = [];
  for (const keys of layers([...cards.keys()], links)) {
    const wished = (key: string): number => {
      const known = [...(links.get(key) ?? [])].flatMap((other) => centres.get(other) ?? []);
      return known.length === 0 ? 0 : known.reduce((sum, centre) => sum + centre, 0) / known.length;
    };
    const sorted = keys.map((key) => ({ key, wish: wished(key) })).toSorted((a, b) => a.wish - b.wish);
    const own = sorted.flatMap(({ key, wish }) => {
      const card = cards.get(key);
      return card ? [{ card, wish }] : [];
    });
    for (const part of chunks(own, most)) {
      const x = columns.length === 0 ? 0 : (columns.at(-1)?.x ?? 0) + part.width + GUTTER;
      const placed = stacked(part.items, x, most);
      for (const card of placed) centres.set(card.key, card.y + card.height / 2);
      columns.push({ x, cards: placed });
    }
  }
  return columns;
}

interface Wish {
  readonly card: DiagramCard;
  /** The vertical centre where its edges are short. */
  readonly wish: number;
}

/** The height at which the columns together have the shape of a screen. */
function columnHeight(cards: readonly DiagramCard[]): number {
  const area = cards.reduce((sum, { width, height }) => sum + (width + GUTTER) * (height + CARD_GAP), 0);
  return Math.max(Math.sqrt(area / ASPECT), ...cards.map(({ height }) => height));
}

/** Tables by the length of the longest way along foreign keys; a key that closes a circle does not count. */
function layers(keys: readonly string[], links: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const ranks = new Map<string, number>();
  const open = new Set<string>();
  const rank = (key: string): number => {
    const known = ranks.get(key);
    if (known !== undefined) return known;
    open.add(key);
    const below = [...(links.get(key) ?? [])].filter((other) => !open.has(other)).map((other) => rank(other));
    open.delete(key);
    const own = Math.max(-1, ...below) + 1;
    ranks.set(key, own);
    return own;
  };
  const found: string[][] = [];
  for (const key of keys) (found[rank(key)] ??= []).push(key);
  return found.filter((layer) => layer.length > 0);
}

function chunks(items: readonly Wish[], most: number): { items: Wish[]; width: number }[] {
  const found: { items: Wish[]; width: number; height: number }[] = [];
  for (const item of items) {
    const last = found.at(-1);
    const height = item.card.height + CARD_GAP;
    if (last && last.height + height <= most + CARD_GAP) {
      last.items.push(item);
      last.height += height;
    } else found.push({ items: [item], width: item.card.width, height });
  }
  return found;
}

/** Puts each card as near to its wish as the others of the column let it. */
function stacked(items: readonly Wish[], x: number, most: number): DiagramCard[] {
  let rest = items.reduce((sum, { card }) => sum + card.height + CARD_GAP, -CARD_GAP);
  let free = 0;
  return items.map(({ card, wish }) => {
    const y = Math.max(free, Math.min(wish - card.height / 2, most - rest));
    rest -= card.height + CARD_GAP;
    free = y + card.height + CARD_GAP;
    return { ...card, x, y: Math.round(y) };
  });
}
