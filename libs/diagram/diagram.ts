import type { RelatedColumn, TableKind } from '../api/index.js';

/** A point in pixels of the diagram: x, y. */
export type Point = readonly [number, number];

/** A row of a card. */
export interface CardLine {
  readonly name: string;
  readonly type: string;
  /** Part of the primary key, or of a foreign key on either end. */
  readonly isKey: boolean;
  /** The mark in front of the name. */
  readonly key: RelatedColumn['key'];
}

/** A table, in pixels from the upper left corner of the diagram. */
export interface DiagramCard {
  readonly key: string;
  readonly schema: string;
  readonly name: string;
  readonly kind: TableKind;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly CardLine[];
  /** Columns without a line. */
  readonly more: number;
}

/** A foreign key as a line of horizontal and vertical segments. */
export interface DiagramEdge {
  readonly id: string;
  readonly from: string;
  /** Null where the referenced table is not in the diagram. */
  readonly to: string | null;
  readonly points: readonly Point[];
  /** How far from the referenced card it turns for the last time, in pixels; the same for edges that share a trunk. */
  readonly trunk: number;
  readonly label: string;
  /** At most one row of the referencing table refers to each row. */
  readonly isUnique: boolean;
  /** Rows may refer to none. */
  readonly isOptional: boolean;
}

export interface Diagram {
  readonly cards: readonly DiagramCard[];
  readonly edges: readonly DiagramEdge[];
  readonly width: number;
  readonly height: number;
}

/** Sizes of a card, in pixels. */
export const CARD = { width: 216, head: 28, line: 18, foot: 6, lines: 8, radius: 6 } as const;

/** Around all cards, in pixels. */
export const MARGIN = 40;

/** Identifies a table within a diagram. */
export function tableKey({ schema, table }: { schema: string; table: string }): string {
  return JSON.stringify([schema, table]);
}

/** The vertical centre of a column's row; of the last row where the column has no line of its own. */
export function rowCentre(card: DiagramCard, column: string | undefined): number {
  const place = card.lines.findIndex(({ name }) => name === column);
  const row = place === -1 ? Math.max(0, card.lines.length - (card.more > 0 ? 0 : 1)) : place;
  return card.y + Math.min(CARD.head + (row + 0.5) * CARD.line, card.height - CARD.foot);
}
