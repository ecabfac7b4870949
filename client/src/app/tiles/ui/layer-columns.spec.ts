import { afterEach, expect, it } from '@jest/globals';
import type { TileLayerInfo, TileLayerSettings } from '#libs/api';
import { Part } from '../../../testing/part';
import { LayerColumns } from './layer-columns';

const PLACES = {
  ...{ is_own: true, geometry: { column: 'at' }, geometry_columns: ['at', 'area'], id_columns: ['id'] },
  ...{ id_column: null, settings: { attribution: 'OSM' } },
} as unknown as TileLayerInfo;

afterEach(() => Part.clear());

it.each([
  ['Geometry', 'area', { geometry_column: 'area' }, 'at'],
  ['Feature id', 'id', { id_column: 'id' }, ''],
  ['Attribution', 'Mine', { attribution: 'Mine' }, 'OSM'],
])('shows what is kept of %s after a change was refused', async (label, value, change, kept) => {
  const sent: Partial<TileLayerSettings>[] = [];
  let isTaken = true;
  const send = (chosen: Partial<TileLayerSettings>): Promise<boolean> => {
    sent.push(chosen);
    return Promise.resolve(isTaken);
  };
  const part = await Part.show(LayerColumns, { info: PLACES, send });
  await part.type(label, value);
  expect(part.control(label).value).toBe(value);
  isTaken = false;
  await part.type(label, value);
  expect([sent, part.control(label).value]).toEqual([[change, change], kept]);
});
