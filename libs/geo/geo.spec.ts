import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ColumnKind, ResultColumn, ResultRow } from '../api/index.js';
import {
  boundsOf,
  bubbleRadius,
  bytesOfHex,
  classOf,
  fromMercator,
  geometryForm,
  GeometryError,
  geoSources,
  isPlaced,
  legendValues,
  placeRow,
  quantileClasses,
  readGeometry,
  readingOf,
  readWkb,
  sridOfText,
  toMercator,
  topCategories,
} from './index.js';

const POINT = '0101000000000000000000F03F0000000000000040';
const LINE = { type: 'LineString', coordinates: [[0, 0], [1, 1]] }; // prettier-ignore

describe('reading a geometry', () => {
  it.each<[string, unknown, number]>([
    [POINT, { type: 'Point', coordinates: [1, 2] }, 0],
    [`\\x${POINT.toLowerCase()}`, { type: 'Point', coordinates: [1, 2] }, 0],
    ['00000000013FF00000000000004000000000000000', { type: 'Point', coordinates: [1, 2] }, 0],
    ['0101000020E6100000000000000000F03F0000000000000040', { type: 'Point', coordinates: [1, 2] }, 4326],
    ['0101000080000000000000F03F00000000000000400000000000000840', { type: 'Point', coordinates: [1, 2] }, 0],
    ['01E9030000000000000000F03F00000000000000400000000000000840', { type: 'Point', coordinates: [1, 2] }, 0],
    ['0101000000000000000000F87F000000000000F87F', { type: 'Point', coordinates: [] }, 0],
    ['POINT(1 2)', { type: 'Point', coordinates: [1, 2] }, 0],
    ['point z ( 1.5 -2e0 3 )', { type: 'Point', coordinates: [1.5, -2] }, 0],
    ['POINTZM(1 2 3 4)', { type: 'Point', coordinates: [1, 2] }, 0],
    ['SRID=25832;POINT M (1 2 3)', { type: 'Point', coordinates: [1, 2] }, 25832],
    ['POINT EMPTY', { type: 'Point', coordinates: [] }, 0],
    ['LINESTRING (0 0, 1 1)', LINE, 0],
    ['MULTIPOINT (1 2, 3 4)', { type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] }, 0],
    ['MULTIPOINT ((1 2), EMPTY, (3 4))', { type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] }, 0],
    ['POLYGON ((0 0, 1 0, 1 1, 0 0), (0.2 0.1, 0.3 0.1, 0.3 0.2, 0.2 0.1))', { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]], [[0.2, 0.1], [0.3, 0.1], [0.3, 0.2], [0.2, 0.1]]] }, 0],
    ['GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (0 0, 1 1), GEOMETRYCOLLECTION EMPTY)', { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }, LINE, { type: 'GeometryCollection', geometries: [] }] }, 0],
    ['COMPOUNDCURVE ((0 0, 1 1), (1 1, 2 2))', { type: 'LineString', coordinates: [[0, 0], [1, 1], [2, 2]] }, 0],
    ['TIN (((0 0, 0 1, 1 1, 0 0)))', { type: 'MultiPolygon', coordinates: [[[[0, 0], [0, 1], [1, 1], [0, 0]]]] }, 0],
    ['{"type":"Point","coordinates":[1,2,3]}', { type: 'Point', coordinates: [1, 2] }, 4326],
    ['{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}}', LINE, 4326],
    ['{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":null}]}', { type: 'GeometryCollection', geometries: [{ type: 'GeometryCollection', geometries: [] }] }, 4326],
    ['{"type":"Point","crs":{"type":"name","properties":{"name":"EPSG:25832"}},"coordinates":[1,2]}', { type: 'Point', coordinates: [1, 2] }, 25832],
  ])('takes %s', (text, geometry, srid) => {
    expect(readGeometry(text)).toMatchObject({ geometry, srid });
  }); // prettier-ignore

  it.each<[string, string]>([
    ['CIRCULARSTRING (1 0, 0 1, -1 0)', 'CircularString'],
    ['CURVEPOLYGON (CIRCULARSTRING (1 0, -1 0, 1 0))', 'CurvePolygon'],
    ['MULTICURVE (CIRCULARSTRING (1 0, 0 1, -1 0), (0 0, 1 1))', 'MultiCurve'],
    ['MULTISURFACE (CURVEPOLYGON (CIRCULARSTRING (1 0, -1 0, 1 0)), ((0 0, 1 0, 1 1, 0 0)))', 'MultiSurface'],
  ])('distinguishes %s from what it is drawn as, on its circle', (text, kind) => {
    const { kind: read, geometry } = readGeometry(text);
    expect(read).toBe(kind);
    const first = JSON.stringify(geometry).match(/\[-?[\d.e-]+,-?[\d.e-]+\]/g) ?? [];
    const radii = first.slice(0, 30).map((position) => Math.hypot(...(JSON.parse(position) as [number, number])));
    expect(radii.length).toBeGreaterThan(20);
    for (const radius of radii) expect(radius).toBeCloseTo(1, 9);
  });

  it.each([
    '',
    'x',
    '01',
    '0101',
    '0101000000',
    `${POINT}00`,
    `0${POINT}`,
    '0102000000FFFFFFFF',
    '0163000000000000000000F03F0000000000000040',
    '010400000001000000010200000000000000',
    'POINT (1)',
    'POINT (1 2',
    'POINT (1 2) x',
    'CIRCLE (1 2)',
    'LINESTRING (1 2, a b)',
    '{}',
    '{"type":"Point"}',
    '{"type":"Point","coordinates":["1","2"]}',
    '[1,2]',
    `${'GEOMETRYCOLLECTION ('.repeat(50)}POINT (1 2)${')'.repeat(50)}`,
  ])('refuses %j with a sentence', (text) => {
    expect(() => readGeometry(text)).toThrow(GeometryError);
    expect(() => readGeometry(text)).toThrow(/\.$/);
  });

  it('never hangs, and says so alone, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          readWkb(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(GeometryError);
        }
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        try {
          readGeometry(text);
        } catch (error) {
          expect(error).toBeInstanceOf(GeometryError);
        }
      }),
    );
  });

  it('reads the same from bytes in either order as from text', () => {
    const position = fc.tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
    fc.assert(
      fc.property(fc.array(position, { minLength: 1, maxLength: 20 }), fc.boolean(), (positions, isLittle) => {
        const view = new DataView(new ArrayBuffer(9 + 16 * positions.length));
        view.setUint8(0, Number(isLittle));
        view.setUint32(1, 2, isLittle);
        view.setUint32(5, positions.length, isLittle);
        positions.flat().forEach((value, index) => view.setFloat64(9 + 8 * index, value, isLittle));
        const text = `LINESTRING (${positions.map(([x, y]) => `${x} ${y}`).join(', ')})`;
        const [read, written] = [readWkb(new Uint8Array(view.buffer)), readGeometry(text)];
        expect(JSON.stringify(read)).toBe(JSON.stringify(written));
      }),
    );
  });

  it('takes digits of either case, and nothing else', () => {
    expect([...bytesOfHex('00fFA9')]).toEqual([0, 255, 169]);
    expect(() => bytesOfHex('0g')).toThrow(GeometryError);
  });

  it.each([
    [POINT, 'wkb'],
    ['deadbeef', null],
    ['0101', null],
    ['POINT (1 2)', 'wkt'],
    ['Pointless', null],
    ['{"type":"Feature","geometry":null}', 'geojson'],
    ['{"type":"order"}', null],
    ['', null],
  ])('sees how %j is written', (text, form) => {
    expect(geometryForm(text)).toBe(form);
  });

  it.each([
    [POINT, 0],
    ['0101000020E6100000000000000000F03F0000000000000040', 4326],
    ['\\x00200000010000659C3FF00000000000004000000000000000', 26012],
    ['SRID=25832;POINT (1 2)', 25832],
    ['POINT (1 2)', 0],
    ['{"type":"Point","coordinates":[1,2]}', 4326],
    [
      '{"type":"Point","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}},"coordinates":[1,2]}',
      25832,
    ],
    [
      `{"type":"Point","crs":{"type":"name",${' '.repeat(1_000)}"properties":{"name":"EPSG:25832"}},"coordinates":[1,2]}`,
      25832,
    ],
    ['1', null],
  ])('sees the SRID of %s, the same as who reads it', (text, srid) => {
    expect(sridOfText(text)).toBe(srid);
    if (srid !== null) expect(readGeometry(text).srid).toBe(srid);
  });

  it('reads what may name a system once', () => {
    const begun = process.cpuUsage();
    expect(sridOfText(`{"type":"Point",${'"crs"'.repeat(100_000)}`)).toBe(4326);
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2_000);
  });
});

