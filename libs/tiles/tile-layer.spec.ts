import { describe, expect, it } from '@jest/globals';
import { WORLD, geometryType, layerBounds, tileJson, tileLayer, tileStatement } from './index.js';
import { uniqueNames } from './unique-names.js';

const COLUMNS = [
  { name: 'id', type: 'integer' },
  { name: 'name', type: 'text' },
  { name: 'geom', type: 'geometry(Point,4326)' },
];

describe('tileLayer', () => {
  it.each([
    ['', 'not-one-statement'],
    [' -- nothing\n;', 'not-one-statement'],
    ['SELECT 1; SELECT 2', 'not-one-statement'],
    ['SELECT * FROM t WHERE id = $1', 'has-parameters'],
  ])('refuses %p', (sql, refused) => {
    expect(tileLayer(sql, COLUMNS)).toMatchObject({ refused });
  });

  it.each([
    [
      'SELECT * FROM t WHERE id = $1',
      'A map layer takes no parameters, and the query has $1. Write a value in its place.',
    ],
    [
      'SELECT * FROM t WHERE id > :n',
      'A map layer takes no parameters, and the query has :n. Write a value in its place.',
    ],
    [
      'SELECT * FROM t WHERE id > :n AND id < $1',
      'A map layer takes no parameters, and the query has :n. Write a value in its place.',
    ],
  ])('names the parameter of %p', (sql, detail) => {
    expect(tileLayer(sql, COLUMNS)).toEqual({ refused: 'has-parameters', detail });
  });

  it.each(["SELECT ':n', a[1:2], b::int FROM t", 'SELECT 1 -- :n'])('takes %p', (sql) => {
    expect(tileLayer(sql, COLUMNS)).not.toHaveProperty('refused');
  });

  it('refuses a query without geometry and columns that are not there', () => {
    expect(tileLayer('SELECT 1', [{ name: 'geom', type: 'text' }])).toMatchObject({ refused: 'no-geometry' });
    expect(tileLayer('SELECT 1', COLUMNS, { geometryColumn: 'x' })).toMatchObject({ refused: 'no-such-column' });
    expect(tileLayer('SELECT 1', COLUMNS, { idColumn: 'name' })).toMatchObject({ refused: 'no-such-column' });
  });

  it('throws for a tile outside of the grid', () => {
    const layer = tileLayer('SELECT 1', COLUMNS);
    if ('refused' in layer) throw new Error(layer.detail);
    expect(() => tileStatement(layer, [{ srid: 4326, as: 4326 }], { z: 0, x: 1, y: 0 })).toThrow(RangeError);
  });
});

describe('geometryType', () => {
  it.each([
    ['geometry', { isGeography: false, shape: 'geometry', srid: null }],
    ['geometry(PointZM,25832)', { isGeography: false, shape: 'point', srid: 25832 }],
    ['"My gis".geometry(MultiPolygon,4326)', { isGeography: false, shape: 'multipolygon', srid: 4326 }],
    ['gis.geography', { isGeography: true, shape: 'geometry', srid: 4326 }],
    ['geometry(Point)', { isGeography: false, shape: 'point', srid: null }],
    ['geometry[]', null],
    ['text', null],
  ])('reads %s', (type, expected) => {
    expect(geometryType(type)).toEqual(expected);
  });
});

describe('uniqueNames', () => {
  it('never takes a name that a column has by itself and stays within 63 bytes', () => {
    expect(uniqueNames(['a', 'a', 'a_2', 'a'])).toEqual(['a', 'a_3', 'a_2', 'a_4']);
    const long = 'ü'.repeat(31);
    expect(uniqueNames([long, long])[1]).toBe(`${'ü'.repeat(30)}_2`);
  });
});

describe('tileJson', () => {
  it('says where the tiles are and what they hold', () => {
    const layer = tileLayer('SELECT 1', COLUMNS);
    if ('refused' in layer) throw new Error(layer.detail);
    const facts = {
      name: 'Towns',
      tilesUrl: 'https://a.test/api/tiles/7/',
      bounds: WORLD,
      token: '{token}',
      features: { count: 10_001, isEstimated: true },
    };
    expect(tileJson(layer, { ...facts, attribution: '<b>&' })).toMatchObject({
      tilejson: '3.0.0',
      tiles: ['https://a.test/api/tiles/7/{z}/{x}/{y}?token={token}'],
      attribution: '&lt;b&gt;&amp;',
      center: [0, 0, 0],
      ...{ feature_cap: 10_000, feature_count: 10_001, feature_count_estimated: true, features_left_out: 1 },
      vector_layers: [{ id: 'query', fields: { id: 'Number', name: 'String' } }],
    });
  });
});

describe('layerBounds', () => {
  it('is the world where nothing is known and never a mere point', () => {
    expect(layerBounds({ west: null, south: null, east: null, north: null })).toEqual(WORLD);
    const { west, east } = layerBounds({ west: 5, south: 6, east: 5, north: 6 });
    expect(east - west).toBeCloseTo(0.001);
  });
});
