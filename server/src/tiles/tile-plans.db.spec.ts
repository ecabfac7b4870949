import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { TilesApp } from './testing/tiles-app.js';

const ONCE = 'force_generic_plan';
const EACH = 'force_custom_plan';
const PLANNING = "current_setting('plan_cache_mode') AS planning";
/** The last of them has nothing. */
const [PLACE, BESIDE, EMPTY] = ['13/4211/2930', '13/4212/2930', '13/100/100'];

let app: TilesApp;
beforeAll(async () => {
  app = await TilesApp.start();
  await app.database.execute(`
    CREATE EXTENSION IF NOT EXISTS postgis;
    CREATE TABLE places AS SELECT i AS id, ST_SetSRID(ST_Point(5 + (i % 400) * 0.02, 45 + (i / 400) * 0.02), 4326) AS geom
      FROM generate_series(0, 159999) i;
    CREATE INDEX places_geom ON places USING gist (geom);
    CREATE TABLE keyed AS SELECT i AS id, i % 100 AS price FROM generate_series(0, 159999) i;
    CREATE TABLE prices AS SELECT * FROM keyed WHERE id < 2000;
    CREATE UNIQUE INDEX keyed_id ON keyed (id);
    CREATE TABLE loose AS SELECT * FROM places;
    CREATE INDEX loose_geom ON loose USING gist (geom);
    ANALYZE`);
});
afterAll(() => app.stop());

async function layerAt(id: string, place: string) {
  return new VectorTile(new PbfReader((await app.tile(id, place)).bytes)).layers.query;
}

async function features(id: string, place: string): Promise<{ id: number; planning: string }[]> {
  const layer = await layerAt(id, place);
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => {
    const { properties } = layer?.feature(index) ?? {};
    return { id: Number(properties?.id), planning: String(properties?.planning) };
  });
}

const sorted = <T extends { readonly id: number }>(some: readonly T[]): T[] => some.toSorted((a, b) => a.id - b.id);

/** How the tiles of a place's zoom are planned after a few of them, once what they showed has been taken up. */
async function planningAt(id: string, place: string): Promise<unknown> {
  for (let times = 0; times < 20; times += 1) {
    const planning = (await layerAt(id, place))?.feature(0).properties.planning;
    if (planning !== EACH) return planning;
    await pause(20);
  }
  return EACH;
}

describe('a tile', () => {
  it.each([
    ['one table', `SELECT id, ${PLANNING}, geom FROM places`],
    ['a part of a table', `SELECT id, ${PLANNING}, geom FROM places WHERE id % 2 >= 0 ORDER BY id`],
    ['two tables', `SELECT id, price, ${PLANNING}, geom FROM places JOIN keyed USING (id)`],
    ['a WITH', `WITH own AS (SELECT * FROM places) SELECT id, ${PLANNING}, geom FROM own`],
  ])('of %s is planned once where all tiles of its zoom have the same plan, and is the same', async (_, sql) => {
    const { id } = await app.saved(sql);
    const own = await features(id, PLACE);
    expect(own).toEqual([...new Set(own.map((one) => one.id))].map((one) => ({ id: one, planning: EACH })));
    expect(await planningAt(id, PLACE)).toBe(ONCE);
    expect(sorted(await features(id, PLACE))).toEqual(sorted(own).map((one) => ({ ...one, planning: ONCE })));
    const beside = new Set((await features(id, BESIDE)).map((one) => one.id));
    expect(beside.size > 0 && own.every((one) => !beside.has(one.id))).toBe(true);
    expect(await features(id, EMPTY)).toEqual([]);
  });

  it.each([
    [
      'a whole read for each row',
      `SELECT id, ${PLANNING}, (SELECT max(price) FROM prices q WHERE q.id >= p.id % 2000) AS most, geom FROM places p`,
    ],
    ['a whole read', `SELECT id, ${PLANNING}, geom FROM places LIMIT 1000000`],
  ])('of %s is planned for itself', async (_, sql) => {
    const { id } = await app.saved(sql);
    expect(await planningAt(id, PLACE)).toBe(EACH);
  });

  it('of a crowded zoom is planned for itself', async () => {
    const { id } = await app.saved(
      `SELECT id, ${PLANNING}, geom FROM (SELECT * FROM places UNION ALL SELECT * FROM loose) twice`,
    );
    expect((await features(id, '9/263/183')).length).toBeGreaterThan(1_000);
    expect(await planningAt(id, '9/263/183')).toBe(EACH);
  });

  it('is as current as the data and the schema when it was planned once', async () => {
    const { id } = await app.saved(`SELECT id, ${PLANNING}, geom FROM loose`);
    expect(await planningAt(id, PLACE)).toBe(ONCE);
    const [first] = await features(id, PLACE);
    const count = (await features(id, PLACE)).length;
    await app.database.execute(
      `DROP INDEX loose_geom; INSERT INTO loose SELECT 1000000, geom FROM loose WHERE id = ${String(first?.id)}`,
    );
    const after = await features(id, PLACE);
    expect([after.length, after.some((one) => one.id === 1_000_000)]).toEqual([count + 1, true]);
  });
});
