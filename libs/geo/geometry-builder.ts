import type { GeometryKind } from './geometry.js';

/** A coordinate: a number of WKB, or the text of one as WKT has it. */
export type Ordinate = number | string;

/** What a reader makes of the parts that it finds. Positions come with all their ordinates: x, y, and Z and M where they are. */
export interface GeometryBuilder<Position, Part> {
  readonly position: (ordinates: readonly Ordinate[]) => Position;
  /** Null for `POINT EMPTY`. */
  readonly point: (position: Position | null) => Part;
  readonly line: (kind: 'LineString' | 'CircularString', positions: readonly Position[]) => Part;
  readonly rings: (kind: 'Polygon' | 'Triangle', rings: readonly (readonly Position[])[]) => Part;
  readonly composed: (kind: GeometryKind, parts: readonly Part[]) => Part;
}

/** The number of a coordinate. */
export function numberOf(ordinate: Ordinate): number {
  if (typeof ordinate === 'number') return ordinate;
  if (/nan/i.test(ordinate)) return Number.NaN;
  return /inf/i.test(ordinate) ? (ordinate.startsWith('-') ? -Infinity : Infinity) : Number(ordinate);
}
