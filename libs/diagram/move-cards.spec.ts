import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RelatedTable } from '../api/index.js';
import { layoutDiagram } from './layout-diagram.js';
import { cardPosition, moveCards } from './move-cards.js';
import { tableKey } from './diagram.js';
import type { Diagram, Point } from './diagram.js';

const table = (name: string): RelatedTable => ({
  ...{ schema: 'public', name, kind: 'table', distance: 0 },
  columns: ['id', 'ref', 'more'].map((column) => ({
    name: column,
    type: 'bigint',
    is_key: column !== 'more',
    key: null,
  })),
});
const key = (name: string): string => tableKey({ schema: 'public', table: name });
const SHOP = layoutDiagram({
  tables: ['items', 'orders', 'customers', 'settings'].map(table),
  relations: [
    ['items', 'orders'],
    ['orders', 'customers'],
    ['items', 'gone'],
    ['items', 'items'],
  ].map(([from = '', to = '']) => ({
    from: { schema: 'public', table: from, columns: ['ref'] },
    to: { schema: 'public', table: to, columns: ['id'] },
    ...{ is_unique: false, is_optional: false },
  })),
});
const cardIn = ({ cards }: Diagram, name: string) => cards.find((card) => card.name === name);

/** Whether a point is at the left or right edge of a card, at the height of one of its rows. */
function isAtCard({ cards }: Diagram, cardKey: string, point: Point | undefined): boolean {
  const card = cards.find((one) => one.key === cardKey);
  if (!card || !point) return false;
  const [x, y] = point;
  return (x === card.x || x === card.x + card.width) && y > card.y && y < card.y + card.height;
}

describe('moveCards', () => {
  it('leaves the diagram as it is where no card was moved', () => {
    expect(moveCards(SHOP, new Map())).toBe(SHOP);
    expect(moveCards(SHOP, new Map([[key('elsewhere'), [500, 500] as const]]))).toBe(SHOP);
  });

  it('moves a card, and leaves other cards and edges', () => {
    const moved = moveCards(SHOP, new Map([[key('settings'), [900, 700] as const]]));
    expect(cardIn(moved, 'settings')).toMatchObject({ x: 900, y: 700 });
    expect(cardIn(moved, 'orders')).toBe(cardIn(SHOP, 'orders'));
    expect(moved.edges).toEqual(SHOP.edges);
    expect(moved.width).toBeGreaterThanOrEqual(900 + (cardIn(SHOP, 'settings')?.width ?? 0));
  });

  it('has each edge begin and end at rows of its cards, in horizontal and vertical segments', () => {
    const place = fc.tuple(fc.integer({ min: -500, max: 3000 }), fc.integer({ min: -500, max: 3000 }));
    fc.assert(
      fc.property(place, place, (items, customers) => {
        const moved = moveCards(
          SHOP,
          new Map<string, Point>([
            [key('items'), items],
            [key('customers'), customers],
          ]),
        );
        for (const { from, to, points } of moved.edges) {
          expect(isAtCard(moved, from, points[0])).toBe(true);
          if (to !== null) expect(isAtCard(moved, to, points.at(-1))).toBe(true);
          const bends = points.slice(1).map(([x, y], index) => x !== points[index]?.[0] && y !== points[index]?.[1]);
          expect(bends).not.toContain(true);
        }
      }),
    );
  });
});

describe('moved trunks', () => {
  const star = layoutDiagram({
    tables: ['hub', 'a', 'b', 'c'].map(table),
    relations: ['a', 'b', 'c'].map((from) => ({
      from: { schema: 'public', table: from, columns: ['ref'] },
      to: { schema: 'public', table: 'hub', columns: ['id'] },
      ...{ is_unique: false, is_optional: false },
    })),
  });
  const ends = ({ edges }: Diagram) => new Set(edges.map(({ points }) => JSON.stringify(points.slice(-2))));

  it.each<[string, string, Point]>([
    ['the referenced table', 'hub', [60, 300]],
    ['a referencing table', 'b', [700, 500]],
  ])('stay one when %s moves', (_, name, position) => {
    expect(ends(moveCards(star, new Map([[key(name), position]]))).size).toBe(1);
  });
});

describe('cardPosition', () => {
  it.each<[Point, Point]>([
    [
      [100.4, 200.6],
      [100, 201],
    ],
    [
      [-5, 3],
      [40, 40],
    ],
  ])('of %j is %j', (wished, expected) => {
    expect(cardPosition(wished)).toEqual(expected);
  });
});
