import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  columnFault,
  deleteVertex,
  emptyGeometry,
  exactWkt,
  geometryColumn,
  GeometryError,
  insertVertex,
  mapPlane,
  moveVertex,
  readExact,
  readGeometry,
  vertexFault,
  verticesOf,
  withHole,
  withPart,
  writeExact,
} from '../index.js';
import type { ExactGeometry, ExactPart, ExactPosition } from '../index.js';

const SQUARE = 'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 1))';

describe('an exact geometry', () => {
  it.each([
    // As PostGIS prints them.
    '0101000000000000000000F03F0000000000000040',
    '0101000020E6100000CDCCCCCCCCCC0040713D0AD7A36D4840',
    '01010000A0E61000009A9999999999B93F9A9999999999C93F333333333333D33F',
    '01010000E0E61000000000000000000840000000000000104000000000000014400000000000001840',
    '0101000060E6100000000000000000F03F00000000000000400000000000000840',
    '0101000000000000000000F87F000000000000F87F',
    '010700000000000000',
    '0107000020E61000000200000001010000000000000000000000000000000000F03F010700000000000000',
    '00000000013FF00000000000004000000000000000',
    '01E9030000000000000000F03F00000000000000400000000000000840',
    '\\x0101000000000000000000f03f0000000000000040',
  ])('%s comes back byte by byte', (hex) => {
    expect(writeExact(readExact(hex))).toBe(hex);
  });

  it.each<[string, string?]>([
    ['POINT (0.10000000000000000001 -0)'],
    ['POINT EMPTY'],
    ['SRID=4326;POINT ZM (1 2 3 4)'],
    ['POINT M (1 2 3)'],
    ['point(1 2 3)', 'POINT Z (1 2 3)'],
    ['MULTIPOINT (1 2, 3 4)', 'MULTIPOINT ((1 2), (3 4))'],
    ['MULTIPOINT ((1 2), EMPTY)'],
    [SQUARE],
    ['MULTIPOLYGON Z (((0 0 1, 1 0 2, 1 1 3, 0 0 1)), EMPTY)'],
    ['GEOMETRYCOLLECTION Z (POINT Z (1 2 3), GEOMETRYCOLLECTION Z EMPTY, LINESTRING Z (0 0 0, 1 1 1))'],
    ['CURVEPOLYGON (CIRCULARSTRING (1 0, 0 1, 1 0), (0 0, 1 1, 0 0))'],
    ['COMPOUNDCURVE (CIRCULARSTRING (1 0, 0 1, 1 2), (1 2, 3 4))'],
    ['TIN Z (((0 0 0, 0 1 0, 1 1 0, 0 0 0)))'],
    ['{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[1,2,3]]}}', 'MULTIPOINT Z ((1 2 3))'],
    [
      '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[]}]}',
      'GEOMETRYCOLLECTION (POINT EMPTY)',
    ],
  ])('%s is written with all its digits', (text, written = text) => {
    expect(writeExact(readExact(text))).toBe(written);
  });

  it.each([
    '',
    'x',
    'POINT (1)',
    'LINESTRING (1 2, 1 2 3)',
    'POINT Z (1 2)',
    'GEOMETRYCOLLECTION (POINT Z (1 2 3), POINT (1 2))',
    '0101000000000000000000F03F00000000000000',
    '{"type":"Point","coordinates":[1,"2"]}',
    '{"type":"LineString","coordinates":[[1,2],[1,2,3]]}',
    '{"type":"Feature","geometry":null}',
  ])('is not read from %j', (text) => {
    expect(() => readExact(text)).toThrow(GeometryError);
  });

  it('comes back from WKB and WKT, of any kind, nesting, dimension and SRID', () => {
    fc.assert(
      fc.property(geometries, (geometry) => {
        expect(readExact(writeExact(geometry))).toEqual(geometry);
        const text = exactWkt(geometry);
        expect(exactWkt(readExact(text))).toBe(text);
        expect(readGeometry(writeExact(geometry)).geometry).toEqual(readGeometry(text).geometry);
      }),
    );
  });
});

