import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../platform/testing/eventually.js';
import { LayerDescriber } from './layers/layer-describer.js';
import { TilesApp } from './testing/tiles-app.js';

const PLACES = Array.from({ length: 16 }, (_, index) => `2/${index % 4}/${Math.floor(index / 4)}`);

let app: TilesApp;
beforeAll(async () => {
  app = await TilesApp.start();
  await app.database.execute(`
    CREATE EXTENSION IF NOT EXISTS postgis;
    CREATE TABLE everywhere AS SELECT i AS id, 0 AS n, ST_SetSRID(ST_Point(i % 18 * 20 - 170, i / 18 * 9 - 80), 4326) AS geom
      FROM generate_series(0, 323) i`);
});
afterAll(() => app.stop());

/** Pans over a layer twice, and answers how often the database was asked for a description, with the tiles' statuses. */
async function panned(id: string): Promise<{ described: number; statuses: number[] }> {
  const describer = jest.spyOn(app.workbench.app.get(LayerDescriber), 'describe');
  try {
    const first = await Promise.all(PLACES.map((place) => app.tile(id, place)));
    const second = await Promise.all(PLACES.map((place) => app.tile(id, place)));
    const statuses = [...new Set([...first, ...second].map(({ status }) => status))];
    return { described: describer.mock.calls.length, statuses };
  } finally {
    describer.mockRestore();
  }
}

const status = async (id: string): Promise<number> => (await app.tile(id)).status;

describe('a layer whose tiles fail', () => {
  it.each([
    ['its rows cannot be read', 'SELECT id, 1 / n AS share, geom FROM everywhere', 2],
    ['its table is gone', 'SELECT id, geom FROM nowhere', 1],
    ['it has no geometry', 'SELECT id FROM everywhere', 1],
  ])('is not described for each tile: %s', async (_, sql, most) => {
    const { id } = await app.saved(sql);
    const { described, statuses } = await panned(id);
    expect(statuses).toEqual([422]);
    // A slow machine may take longer for them than a refusal lasts.
    expect(described).toBeLessThanOrEqual(most + 2);
  });

  it('is drawn at once after its table was altered', async () => {
    await app.database.execute('CREATE TABLE altered AS SELECT * FROM everywhere');
    const { id } = await app.saved('SELECT * FROM altered');
    expect(await status(id)).toBe(200);
    await app.database.execute('ALTER TABLE altered DROP COLUMN n');
    expect(await panned(id)).toEqual({ described: 1, statuses: [200] });
  });

  it('is drawn soon after its table came', async () => {
    const { id } = await app.saved('SELECT * FROM late');
    expect(await status(id)).toBe(422);
    await app.database.execute('CREATE TABLE late AS SELECT * FROM everywhere');
    await eventually(
      () => status(id),
      (one) => one === 200,
    );
  });
});
