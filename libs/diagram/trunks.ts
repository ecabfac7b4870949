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
 * trunks of one column of cards are apart from each other.
 */
export function trunksOf(
  relations: readonly TableRelation[],
  columnOf: (table: string) => number | undefined,
): (relation: TableRelation) => Trunk {
  const lanes = new Map<string, number>();
  const counts = new Map<number, number>();
  for (const relation of relations) {
    const column = columnOf(tableKey(relation.to));
    const key = trunkKey(relation, relation.is_optional);
    if (column === undefined || lanes.has(key)) continue;
    const lane = counts.get(column) ?? 0;
    lanes.set(key, lane);
    counts.set(column, lane + 1);
  }
  return (relation) => {
    const lane = lanes.get(trunkKey(relation, relation.is_optional)) ?? 0;
    const hasOther = lanes.has(trunkKey(relation, !relation.is_optional));
    const shift = hasOther ? (relation.is_optional ? APART : -APART) : 0;
    return { distance: END_ROOM + (lane % LANES) * LANE, shift };
  };
}

function trunkKey({ to }: TableRelation, isOptional: boolean): string {
  return JSON.stringify([to.schema, to.table, to.columns[0], isOptional]);
}