const columnsOf = (...parts: [string, ColumnKind][]): ResultColumn[] =>
  parts.map(([name, kind]) => ({ name, kind, type: kind, table: null }));

describe('finding the places of rows', () => {
  it.each<[string, [string, ColumnKind][], ResultRow, unknown]>([
    ['lat and lng', [['id', 'integer'], ['lng', 'float'], ['lat', 'float']], ['1', '4.3', '52'], [{ kind: 'pair', latitude: 2, longitude: 1 }]],
    ['the long names', [['Latitude', 'decimal'], ['Longitude', 'decimal']], ['52', '4'], [{ kind: 'pair', latitude: 0, longitude: 1 }]],
    ['lat and lon as texts', [['lat', 'text'], ['lon', 'text']], ['52.1', '-4'], [{ kind: 'pair', latitude: 0, longitude: 1 }]],
    ['two pairs, each with its own', [['pickup_lat', 'float'], ['pickup_lon', 'float'], ['drop_lat', 'float'], ['drop_lon', 'float']], ['1', '2', '3', '4'], [{ kind: 'pair', latitude: 0, longitude: 1 }, { kind: 'pair', latitude: 2, longitude: 3 }]],
    ['latEnd and lngEnd', [['latEnd', 'float'], ['lngEnd', 'float']], ['1', '2'], [{ kind: 'pair', latitude: 0, longitude: 1 }]],
    ['a pair without rows', [['lat', 'float'], ['lng', 'float']], [], [{ kind: 'pair', latitude: 0, longitude: 1 }]],
    ['a geometry before a pair', [['lat', 'float'], ['lng', 'float'], ['g', 'geometry']], ['1', '2', POINT], [{ kind: 'geometry', column: 2 }, { kind: 'pair', latitude: 0, longitude: 1 }]],
    ['WKT in a text', [['shape', 'text']], ['POINT (1 2)'], [{ kind: 'geometry', column: 0 }]],
    ['WKB in bytes', [['shape', 'binary']], [`\\x${POINT}`], [{ kind: 'geometry', column: 0 }]],
    ['GeoJSON in a JSON', [['shape', 'json']], ['{"type":"Point","coordinates":[1,2]}'], [{ kind: 'geometry', column: 0 }]],
    ['values that are none', [['lat', 'float'], ['lng', 'float']], ['5200', '4'], []],
    ['texts that are none', [['lat', 'text'], ['lng', 'text']], ['52°N', '4°E'], []],
    ['a latitude alone', [['lat', 'float'], ['length', 'float']], ['1', '2'], []],
    ['words that only look like it', [['flat', 'integer'], ['plan', 'integer'], ['latency', 'float']], ['1', '2', '3'], []],
    ['booleans', [['lat', 'boolean'], ['lng', 'boolean']], ['t', 'f'], []],
  ])('%s', (_, columns, row, sources) => {
    expect(geoSources(columnsOf(...columns), row.length === 0 ? [] : [row])).toEqual(sources);
  }); // prettier-ignore

  it('looks at values and not at their order, and forgives a few', () => {
    const columns = columnsOf(['note', 'text']);
    const rows = Array.from({ length: 20 }, (_, index) => [index === 3 ? 'none' : 'POINT (1 2)']);
    expect(geoSources(columns, [[null], ...rows])).toHaveLength(1);
    expect(geoSources(columns, [...rows.slice(0, 5), ['x'], ['y']])).toEqual([]);
  });
});

