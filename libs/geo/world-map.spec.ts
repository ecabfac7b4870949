import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Position } from './geometry.js';
import { type Rings, coastLines, flatPolygons } from './world-map.js';

const EDGE = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;

/** Even-odd rule over all rings. */
function holds(polygons: readonly Rings[], [x, y]: Position): boolean {
  const isIn = (ring: readonly Position[]): boolean =>
    ring.reduce((inside, [ax, ay], index) => {
      const [bx, by] = ring[index + 1] ?? [ax, ay];
      return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !inside : inside;
    }, false);
  return polygons.some((rings) => rings.reduce((inside, ring) => (isIn(ring) ? !inside : inside), false));
}

const box = (west: number, south: number, east: number, north: number): Position[] => [
  ...([
    [west, south],
    [east, south],
    [east, north],
  ] as const),
  ...([
    [west, north],
    [west, south],
  ] as const),
];
const boxesOf = (polygons: readonly Rings[]) =>
  polygons.map((rings) =>
    rings.map((ring) => {
      const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
      return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    }),
  );

describe('flatPolygons', () => {
  it.each<[string, Rings, number[][][]]>([
    ['a polygon of the map', [box(0, 0, 10, 10)], [[[0, 0, 10, 10]]]],
    [
      'a hole',
      [box(0, 0, 10, 10), box(2, 2, 4, 4)],
      [
        [
          [0, 0, 10, 10],
          [2, 2, 4, 4],
        ],
      ],
    ],
    ['the antimeridian, from the east', [box(170, 0, -170, 10)], [[[170, 0, 180, 10]], [[-180, 0, -170, 10]]]],
    [
      'the antimeridian, from the west',
      [
        [
          [-170, 0],
          [170, 0],
          [170, 10],
          [-170, 10],
          [-170, 0],
        ],
      ],
      [[[170, 0, 180, 10]], [[-180, 0, -170, 10]]],
    ],
    [
      'a hole on one side of the antimeridian',
      [box(170, 0, -170, 10), box(172, 2, 174, 4)],
      [
        [
          [170, 0, 180, 10],
          [172, 2, 174, 4],
        ],
        [[-180, 0, -170, 10]],
      ],
    ],
    [
      'a side along the antimeridian',
      [
        [
          [-180, 0],
          [180, 10],
          [170, 10],
          [170, 0],
          [-180, 0],
        ],
      ],
      [[[170, 0, 180, 10]]],
    ],
    [
      'a pole',
      [
        [
          [-180, -70],
          [-60, -70],
          [60, -70],
          [180, -70],
          [-180, -70],
        ],
      ],
      [[[-180, -EDGE, 180, -70]]],
    ],
    [
      'the north pole, the other way',
      [
        [
          [180, 70],
          [60, 70],
          [-60, 70],
          [-180, 70],
          [180, 70],
        ],
      ],
      [[[-180, 70, 180, EDGE]]],
    ],
    ['the edge of the square', [box(0, 80, 10, 89)], [[[0, 80, 10, EDGE]]]],
    ['nothing of the square', [box(0, 86, 10, 89)], []],
  ])('cuts %s', (_, rings, expected) => {
    expect(boxesOf(flatPolygons(rings))).toEqual(expected);
  });

  describe('of the land of the world', () => {
    const require = createRequire(import.meta.url);
    const text = readFileSync(require.resolve('world-atlas/land-110m.json'), 'utf8');
    const topology = JSON.parse(text) as Topology<{ land: GeometryCollection }>;
    const polygons = feature(topology, topology.objects.land).features.flatMap(({ geometry }) =>
      geometry.type === 'MultiPolygon' ? (geometry.coordinates as unknown as Rings[]) : [],
    );
    const land = polygons.flatMap(flatPolygons);

    it('draws no edge across the map, and nothing beyond the square', () => {
      expect(land.length).toBeGreaterThan(100);
      for (const ring of land.flat()) {
        expect(ring[0]).toEqual(ring.at(-1));
        for (const [index, [x, y]] of ring.entries()) {
          expect([Math.abs(x) <= 180, Math.abs(y) <= EDGE]).toEqual([true, true]);
          const [before] = ring[index - 1] ?? [x];
          // The southern edge of Antarctica is the only one from side to side.
          if (y !== -EDGE) expect(Math.abs(x - before)).toBeLessThan(30);
        }
      }
    });

    it.each<[string, Position, boolean]>([
      ['Yakutsk', [129.7, 62], true],
      ['Chukotka, west of the antimeridian', [176, 67], true],
      ['Chukotka, east of the antimeridian', [-176, 67], true],
      ['Wrangel Island', [-179, 71.2], true],
      ['Fiji', [179.2, -16.6], true],
      ['the South Pole', [0, -85], true],
      ['Antarctica at the antimeridian', [-179.9, -84.9], true],
      ['Kansas', [-98, 38], true],
      ['the Atlantic', [-35, 30], false],
      ['the Atlantic at the height of Chukotka', [-5, 67], false],
      ['the Atlantic at the height of Fiji', [-20, -16.6], false],
      ['the Pacific', [-160, 30], false],
      ['the Bering Sea', [-178, 58], false],
      ['the Southern Ocean', [0, -60], false],
    ])('knows %s', (_, place, isLand) => {
      expect(holds(land, place)).toBe(isLand);
    });

    it('draws no coast along a cut', () => {
      const edges = land.flatMap(coastLines).flatMap((line) => line.slice(1).map((corner, at) => [line[at], corner]));
      expect(edges.length).toBeGreaterThan(4_000);
      expect(edges.filter(([from, to]) => Math.abs(from?.[0] ?? 0) === 180 && from?.[0] === to?.[0])).toEqual([]);
      expect(edges.filter(([from, to]) => from?.[1] === -EDGE && to?.[1] === -EDGE)).toEqual([]);
    });
  });
});

describe('coastLines', () => {
  it.each<[string, Rings, number[]]>([
    ['a ring without cuts is one line', [box(0, 0, 10, 10)], [5]],
    ['a cut opens it', flatPolygons([box(170, 0, -170, 10)])[0] ?? [], [4]],
    ['the edge of the map opens it', flatPolygons([box(0, 80, 10, 89)])[0] ?? [], [4]],
  ])('%s', (_, rings, lengths) => {
    const lines = coastLines(rings);
    const corners = lines.reduce((sum, line) => sum + line.length - 1, 0);
    expect(corners).toBe((lengths[0] ?? 0) - 1);
  });
});
