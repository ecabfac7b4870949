import { afterEach, describe, expect, it } from '@jest/globals';
import type { TileLayerInfo } from '#libs/api';
import { Part } from '../../../testing/part';
import { LayerFacts } from './layer-facts';

const PLACES: TileLayerInfo = {
  ...{ query_id: 'q', name: 'Places', connection_id: 'shop', is_own: true, geometry_columns: ['at'], id_columns: [] },
  ...{ id_column: null, properties: [], bounds: [0, 0, 1, 1], bounds_estimated: false, hint: null },
  geometry: { column: 'at', shape: 'Point', is_geography: false, srids: [{ srid: 4326, as: 4326 }] },
  ...{ feature_cap: 10_000, feature_count: 160_000, features_left_out: 0 },
  settings: {} as TileLayerInfo['settings'],
};

describe('LayerFacts', () => {
  afterEach(() => Part.clear());

  it.each<[Partial<TileLayerInfo>, string]>([
    [{}, 'Point, SRID 4326 160,000 features'],
    [{ features_left_out: 150_000 }, 'Point, SRID 4326 160,000 features · 150,000 not in the tile of zoom 0'],
    [{ feature_count: 1 }, 'Point, SRID 4326 1 feature'],
    [{ bounds_estimated: true }, 'Point, SRID 4326 · extent estimated About 160,000 features'],
    [{ feature_count: null, features_left_out: null }, 'Point, SRID 4326'],
  ])('shows %p as %s', async (change, text) => {
    const part = await Part.show(LayerFacts, { info: { ...PLACES, ...change } });
    expect(part.text).toBe(text);
  });

  it('shows several reference systems and what they are read as', async () => {
    const srids = [
      { srid: 4326, as: 4326 },
      { srid: 0, as: 4326 },
    ];
    const part = await Part.show(LayerFacts, { info: { ...PLACES, geometry: { ...PLACES.geometry, srids } } });
    expect(part.text).toContain('SRID 4326; SRID 0, read as 4326');
  });
});