describe('a vertex', () => {
  const after = (text: string, change: (known: ExactGeometry) => ExactGeometry | null) => {
    const changed = change(readExact(text));
    return changed === null ? null : writeExact(changed);
  };

  it.each<[string, number[], string]>([
    ['POINT ZM (1.50 2 3 4)', [], 'POINT ZM (9 2 3 4)'],
    ['LINESTRING (0.10 0, 1.000 1)', [1], 'LINESTRING (0.10 0, 9 1)'],
    [SQUARE, [0, 0], 'POLYGON ((9 0, 4 0, 4 4, 0 4, 9 0), (1 1, 2 1, 2 2, 1 1))'],
    [SQUARE, [1, 2], 'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 9 2, 1 1))'],
    [
      'GEOMETRYCOLLECTION (POINT (1 1), MULTIPOINT ((2 2), (3 3)))',
      [1, 1],
      'GEOMETRYCOLLECTION (POINT (1 1), MULTIPOINT ((2 2), (9 3)))',
    ],
  ])('of %s at %j is moved, and nothing else', (text, path, moved) => {
    expect(after(text, (known) => moveVertex(known, path, { x: 9 }))).toBe(moved);
  });

  it.each<[string, number[], string]>([
    ['LINESTRING Z (0 0 7, 1 1 8)', [0], 'LINESTRING Z (0 0 7, 5 6 7, 1 1 8)'],
    ['LINESTRING (0 0, 1 1)', [1], 'LINESTRING (0 0, 1 1, 5 6)'],
    [SQUARE, [0, 3], 'POLYGON ((0 0, 4 0, 4 4, 0 4, 5 6, 0 0), (1 1, 2 1, 2 2, 1 1))'],
  ])('is added to %s behind %j', (text, path, longer) => {
    expect(after(text, (known) => insertVertex(known, path, [5, 6]))).toBe(longer);
  });

  it.each<[string, number[], string | null]>([
    ['LINESTRING (0 0, 1 1, 2 2)', [0], 'LINESTRING (1 1, 2 2)'],
    ['LINESTRING (0 0, 1 1)', [0], null],
    [SQUARE, [0, 0], 'POLYGON ((4 0, 4 4, 0 4, 4 0), (1 1, 2 1, 2 2, 1 1))'],
    [SQUARE, [1, 0], 'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))'],
    ['POLYGON ((0 0, 1 0, 1 1, 0 0))', [0, 0], null],
    ['MULTIPOINT ((1 2), (3 4))', [0], 'MULTIPOINT ((3 4))'],
    [
      'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))',
      [1, 0, 1],
      'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))',
    ],
    ['MULTIPOINT ((1 2))', [0], null],
    ['POINT (1 2)', [], null],
  ])('of %s at %j is removed, with what has too few left', (text, path, left) => {
    expect(after(text, (known) => deleteVertex(known, path))).toBe(left);
  });

  it.each<[string, string]>([
    ['POINT EMPTY', 'POINT (1 2)'],
    ['LINESTRING Z EMPTY', 'LINESTRING Z (1 2 0, 3 4 0, 5 0 0)'],
    ['POLYGON EMPTY', 'POLYGON ((1 2, 3 4, 5 0, 1 2))'],
    ['MULTIPOINT EMPTY', 'MULTIPOINT ((1 2))'],
    ['MULTILINESTRING EMPTY', 'MULTILINESTRING ((1 2, 3 4, 5 0))'],
    ['MULTIPOLYGON EMPTY', 'MULTIPOLYGON (((1 2, 3 4, 5 0, 1 2)))'],
    ['GEOMETRYCOLLECTION EMPTY', 'GEOMETRYCOLLECTION EMPTY'],
  ])('is drawn into %s', (text, drawn) => {
    expect(after(text, (known) => withPart(known, [[1, 2], [3, 4], [5, 0]]))).toBe(drawn);
  }); // prettier-ignore

  it('is drawn as a hole into its polygon of several', () => {
    const two = readExact('MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 9 5, 9 9, 5 5)))');
    const holed = withHole(two, [1, 0, 0], [[6, 6], [7, 6], [7, 7]]); // prettier-ignore
    expect(writeExact(holed)).toBe(
      'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 9 5, 9 9, 5 5), (6 6, 7 6, 7 7, 6 6)))',
    );
  });

  it('is moved back: the geometry is what it was, byte by byte', () => {
    fc.assert(
      fc.property(geometries, fc.nat(), (geometry, choice) => {
        const vertices = verticesOf(geometry.part);
        const vertex = vertices[choice % Math.max(vertices.length, 1)];
        if (vertex === undefined || vertexFault(geometry.part) !== null) return;
        const [x, y] = vertex.position.map(Number);
        const moved = moveVertex(geometry, vertex.path, { x: 1234.5, y: -1 });
        expect(verticesOf(moved.part)).toHaveLength(vertices.length);
        expect(writeExact(moveVertex(moved, vertex.path, { x: x ?? 0, y: y ?? 0 }))).toBe(writeExact(geometry));
      }),
    );
  });
});