describe('placing a row', () => {
  const PAIR = { kind: 'pair', latitude: 0, longitude: 1 } as const;
  const GEOMETRY = { kind: 'geometry', column: 0 } as const;

  it.each<[string, ResultRow, 'pair' | 'geometry', string]>([
    ['a pair', ['52', '4'], 'pair', 'placed'],
    ['the antimeridian, both ways', ['0', '190'], 'pair', 'placed'],
    ['the pole', ['90', '0'], 'pair', 'placed'],
    ['half a pair', ['52', null], 'pair', 'null'],
    ['an empty string', ['', '4'], 'pair', 'null'],
    ['beyond the pole', ['90.5', '4'], 'pair', 'off-earth'],
    ['a word', ['north', '4'], 'pair', 'unreadable'],
    ['NaN', ['NaN', '4'], 'pair', 'unreadable'],
    ['a geometry', ['POINT (4 52)'], 'geometry', 'placed'],
    ['nothing', [null], 'geometry', 'null'],
    ['an empty one', ['POLYGON EMPTY'], 'geometry', 'empty'],
    ['a broken one', ['POINT (4'], 'geometry', 'unreadable'],
    ['one with an infinity', ['POINT (Infinity 1)'], 'geometry', 'unreadable'],
    ['no SRID, and nowhere in the world', ['POINT (1e9 1)'], 'geometry', 'unknown-srid'],
    ['degrees that are none', ['SRID=4326;POINT (4 99)'], 'geometry', 'off-earth'],
    ['Web Mercator, beyond its square', ['SRID=3857;POINT (0 -242528680)'], 'geometry', 'placed'],
    ['Web Mercator, far to the east', ['SRID=3857;POINT (1e12 0)'], 'geometry', 'off-earth'],
    ['Web Mercator, far to the north', ['SRID=3857;POINT (0 1e12)'], 'geometry', 'off-earth'],
    ['an SRID of the database', ['SRID=25832;POINT (500000 5700000)'], 'geometry', 'database'],
  ])('%s', (_, cells, source, outcome) => {
    const placing = placeRow(cells, 7, source === 'pair' ? PAIR : GEOMETRY);
    expect([placing.row, isPlaced(placing) ? 'placed' : placing.reason]).toEqual([7, outcome]);
  });

  it('takes what the database transformed', () => {
    const cells = ['SRID=25832;POINT (500000 5700000)'];
    const placing = placeRow(cells, 7, GEOMETRY, new Map([[7, 'SRID=4326;POINT (9 51.45)']]));
    expect(isPlaced(placing) && boundsOf(placing.geometry)).toEqual(boundsOf({ type: 'Point', coordinates: toMercator([9, 51.45]) })); // prettier-ignore
    expect(placeRow(cells, 7, GEOMETRY, new Map([[7, 'POINT (Infinity Infinity)']]))).toMatchObject({
      reason: 'unreadable',
    });
    expect(placeRow(cells, 7, GEOMETRY, new Map([[7, null]]))).toMatchObject({ reason: 'database', srid: 25832 });
  });

  it.each<[number, [number, number, number, number], string | null]>([
    [4326, [0, 0, 1, 1], 'degrees'],
    [3857, [0, 0, 1, 1], 'mercator'],
    [25832, [0, 0, 1, 1], 'database'],
    [0, [-180, -90, 180, 90], 'degrees'],
    [0, [500_000, 5_700_000, 500_001, 5_700_001], 'mercator'],
    [0, [0, 0, 3e7, 1], null],
  ])('reads SRID %d at %j as %s', (srid, bounds, reading) => {
    expect(readingOf(srid, bounds)).toBe(reading);
  });

  it('comes back from Web Mercator', () => {
    const degrees = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -85, max: 85, noNaN: true }),
    );
    fc.assert(
      fc.property(degrees, ([x, y]) => {
        const [back, up] = fromMercator(toMercator([x, y]));
        expect(back).toBeCloseTo(x, 8);
        expect(up).toBeCloseTo(y, 8);
      }),
    );
  });
});

