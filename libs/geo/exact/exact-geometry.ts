import type { GeometryKind } from '../geometry.js';
import type { Ordinate } from '../geometry-builder.js';
import type { WkbLayout } from '../read-wkb.js';

/** A position with all its ordinates as they were read: x, y, and Z and M where the geometry has them. */
export type ExactPosition = readonly Ordinate[];

/** A part of a geometry, whose positions are never rounded. */
export type ExactPart =
  | { readonly kind: 'Point'; readonly position: ExactPosition | null }
  | { readonly kind: 'LineString' | 'CircularString'; readonly positions: readonly ExactPosition[] }
  | { readonly kind: 'Polygon' | 'Triangle'; readonly rings: readonly (readonly ExactPosition[])[] }
  | {
      readonly kind: Exclude<GeometryKind, 'Point' | 'LineString' | 'CircularString' | 'Polygon' | 'Triangle'>;
      readonly parts: readonly ExactPart[];
    };

/** How a geometry is written: as WKB in hexadecimal digits with its layout, or as WKT. */
export type ExactForm =
  | { readonly kind: 'wkt' }
  | { readonly kind: 'wkb'; readonly layout: WkbLayout; readonly prefix: string; readonly isUpperCase: boolean };

/** A geometry that is written as it was read. `srid` is 0 where it has none. */
export interface ExactGeometry {
  readonly part: ExactPart;
  readonly srid: number;
  readonly hasZ: boolean;
  readonly hasM: boolean;
  readonly form: ExactForm;
}

/** The ordinates of each position of a geometry. */
export function dimensionsOf({ hasZ, hasM }: Pick<ExactGeometry, 'hasZ' | 'hasM'>): number {
  return 2 + Number(hasZ) + Number(hasM);
}