describe('a column of geometries', () => {
  it.each([
    ['geometry', { kind: null, srid: null, hasZ: null, hasM: null }],
    ['geometry(Geometry,25832)', { kind: null, srid: 25832, hasZ: null, hasM: null }],
    ['geometry(Point,4326)', { kind: 'Point', srid: 4326, hasZ: false, hasM: false }],
    ['postgis.geometry(MultiPolygonZM,2056)', { kind: 'MultiPolygon', srid: 2056, hasZ: true, hasM: true }],
    ['geometry(LineStringM)', { kind: 'LineString', srid: null, hasZ: false, hasM: true }],
    ['geography', { kind: null, srid: 4326, hasZ: null, hasM: null }],
    ['geography(PolygonZ,4326)', { kind: 'Polygon', srid: 4326, hasZ: true, hasM: false }],
    ['GEOMETRY', { kind: null, srid: null, hasZ: null, hasM: null }],
    ['POINT', { kind: 'Point', srid: null, hasZ: null, hasM: null }],
  ])('%s', (type, column) => {
    expect(geometryColumn(type)).toEqual(column);
  });

  it.each([
    ['geometry(Point,4326)', 'LINESTRING (0 0, 1 1)', /takes a Point, and this is a LineString/],
    ['geometry(Point,4326)', 'SRID=3857;POINT (0 0)', /SRID 4326, and this has SRID 3857/],
    ['geometry(PointZ,4326)', 'POINT (0 0)', /has heights \(Z\)\. Add one/],
    ['geometry(PointM)', 'POINT Z (0 0 0)', /no heights/],
    ['geometry(Point)', 'POINT M (0 0 0)', /no measures/],
  ])('%s does not take %s', (type, text, reason) => {
    expect(columnFault(geometryColumn(type), readExact(text))).toMatch(reason);
  });

  it.each([
    ['geometry', 'TIN EMPTY'],
    ['geometry(Point,4326)', 'POINT (0 0)'],
    ['geography', 'SRID=4326;POINT ZM (0 0 0 0)'],
  ])('%s takes %s', (type, text) => {
    expect(columnFault(geometryColumn(type), readExact(text))).toBeNull();
  });

  it('begins with nothing', () => {
    expect(writeExact(emptyGeometry('MultiPolygon', geometryColumn('geometry(MultiPolygonZ,2056)')))).toBe(
      'SRID=2056;MULTIPOLYGON Z EMPTY',
    );
  });

  it.each([
    ['GEOMETRYCOLLECTION (POINT (1 2), CIRCULARSTRING (0 0, 1 1, 2 0))', /^A CircularString is edited as text/],
    ['TIN EMPTY', /^A Tin/],
  ])('%s is edited as text', (text, reason) => {
    expect(vertexFault(readExact(text).part)).toMatch(reason);
  });
});

