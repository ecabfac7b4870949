import type { TableRelation } from '../api/index.js';
import { tableKey } from './diagram.js';
import { MARK_WIDTH } from './edge-path.js';
import { GUTTER } from './place-columns.js';

/** Vertical segments of a gutter, so many pixels apart. */
const LANES = 8;
/** Beside a card, room for the marks at the ends of edges, in pixels. */
export const END_ROOM = MARK_WIDTH + 6;
const LANE = (GUTTER - 2 * END_ROOM) / LANES;
/** Where trunks end side by side, so far from the middle of the row: their marks do not touch. */
const APART = 5;

/** Where the last segments of an edge are. */
export interface Trunk {
  /** From the card to the last turn, in pixels. */
  readonly distance: number;
  /** From the middle of the row to the end, in pixels. */
  readonly shift: number;
}

/**
 * The trunk of each relation: one for all that reference the same columns, and another one beside it for those whose
 * columns may be NULL, because their mark is another one. `columnOf` is the place of a table among the columns of cards:
 * trunks that pass the same gutter are apart from each other, eight of them at most.
 */
export function trunksOf(
  relations: readonly TableRelation[],
  columnOf: (table: string) => number | undefined,
): (relation: TableRelation) => Trunk {
  const lanes = lanesOf(spansOf(relations, columnOf));
  return (relation) => {
    const lane = lanes.get(trunkKey(relation, relation.is_optional)) ?? 0;
    const hasOther = lanes.has(trunkKey(relation, !relation.is_optional));
    const shift = hasOther ? (relation.is_optional ? APART : -APART) : 0;
    return { distance: END_ROOM + lane * LANE, shift };
  };
}

/** The gutters that a trunk passes; gutter 0 is at the left of the first column of cards. */
interface Span {
  readonly first: number;
  readonly last: number;
}

function spansOf(
  relations: readonly TableRelation[],
  columnOf: (table: string) => number | undefined,
): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const relation of relations) {
    const [from, to] = [columnOf(tableKey(relation.from)), columnOf(tableKey(relation.to))];
    if (from === undefined || to === undefined) continue;
    const [first, last] = from === to ? [to, to] : [Math.min(from, to) + 1, Math.max(from, to)];
    const key = trunkKey(relation, relation.is_optional);
    const known = spans.get(key);
    spans.set(key, { first: Math.min(first, known?.first ?? first), last: Math.max(last, known?.last ?? last) });
  }
  return spans;
}

/** For each trunk the first lane that no other one has in its gutters, or the one that fewest have. */
function lanesOf(spans: ReadonlyMap<string, Span>): Map<string, number> {
  const taken: number[][] = [];
  const lanes = new Map<string, number>();
  for (const [key, { first, last }] of spans) {
    const counts = Array.from({ length: LANES }, () => 0);
    for (let gutter = first; gutter <= last; gutter += 1)
      for (const [lane, count] of (taken[gutter] ?? []).entries()) counts[lane] = (counts[lane] ?? 0) + count;
    const lane = counts.indexOf(Math.min(...counts));
    lanes.set(key, lane);
    for (let gutter = first; gutter <= last; gutter += 1) {
      const own = (taken[gutter] ??= Array.from({ length: LANES }, () => 0));
      own[lane] = (own[lane] ?? 0) + 1;
    }
  }
  return lanes;
}

function trunkKey({ to }: TableRelation, isOptional: boolean): string {
  return JSON.stringify([to.schema, to.table, to.columns[0], isOptional]);
}
