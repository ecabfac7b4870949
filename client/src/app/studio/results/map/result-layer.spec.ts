import { describe, expect, it } from '@jest/globals';
import { columnSample } from '../../../../testing/run-samples';
import { layerRequest } from './result-layer';

const columns = [
  columnSample('id', 'integer'),
  columnSample('lat', 'float'),
  columnSample('lng', 'float'),
  { ...columnSample('geom', 'geometry'), type: 'geometry(Point,3035)' },
  { ...columnSample('place', 'geometry'), type: 'postgis.geography' },
  { ...columnSample('wkt'), type: 'text' },
];
const wish = { connectionId: 'shop', sql: 'SELECT 1', columns };
const base = { connection_id: 'shop', sql: 'SELECT 1' };

describe('layerRequest', () => {
  it.each([
    [
      'a pair',
      { kind: 'pair', latitude: 1, longitude: 2 },
      { ...base, latitude_column: 'lat', longitude_column: 'lng' },
    ],
    ['a geometry', { kind: 'geometry', column: 3 }, { ...base, geometry_column: 'geom' }],
    ['a geography in a schema', { kind: 'geometry', column: 4 }, { ...base, geometry_column: 'place' }],
    ['geometries written as text', { kind: 'geometry', column: 5 }, null],
    ['nothing', null, null],
  ] as const)('of %s', (_, source, expected) => {
    expect(layerRequest({ ...wish, source })).toEqual(expected);
  });

  it('is none where nobody knows the connection', () => {
    expect(layerRequest({ ...wish, connectionId: null, source: { kind: 'geometry', column: 3 } })).toBeNull();
  });
});
