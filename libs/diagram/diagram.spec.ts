import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RelatedTable, TableRelation } from '../api/index.js';
import {
  cardTexts,
  centreOn,
  diagramSvg,
  fitText,
  fitView,
  layoutDiagram,
  nextCard,
  tableKey,
  visiblePart,
  zoomAt,
} from './index.js';
import type { Diagram, DiagramCard } from './index.js';

const table = (name: string, columns = ['id', 'ref'], schema = 'public'): RelatedTable => ({
  ...{ schema, name, kind: 'table', distance: 0 },
  columns: columns.map((column) => ({ name: column, type: 'bigint', is_key: true, key: null })),
});
const relation = (from: string, to: string): TableRelation => ({
  from: { schema: 'public', table: from, columns: ['ref'] },
  to: { schema: 'public', table: to, columns: ['id'] },
  ...{ is_unique: false, is_optional: false },
});
const NOTES = { counts: new Map<string, string>(), icons: { primary: 'M1 1', foreign: 'M2 2' } };
const key = (name: string): string => tableKey({ schema: 'public', table: name });
const cardIn = (diagram: Diagram, name: string): DiagramCard => {
  const found = diagram.cards.find((card) => card.name === name);
  if (!found) throw new Error(`no card ${name}`);
  return found;
};
const SHOP = layoutDiagram({
  tables: [table('items'), table('orders'), table('customers'), table('settings')],
  relations: [relation('items', 'orders'), relation('orders', 'customers')],
});
const schema = fc.integer({ min: 1, max: 30 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    pairs: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count)), { maxLength: 60 }),
  }),
);
const diagramOf = ({ count, pairs }: { count: number; pairs: [number, number][] }): Diagram =>
  layoutDiagram({
    tables: Array.from({ length: count }, (_, n) =>
      table(`t${n}`, ['id', 'ref', ...Array.from({ length: n % 9 }, (_unused, c) => `c${c}`)]),
    ),
    relations: pairs.map(([from, to]) => relation(`t${from}`, `t${to}`)),
  });

