import type { Neighbourhood, RelatedTable, TableRelation } from '../api/index.js';
import { CARD, MARGIN, tableKey } from './diagram.js';
import type { CardLine, Diagram, DiagramCard, DiagramEdge } from './diagram.js';
import { placeColumns } from './place-columns.js';
import type { Column } from './place-columns.js';
import { routeEdge } from './route-edge.js';
import { trunksOf } from './trunks.js';

/** Between groups of related tables, in pixels. */
const GROUP_GAP = 56;
/** Width to height of the whole, about that of a screen. */
const ASPECT = 1.6;

type Links = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Places tables in columns along their foreign keys, referenced tables at the left, and routes each foreign key from
 * column to column around the cards. Tables without relations follow in a grid. The same input gives the same diagram.
 */
export function layoutDiagram({ tables, relations }: Pick<Neighbourhood, 'tables' | 'relations'>): Diagram {
  const cards = new Map(tables.map((table) => [cardKey(table), cardOf(table)]));
  const links = linksOf(cards, relations);
  const shown = relations.filter(({ from }) => cards.has(tableKey(from)));
  const groups = groupsOf(links);
  const related = groups.filter((keys) => keys.length > 1);
  const single = groups.filter((keys) => keys.length === 1).flat();
  const parts = related.map((keys) => groupDiagram(keys, cards, links, shown));
  if (single.length > 0) parts.push(gridDiagram(single, cards, shown));
  return packed(parts);
}

function cardKey({ schema, name }: RelatedTable): string {
  return tableKey({ schema, table: name });
}

function cardOf(table: RelatedTable): DiagramCard {
  const lines = table.columns
    .map(({ name, type, is_key: isRelated, key }) => ({ name, type, key, isKey: isRelated || key !== null }))
    .toSorted((a, b) => keyRank(a) - keyRank(b))
    .slice(0, CARD.lines);
  const more = table.columns.length - lines.length;
  const height = CARD.head + (lines.length + (more > 0 ? 1 : 0)) * CARD.line + CARD.foot;
  const { schema, name, kind } = table;
  return { key: cardKey(table), schema, name, kind, x: 0, y: 0, width: CARD.width, height, lines, more };
}

/** The primary key first, then what foreign keys are made of, then the rest in its order. */
function keyRank({ isKey, key }: CardLine): number {
  if (key === 'primary') return 0;
  return isKey ? 1 : 2;
}

/** For each table the tables that it references. */
function linksOf(cards: ReadonlyMap<string, DiagramCard>, relations: readonly TableRelation[]): Links {
  const links = new Map<string, Set<string>>([...cards.keys()].map((key) => [key, new Set()]));
  for (const { from, to } of relations) {
    const [a, b] = [tableKey(from), tableKey(to)];
    if (a !== b && cards.has(b)) links.get(a)?.add(b);
  }
  return links;
}

/** Tables that are connected by foreign keys, the largest group first. */
function groupsOf(links: Links): string[][] {
  const both = new Map([...links].map(([key, to]) => [key, new Set(to)]));
  for (const [key, to] of links) for (const other of to) both.get(other)?.add(key);
  const seen = new Set<string>();
  const groups: string[][] = [];
  for (const start of both.keys()) {
    if (seen.has(start)) continue;
    seen.add(start);
    const group = [start];
    for (const key of group) {
      for (const other of both.get(key) ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        group.push(other);
      }
    }
    groups.push(group);
  }
  return groups.toSorted((a, b) => b.length - a.length);
}

function groupDiagram(
  keys: readonly string[],
  cards: ReadonlyMap<string, DiagramCard>,
  links: Links,
  relations: readonly TableRelation[],
): Diagram {
  const own = new Map(keys.flatMap((key) => [[key, cards.get(key)]] as const).filter(isCard));
  return diagramOf(placeColumns(own, links), relations);
}

function gridDiagram(
  keys: readonly string[],
  cards: ReadonlyMap<string, DiagramCard>,
  relations: readonly TableRelation[],
): Diagram {
  const own = new Map(keys.flatMap((key) => [[key, cards.get(key)]] as const).filter(isCard));
  return diagramOf(placeColumns(own, new Map()), relations);
}

function isCard(entry: readonly [string, DiagramCard | undefined]): entry is readonly [string, DiagramCard] {
  return entry[1] !== undefined;
}

function diagramOf(columns: readonly Column[], relations: readonly TableRelation[]): Diagram {
  const cards = columns.flatMap((column) => column.cards);
  const places = new Map(columns.flatMap((column, index) => column.cards.map((card) => [card.key, { card, index }])));
  const trunkOf = trunksOf(relations, (key) => places.get(key)?.index);
  const edges = relations.flatMap((relation, place): DiagramEdge[] => {
    const from = places.get(tableKey(relation.from));
    if (!from) return [];
    const to = places.get(tableKey(relation.to)) ?? null;
    const trunk = trunkOf(relation);
    const points = routeEdge(columns, from, to, relation, trunk);
    const key = `${from.card.key}${relation.from.columns.join()}${tableKey(relation.to)}${place}`;
    const { is_unique: isUnique, is_optional: isOptional } = relation;
    const label = edgeLabel(relation, to !== null);
    const ends = { from: from.card.key, to: to?.card.key ?? null };
    return [{ id: key, ...ends, points, trunk: trunk.distance, label, isUnique, isOptional }];
  });
  let [left, top, right, bottom] = [0, 0, -Infinity, -Infinity];
  for (const card of cards) {
    right = Math.max(right, card.x + card.width);
    bottom = Math.max(bottom, card.y + card.height);
  }
  // A spread of all points would be more arguments than the stack holds.
  for (const { points } of edges)
    for (const [x, y] of points) {
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
    }
  const [width, height] = [right - left, bottom - top];
  return moved({ cards, edges, width, height }, -left, -top);
}

function edgeLabel({ from, to }: TableRelation, isShown: boolean): string {
  const text = `${from.table} (${from.columns.join(', ')}) → ${to.table} (${to.columns.join(', ')})`;
  return isShown ? text : `${text}: ${to.schema}.${to.table} is not in this diagram`;
}

function moved({ cards, edges, width, height }: Diagram, dx: number, dy: number): Diagram {
  return {
    ...{ width, height },
    cards: cards.map((card) => ({ ...card, x: card.x + dx, y: card.y + dy })),
    edges: edges.map((edge) => ({ ...edge, points: edge.points.map(([x, y]) => [x + dx, y + dy] as const) })),
  };
}

/** Puts groups beside each other in shelves. */
function packed(parts: readonly Diagram[]): Diagram {
  const area = parts.reduce((sum, { width, height }) => sum + (width + GROUP_GAP) * (height + GROUP_GAP), 0);
  const most = parts.reduce((widest, { width }) => Math.max(widest, width), Math.sqrt(area * ASPECT));
  const placed: Diagram[] = [];
  let [x, y, shelf, width] = [0, 0, 0, 0];
  for (const part of parts) {
    if (x > 0 && x + part.width > most) [x, y, shelf] = [0, y + shelf + GROUP_GAP, 0];
    placed.push(moved(part, x + MARGIN, y + MARGIN));
    x += part.width + GROUP_GAP;
    shelf = Math.max(shelf, part.height);
    width = Math.max(width, x - GROUP_GAP);
  }
  const cards = placed.flatMap((part) => part.cards);
  const edges = placed.flatMap((part) => part.edges);
  return { cards, edges, width: width + 2 * MARGIN, height: y + shelf + 2 * MARGIN };
}
