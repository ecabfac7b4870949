import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_LATITUDE, MAX_ZOOM, childTiles, lonLatBounds, mercatorBounds, tileAddress, tileAt } from './index.js';

const zooms = fc.integer({ min: 0, max: MAX_ZOOM });
const tiles = zooms.chain((z) => {
  const index = fc.integer({ min: 0, max: 2 ** z - 1 });
  return fc.record({ z: fc.constant(z), x: index, y: index });
});
const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
const latitudes = fc.double({ min: -MAX_LATITUDE, max: MAX_LATITUDE, noNaN: true });

describe('tileAddress', () => {
  it.each([
    ['0', '0', '0'],
    ['22', '4194303', '4194303'],
    ['3', '7', '0'],
  ])('takes %s/%s/%s', (z, x, y) => {
    expect(tileAddress(z, x, y)).toEqual({ z: Number(z), x: Number(x), y: Number(y) });
  });

  it.each([
    ['23', '0', '0'],
    ['0', '1', '0'],
    ['3', '8', '0'],
    ['3', '0', '8'],
    ['-1', '0', '0'],
    ['1', '-1', '0'],
    ['1', '0.5', '0'],
    ['1e0', '0', '0'],
    ['01', '0', '0'],
    ['', '0', '0'],
    [' 1', '0', '0'],
    ['1', '0', '0.mvt'],
    ['1', 'NaN', '0'],
    ['22', '99999999999999999999', '0'],
  ])('refuses %s/%s/%s', (z, x, y) => {
    expect(tileAddress(z, x, y)).toBeNull();
  });
});

describe('the grid', () => {
  it('holds every position in exactly one tile of a zoom, whose bounds contain it', () => {
    fc.assert(
      fc.property(longitudes, latitudes, zooms, (lon, lat, z) => {
        const tile = tileAt(lon, lat, z);
        if (!tile) throw new Error('Inside of the grid.');
        const { west, south, east, north } = lonLatBounds(tile);
        const last = 2 ** z - 1;
        expect(lon >= west && (lon < east || (tile.x === last && lon <= 180))).toBe(true);
        expect(lat <= north && (lat > south || (tile.y === last && lat >= -MAX_LATITUDE))).toBe(true);
      }),
    );
  });

  it('tiles a tile with its four children, edge on edge', () => {
    fc.assert(
      fc.property(
        tiles.filter(({ z }) => z < MAX_ZOOM),
        (tile) => {
          for (const boundsOf of [mercatorBounds, (one: typeof tile) => lonLatBounds(one)]) {
            const parent = boundsOf(tile);
            const [nw, ne, sw, se] = childTiles(tile).map(boundsOf);
            expect([nw?.west, nw?.north, se?.east, se?.south]).toEqual([
              ...[parent.west, parent.north, parent.east, parent.south],
            ]);
            expect([nw?.east, nw?.south, sw?.east]).toEqual([ne?.west, sw?.north, se?.west]);
          }
        },
      ),
    );
  });

  it('refuses positions beyond the square', () => {
    expect([tileAt(181, 0, 3), tileAt(0, 86, 3), tileAt(NaN, 0, 3)]).toEqual([null, null, null]);
  });
});
