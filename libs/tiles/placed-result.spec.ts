import { describe, expect, it } from '@jest/globals';
import { placedResult } from './placed-result.js';

describe('placedResult', () => {
  it.each([
    ['a geometry column', { geometry: 'geom' }, null, 'SELECT r."geom" AS dw_place, r.* FROM (\nSELECT 1\n) AS r'],
    [
      'a hostile name of one',
      { geometry: 'a" FROM b; --' },
      null,
      'SELECT r."a"" FROM b; --" AS dw_place, r.* FROM (\nSELECT 1\n) AS r',
    ],
    [
      'a pair, with PostGIS in a schema of its own',
      { latitude: 'lat', longitude: 'lng' },
      'gis',
      'SELECT (CASE WHEN r."lat"::float8 BETWEEN -90 AND 90 AND r."lng"::float8 BETWEEN -180 AND 180 THEN' +
        ' "gis".ST_SetSRID("gis".ST_MakePoint(r."lng"::float8, r."lat"::float8), 4326) END)::"gis".geometry(Point, 4326)' +
        ' AS dw_place, r.* FROM (\nSELECT 1\n) AS r',
    ],
  ])('puts the place first: %s', (_, place, schema, expected) => {
    expect(placedResult('SELECT 1', place, schema)).toBe(expected);
  });
});