describe('classes', () => {
  it('have about as many in each, and equal numbers together', () => {
    expect(quantileClasses([5, 1, 2, 4, 3, 6], 3)).toEqual([
      { from: 1, to: 2, count: 2 },
      { from: 3, to: 4, count: 2 },
      { from: 5, to: 6, count: 2 },
    ]);
    expect(quantileClasses([1, 1, 1, 1, 9], 4)).toEqual([
      { from: 1, to: 1, count: 4 },
      { from: 9, to: 9, count: 1 },
    ]);
    expect(quantileClasses([Number.NaN], 3)).toEqual([]);
  });

  it('take in every number, each in the one that holds it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 7 }),
        (values, wanted) => {
          const classes = quantileClasses(values, wanted);
          expect(classes.length).toBeLessThanOrEqual(wanted);
          expect(classes.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
          const counts = classes.map((_, index) => values.filter((value) => classOf(classes, value) === index).length);
          expect(counts).toEqual(classes.map(({ count }) => count));
        },
      ),
    );
  });

  it('of texts are the most frequent', () => {
    expect(topCategories(['b', 'a', null, 'b', 'c'], 2)).toEqual([
      { value: 'b', count: 2 },
      { value: 'a', count: 1 },
    ]);
  });

  it('of sizes are areas', () => {
    expect(bubbleRadius(100, 100, 3, 30)).toBe(30);
    expect(bubbleRadius(25, 100, 3, 30)).toBe(15);
    expect([bubbleRadius(0, 100, 3, 30), bubbleRadius(-4, 100, 3, 30), bubbleRadius(Number.NaN, 100, 3, 30)]).toEqual([3, 3, 3]);
    expect([legendValues(21_406), legendValues(0.4), legendValues(0)]).toEqual([[1000, 5000, 20_000], [0.02, 0.1, 0.2], []]);
  }); // prettier-ignore
});