describe('the plane of a map', () => {
  it.each<[number, [number, number, number, number] | null, boolean]>([
    [4326, [4, 50, 9, 54], true],
    [4326, null, true],
    [0, [4, 50, 9, 54], true],
    [3857, [0, 0, 1e6, 1e6], true],
    [2056, [2_600_000, 1_200_000, 2_600_010, 1_200_010], false],
    [4326, [400, 50, 900, 54], false],
    [0, [1e30, 1e30, 1e30, 1e30], false],
    [25832, null, false],
  ])('of SRID %d and %j', (srid, bounds, isEarth) => {
    const plane = mapPlane(srid, bounds);
    expect(plane.isEarth).toBe(isEarth);
    const [west = 1, south = 2] = bounds ?? [];
    const [x, y] = plane.fromMap(plane.toMap([west, south]));
    expect([x, y].every((one, at) => Math.abs(one - (at === 0 ? west : south)) <= Math.abs(west) * 1e-9)).toBe(true);
  });
});

const ordinate = fc.double({ noNaN: true, noDefaultInfinity: true });
const dimensioned = fc.record({ hasZ: fc.boolean(), hasM: fc.boolean() });

function parts(dimensions: number): fc.Arbitrary<ExactPart> {
  const position: fc.Arbitrary<ExactPosition> = fc.array(ordinate, { minLength: dimensions, maxLength: dimensions });
  const line = fc.array(position, { maxLength: 4 });
  const ring = fc.array(position, { minLength: 3, maxLength: 4 }).map((open) => [...open, open[0] ?? []]);
  const polygon = fc.record({ kind: fc.constant('Polygon' as const), rings: fc.array(ring, { maxLength: 2 }) });
  const point = fc.record({ kind: fc.constant('Point' as const), position: fc.option(position) });
  const lineString = fc.record({ kind: fc.constant('LineString' as const), positions: line });
  const several = <K extends 'MultiPoint' | 'MultiLineString' | 'MultiPolygon'>(kind: K, of: fc.Arbitrary<ExactPart>) =>
    fc.record({ kind: fc.constant(kind), parts: fc.array(of, { maxLength: 3 }) });
  return fc.letrec<{ part: ExactPart }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small' },
      ...[point, lineString, polygon],
      fc.record({ kind: fc.constant('CircularString' as const), positions: line }),
      ...[several('MultiPoint', point), several('MultiLineString', lineString), several('MultiPolygon', polygon)],
      fc.record({ kind: fc.constant('GeometryCollection' as const), parts: fc.array(tie('part'), { maxLength: 3 }) }),
    ),
  })).part;
}

const geometries: fc.Arbitrary<ExactGeometry> = dimensioned.chain(({ hasZ, hasM }) =>
  fc
    .record({
      part: parts(2 + Number(hasZ) + Number(hasM)),
      srid: fc.constantFrom(0, 4326, 2056),
      isLittle: fc.boolean(),
      isIso: fc.boolean(),
      isUpperCase: fc.boolean(),
      prefix: fc.constantFrom('', '\\x'),
    })
    .map(({ part, srid, isLittle, isIso, isUpperCase, prefix }): ExactGeometry => {
      const layout = { isLittle, isIso: isIso && (hasZ || hasM), hasSrid: srid !== 0, hasZ, hasM };
      const form = { kind: 'wkb', layout, prefix, isUpperCase: true } as const;
      const geometry = { part, srid, hasZ, hasM, form };
      // Digits without letters are in either case.
      return isUpperCase || !/[A-F]/.test(writeExact(geometry))
        ? geometry
        : { ...geometry, form: { ...form, isUpperCase } };
    }),
);
