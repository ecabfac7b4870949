import type { GeometryKind } from './geometry.js';

/** OGC 06-103r4 and SQL/MM, by their number. */
export const GEOMETRY_CODES: Readonly<Record<number, GeometryKind>> = {
  1: 'Point',
  2: 'LineString',
  3: 'Polygon',
  4: 'MultiPoint',
  5: 'MultiLineString',
  6: 'MultiPolygon',
  7: 'GeometryCollection',
  8: 'CircularString',
  9: 'CompoundCurve',
  10: 'CurvePolygon',
  11: 'MultiCurve',
  12: 'MultiSurface',
  15: 'PolyhedralSurface',
  16: 'Tin',
  17: 'Triangle',
};

/** The flags of PostGIS's extended WKB. */
export const WKB_FLAGS = { z: 0x80000000, m: 0x40000000, srid: 0x20000000 } as const;