describe('layoutDiagram', () => {
  it('places a table to the right of those that it references', () => {
    const places = ['customers', 'orders', 'items'].map((name) => cardIn(SHOP, name).x);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBe(3);
  });

  it.each<[string, [string, string, boolean][], number]>([
    [
      'one trunk for all edges to a column',
      [
        ['a', 'z', false],
        ['b', 'z', false],
        ['c', 'z', false],
      ],
      1,
    ],
    [
      'one trunk although one comes from further away',
      [
        ['a', 'z', false],
        ['b', 'a', false],
        ['b', 'z', false],
      ],
      2,
    ],
    [
      'trunks apart for other tables of the same column of cards',
      [
        ['a', 'z', false],
        ['b', 'y', false],
        ['a', 'y', false],
      ],
      2,
    ],
    [
      'a trunk of their own for keys that may be NULL',
      [
        ['a', 'z', false],
        ['b', 'z', true],
        ['c', 'z', true],
      ],
      2,
    ],
  ])('draws %s', (_, keys, expected) => {
    const relations = keys.map(([from, to, isOptional]) => ({ ...relation(from, to), is_optional: isOptional }));
    const { edges } = layoutDiagram({ tables: ['z', 'y', 'a', 'b', 'c'].map((name) => table(name)), relations });
    expect(new Set(edges.map(({ points }) => JSON.stringify(points.slice(-2)))).size).toBe(expected);
  });

  it('keeps trunks that end at one column apart, each with its own mark', () => {
    const relations = [relation('a', 'z'), { ...relation('b', 'z'), is_optional: true }];
    const [must, may] = layoutDiagram({ tables: ['z', 'a', 'b'].map((name) => table(name)), relations }).edges;
    const [y, otherY] = [must?.points.at(-1)?.[1] ?? 0, may?.points.at(-1)?.[1] ?? 0];
    expect(otherY - y).toBe(10);
    expect(must?.points.at(-2)?.[0]).not.toBe(may?.points.at(-2)?.[0]);
  });

  it('keeps edges that pass a column of cards apart from its trunks', () => {
    const relations = [
      relation('b', 'a'),
      relation('c', 'b'),
      relation('c', 'a'),
      relation('d', 'c'),
      relation('d', 'a'),
    ];
    const { edges } = layoutDiagram({ tables: ['a', 'b', 'c', 'd'].map((name) => table(name)), relations });
    const uses = edges.flatMap(({ points, to }) =>
      points
        .slice(1)
        .flatMap(([x, y], place) => (points[place]?.[0] === x && points[place][1] !== y ? [`${x} ${to}`] : [])),
    );
    const places = new Set(uses.map((use) => use.split(' ')[0]));
    expect(new Set(uses).size).toBe(places.size);
  });

  it('has all edges that reach a column from one side turn at the same place for the last time', () => {
    fc.assert(
      fc.property(schema, (input) => {
        const turns = new Map<string, Set<number>>();
        for (const { points } of diagramOf(input).edges.filter(({ to }) => to !== null)) {
          const end = JSON.stringify(points.at(-1));
          turns.set(end, (turns.get(end) ?? new Set()).add(points.at(-2)?.[0] ?? 0));
        }
        expect([...turns.values()].map(({ size }) => size)).toEqual([...turns].map(() => 1));
      }),
    );
  });

  it('draws a stub to a table that is not there, and names it', () => {
    const { edges } = layoutDiagram({ tables: [table('a')], relations: [relation('a', 'secret')] });
    expect(edges).toMatchObject([{ to: null, label: 'a (ref) → secret (id): public.secret is not in this diagram' }]);
  });

  it('draws a table that references itself', () => {
    const { edges, cards } = layoutDiagram({ tables: [table('a')], relations: [relation('a', 'a')] });
    expect([cards.length, edges[0]?.points.length]).toEqual([1, 4]);
  });

  it('is empty without tables', () => {
    expect(layoutDiagram({ tables: [], relations: [] }).cards).toEqual([]);
  });

  it('lays 500 tables out in less than a second', () => {
    const tables = Array.from({ length: 500 }, (_, n) => table(`t${n}`));
    const relations = tables.slice(1).map((_, n) => relation(`t${n + 1}`, `t${Math.floor(n / 7)}`));
    const startedAt = performance.now();
    expect(layoutDiagram({ tables, relations }).edges).toHaveLength(499);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it('lays 60,000 foreign keys out', () => {
    const tables = [table('a'), table('b')];
    const relations = Array.from({ length: 60_000 }, () => relation('a', 'b'));
    expect(layoutDiagram({ tables, relations }).edges).toHaveLength(60_000);
  });

  it('keeps every table and foreign key, lets no two cards overlap and stays inside its size', () => {
    fc.assert(
      fc.property(schema, (input) => {
        const { cards, edges, width, height } = diagramOf(input);
        expect([cards.length, edges.length]).toEqual([input.count, input.pairs.length]);
        for (const [place, a] of cards.entries()) {
          expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= width && a.y + a.height <= height).toBe(true);
          for (const b of cards.slice(place + 1)) {
            const isApart =
              a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
            expect(isApart).toBe(true);
          }
        }
      }),
    );
  });

  it('routes edges in horizontal and vertical segments that cross no card', () => {
    fc.assert(
      fc.property(schema, (input) => {
        const { cards, edges } = diagramOf(input);
        for (const { points } of edges) {
          for (const [place, [x, y]] of points.slice(1).entries()) {
            const [beforeX, beforeY] = points[place] ?? [x, y];
            expect(x === beforeX || y === beforeY).toBe(true);
            const [left, right] = [Math.min(x, beforeX), Math.max(x, beforeX)];
            const [top, bottom] = [Math.min(y, beforeY), Math.max(y, beforeY)];
            const crossed = cards.filter(
              (card) => left < card.x + card.width && right > card.x && top < card.y + card.height && bottom > card.y,
            );
            expect(crossed.map(({ name }) => name)).toEqual([]);
          }
        }
      }),
    );
  });
});

describe('the view', () => {
  const screen = { width: 800, height: 600 };

  it('fits the whole diagram', () => {
    expect(visiblePart(SHOP, fitView(SHOP, screen), screen).cards).toHaveLength(4);
  });

  it('keeps the point under the pointer where it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.double({ min: 0.5, max: 2, noNaN: true }), (x, factor) => {
        const before = { x: 10, y: 20, zoom: 1 };
        const after = zoomAt(before, factor, { x, y: 30 });
        expect(after.x + x / after.zoom).toBeCloseTo(before.x + x / before.zoom);
      }),
    );
  });

  it('shows only what is near a card', () => {
    const view = centreOn(cardIn(SHOP, 'orders'), { x: 0, y: 0, zoom: 1 }, { width: 300, height: 100 });
    expect(visiblePart(SHOP, view, { width: 300, height: 100 }).cards.map(({ name }) => name)).toEqual(['orders']);
  });

  it.each([
    ['orders', 'left', 'customers'],
    ['orders', 'right', 'items'],
    ['customers', 'left', undefined],
    ['unknown', 'down', SHOP.cards[0]?.name],
  ] as const)('leads from %s to the %s', (from, direction, expected) => {
    expect(nextCard(SHOP, key(from), direction)?.name).toBe(expected);
  });
});

