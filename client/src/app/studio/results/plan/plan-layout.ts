import { hierarchy, tree } from 'd3-hierarchy';
import type { PlanNode } from '#libs/plan';

/** Pixels of a card and of the ground between cards. */
export const CARD_WIDTH = 252;
export const CARD_HEIGHT = 92;
const GAP_X = 28;
const GAP_Y = 24;
/** Up to here the whole of a plan is put in the middle, beyond it the root. */
const WIDE = 1200;

/** Where a card stands: its upper left corner. */
export interface PlacedNode {
  readonly node: PlanNode;
  readonly x: number;
  readonly y: number;
  readonly depth: number;
  readonly parentId: number | null;
  /** How many nodes are folded away below it; 0 for none. */
  readonly hiddenCount: number;
}

/** A line from a parent down to a child; `rows` flow along it. */
export interface PlacedEdge {
  readonly id: number;
  readonly path: string;
  readonly width: number;
}

export interface PlanLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
  /** The middle of what is to be in the middle of the screen. */
  readonly rootX: number;
}

/** Lays cards out as a tree, parents centred over their children, so that no two cards overlap. */
export function layoutPlan(root: PlanNode, collapsed: ReadonlySet<number>): PlanLayout {
  const laid = tree<PlanNode>()
    .nodeSize([CARD_WIDTH + GAP_X, CARD_HEIGHT + GAP_Y])
    .separation(() => 1)(hierarchy(root, (node) => (collapsed.has(node.id) ? [] : [...node.children])));
  const points = laid.descendants();
  const left = Math.min(...extent(points.map(({ x }) => x)));
  const nodes = points.map(({ data: node, x, y, depth, parent }) => ({
    node,
    depth,
    x: Math.round(x - left),
    y,
    parentId: parent?.data.id ?? null,
    hiddenCount: collapsed.has(node.id) ? countBelow(node) : 0,
  }));
  const width = Math.max(...extent(nodes.map(({ x }) => x))) + CARD_WIDTH;
  const places = new Map(nodes.map((placed) => [placed.node.id, placed]));
  return {
    nodes,
    edges: nodes.flatMap((placed) => edgeOf(placed, places)),
    width,
    rootX: width < WIDE ? width / 2 : (nodes[0]?.x ?? 0) + CARD_WIDTH / 2,
    height: Math.max(...extent(nodes.map(({ y }) => y))) + CARD_HEIGHT,
  };
}

/** The least and the greatest; `Math.min` of a list takes no more numbers than the stack holds. */
function extent(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [values[0] ?? 0, values[0] ?? 0],
  );
}

function countBelow(node: PlanNode): number {
  let count = 0;
  const waiting = [...node.children];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    count += 1;
    waiting.push(...next.children);
  }
  return count;
}

function edgeOf({ node, x, y, parentId }: PlacedNode, places: ReadonlyMap<number, PlacedNode>): PlacedEdge[] {
  const parent = parentId === null ? undefined : places.get(parentId);
  if (parent === undefined) return [];
  const [fromX, toX] = [parent.x + CARD_WIDTH / 2, x + CARD_WIDTH / 2];
  const [fromY, toY] = [parent.y + CARD_HEIGHT, y];
  return [{ id: node.id, path: elbow(fromX, fromY, toX, toY), width: edgeWidth(node) }];
}

const CORNER = 6;

function elbow(fromX: number, fromY: number, toX: number, toY: number): string {
  if (Math.abs(fromX - toX) < 1) return `M${fromX} ${fromY}V${toY}`;
  const middle = fromY + (toY - fromY) / 2;
  const way = Math.sign(toX - fromX);
  const corner = Math.min(CORNER, Math.abs(toX - fromX) / 2);
  return [
    `M${fromX} ${fromY}V${middle - corner}`,
    `Q${fromX} ${middle} ${fromX + way * corner} ${middle}H${toX - way * corner}`,
    `Q${toX} ${middle} ${toX} ${middle + corner}V${toY}`,
  ].join('');
}

/** From a hairline for one row to 7 pixels for a hundred million. */
function edgeWidth({ actualRows, estimatedRows, loops }: PlanNode): number {
  const rows = actualRows === null ? (estimatedRows ?? 0) : actualRows * Math.max(1, loops ?? 1);
  return Math.min(7, Math.round((1.2 + 0.75 * Math.log10(Math.max(1, rows))) * 10) / 10);
}
