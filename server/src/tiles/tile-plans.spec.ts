import { describe, expect, it } from '@jest/globals';
import type { TileAddress } from '#libs/tiles';
import { TilePlans } from './tile-plans.js';

const INDEXED = {
  ...{ 'Node Type': 'Index Scan', 'Relation Name': 'places', 'Index Name': 'places_geom' },
  'Index Cond': '(geom && st_makeenvelope($5, $6, $7, $8, 4326))',
};
const WHOLE = { 'Node Type': 'Seq Scan', 'Relation Name': 'places' };
const TILE = { z: 12, x: 2_000, y: 1_400 };

function plansOf(own: object): { plans: TilePlans; asked: TileAddress[] } {
  const asked: TileAddress[] = [];
  const plans = new TilePlans((address) => {
    asked.push(address);
    return Promise.resolve({ kept: INDEXED, own });
  });
  return { plans, asked };
}

describe('TilePlans', () => {
  it('plans each tile for itself until a tile of its zoom shows that one plan does', async () => {
    const { plans, asked } = plansOf(INDEXED);
    expect(plans.isKept(12)).toBe(false);
    for (let times = 0; times < 3; times += 1) await plans.made(TILE, 7);
    expect([11, 12, 13].map((zoom) => plans.isKept(zoom))).toEqual([false, true, false]);
    expect(asked).toEqual([TILE]);
  });

  it('leaves it at that where the tile has another plan, and asks no second time', async () => {
    const { plans, asked } = plansOf(WHOLE);
    for (let times = 0; times < 3; times += 1) await plans.made(TILE, 7);
    expect([plans.isKept(12), asked.length]).toEqual([false, 1]);
  });

  it.each([0, 1_001])('learns nothing from a tile of %d features', async (features) => {
    const { plans, asked } = plansOf(INDEXED);
    await plans.made(TILE, features);
    expect([plans.isKept(12), asked.length]).toEqual([false, 0]);
  });

  it('plans each tile again from the first crowded one on', async () => {
    const { plans } = plansOf(INDEXED);
    await plans.made(TILE, 7);
    await plans.made({ ...TILE, x: 2_001 }, 1_001);
    await plans.made(TILE, 7);
    expect(plans.isKept(12)).toBe(false);
  });

  it('keeps a crowded zoom as it is when the plans come later', async () => {
    const plansOfTile = Promise.withResolvers<{ kept: object; own: object }>();
    const plans = new TilePlans(() => plansOfTile.promise);
    const made = plans.made(TILE, 7);
    await plans.made({ ...TILE, x: 2_001 }, 1_001);
    plansOfTile.resolve({ kept: INDEXED, own: INDEXED });
    await made;
    expect(plans.isKept(12)).toBe(false);
  });

  it('plans each tile where the plans cannot be had', async () => {
    const plans = new TilePlans(() => Promise.reject(new Error('The line was lost.')));
    await plans.made(TILE, 7);
    expect(plans.isKept(12)).toBe(false);
  });
});