describe('the drawing as a document', () => {
  const colours = {
    ...{ ground: '#fff', card: '#fff', border: '#ccc', text: '#000', quiet: '#666', edge: '#999' },
    schemas: new Map(),
  };

  it('escapes names and leaves out what XML forbids', () => {
    const diagram = layoutDiagram({ tables: [table('<a & "b">\u0001')], relations: [] });
    expect(diagramSvg(diagram, colours, NOTES)).toContain('<title>public.&lt;a &amp; &quot;b&quot;&gt;</title>');
  });

  it('has the number of rows, and a mark beside each column of a key', () => {
    const column = { type: 'bigint', is_key: false };
    const columns = [
      { ...column, name: 'note', key: null },
      { ...column, name: 'parent', key: 'foreign' as const },
      { ...column, name: 'id', key: 'primary' as const },
    ];
    const diagram = layoutDiagram({ tables: [{ ...table('orders'), columns }], relations: [] });
    const svg = diagramSvg(diagram, colours, { ...NOTES, counts: new Map([[key('orders'), '1.2 M']]) });
    expect(svg).toContain('>1.2 M</text>');
    expect(
      [...svg.matchAll(/<path d="(M[12] [12])"|>(id|parent|note)<\/text>/g)].map((hit) => hit[1] ?? hit[2]),
    ).toEqual([...['M1 1', 'id', 'M2 2', 'parent', 'note']]);
  });

  it.each([
    [0, 'a'.repeat(27), 'a'.repeat(27)],
    [5, 'a'.repeat(27), `${'a'.repeat(20)}…`],
    [5, 'orders', 'orders'],
  ])('leaves room for %d characters beside the title %s', (beside, name, title) => {
    const { cards } = layoutDiagram({ tables: [table(name)], relations: [] });
    expect(cards[0] && cardTexts(cards[0], beside).title).toBe(title);
  });

  it.each([
    ['f_table_catalog', 'character varying(256)', 'f_table_catal…', 'character v…'],
    ['card_last_four', 'character(4)', 'card_last_four', 'character(4)'],
    ['a_rather_long_name_of_a_column', 'text', 'a_rather_long_name_of…', 'text'],
  ])('leaves room between %s and %s', (name, type, shownName, shownType) => {
    const columns = [{ name, type, is_key: false, key: null }];
    const { cards } = layoutDiagram({ tables: [{ ...table('t'), columns }], relations: [] });
    expect(cards[0] && cardTexts(cards[0]).lines).toMatchObject([{ name: shownName, type: shownType }]);
  });

  it('counts the columns that have no line', () => {
    const names = Array.from({ length: 9 }, (_, place) => `c${place}`);
    const [nine, ten] = [names, [...names, 'c9']].map((columns) =>
      layoutDiagram({ tables: [table('t', columns)], relations: [] }),
    );
    expect([nine, ten].map((diagram) => diagram?.cards[0] && cardTexts(diagram.cards[0]).more?.text)).toEqual([
      ...['+1 column', '+2 columns'],
    ]);
  });

  it('has every table and edge', () => {
    const svg = diagramSvg(SHOP, colours, NOTES);
    expect([svg.split('<g ').length - 1, svg.split('fill="none"').length - 1]).toEqual([4, 2]);
    expect(svg.split('fill-opacity=".16"').length - 1).toBe(4);
  });

  it.each([
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['👍👍👍', 2, '👍…'],
  ])('cuts %s to %d characters', (text, most, expected) => {
    expect(fitText(text, most)).toBe(expected);
  });
});
