import { Graph, layout } from '@dagrejs/dagre';
import type { Neighbourhood, RelatedTable, TableRelation } from '#libs/api';

/** A table's card in the diagram, in pixels from the upper left. */
export interface Card {
  readonly table: RelatedTable;
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The columns that relate, and a few more. */
  readonly lines: readonly { readonly name: string; readonly type: string; readonly isKey: boolean }[];
  /** Columns beyond those. */
  readonly more: number;
}

/** A foreign key as a line of points. */
export interface Edge {
  readonly path: string;
  readonly label: string;
}

export interface Diagram {
  readonly cards: readonly Card[];
  readonly edges: readonly Edge[];
  readonly width: number;
  readonly height: number;
}

const WIDTH = 208;
const HEAD = 28;
const LINE = 18;
const FOOT = 6;
const LINES = 8;

/** Lays the tables out from left to right along their foreign keys. */
export function diagramOf({ tables, relations }: Neighbourhood): Diagram {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 72, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  const cards = tables.map(cardOf);
  for (const { key, width, height } of cards) graph.setNode(key, { width, height });
  for (const [place, { from, to }] of relations.entries()) graph.setEdge(keyOf(from), keyOf(to), {}, String(place));
  layout(graph);
  const placed = cards.map((card) => {
    const { x = 0, y = 0 } = graph.node(card.key) as { x?: number; y?: number };
    return { ...card, x: x - card.width / 2, y: y - card.height / 2 };
  });
  const edges = relations.map((relation, place) => edgeOf(graph, relation, String(place)));
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { cards: placed, edges, width, height };
}

function keyOf({ schema, table }: { schema: string; table: string }): string {
  return `${schema}.${table}`;
}

function cardOf(table: RelatedTable): Card {
  const sorted = table.columns.toSorted((a, b) => Number(b.is_key) - Number(a.is_key));
  const lines = sorted.slice(0, LINES).map(({ name, type, is_key: isKey }) => ({ name, type, isKey }));
  const more = table.columns.length - lines.length;
  const height = HEAD + (lines.length + (more > 0 ? 1 : 0)) * LINE + FOOT;
  return {
    table,
    key: keyOf({ schema: table.schema, table: table.name }),
    x: 0,
    y: 0,
    width: WIDTH,
    height,
    lines,
    more,
  };
}

function edgeOf(graph: Graph, { from, to }: TableRelation, name: string): Edge {
  const { points = [] } = graph.edge(keyOf(from), keyOf(to), name) as { points?: { x: number; y: number }[] };
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const label = `${from.table} (${from.columns.join(', ')}) → ${to.table} (${to.columns.join(', ')})`;
  return { path, label };
}
