import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAULTS, FaultyWorld, faultRound } from './testing/fault-campaign.js';
import { NO_LEAKS } from './testing/leaks.js';

describe('a fault in the middle of a long run', () => {
  let world: FaultyWorld;
  beforeAll(async () => {
    world = await FaultyWorld.create();
  });
  afterAll(() => world.dispose());

  it.each(FAULTS.map((fault, round) => [fault, round] as const))('leaves nothing behind: %s', async (fault, round) => {
    expect(await faultRound(world, round)).toMatchObject({ fault, leaks: NO_LEAKS, isNextRunFine: true });
  });
});
