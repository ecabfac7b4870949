import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { boundaryDifference, BOUNDARY_ORACLES } from './testing/engine-boundaries.js';
import type { BoundaryOracle } from './testing/engine-boundaries.js';
import { nastyText, seededRandom } from './testing/nasty-texts.js';

const TEXTS = 3_000;
const SEED = 20_261_122;
/** Fewer would mean that the texts show nothing but mistakes. */
const LEAST_ACCEPTED = TEXTS / 10;

describe.each(BOUNDARY_ORACLES)('statement boundaries of %s', (_, start) => {
  let oracle: BoundaryOracle;
  beforeAll(async () => {
    oracle = await start();
  });
  afterAll(() => oracle.close());

  it(`are the engine's in ${TEXTS} misleading texts`, async () => {
    const random = seededRandom(SEED);
    const differences: string[] = [];
    let accepted = 0;
    for (let round = 0; round < TEXTS; round++) {
      const text = nastyText(oracle.dialect, random);
      const difference = await boundaryDifference(oracle, text);
      if (difference !== null) differences.push(`${JSON.stringify(text)}: ${difference}`);
      if (!(await oracle.read(text)).isRefused) accepted++;
    }
    expect(differences).toEqual([]);
    expect(accepted).toBeGreaterThan(LEAST_ACCEPTED);
  });

  it('show a difference where there is one', async () => {
    const ends = await oracle.read('select 1; select 2');
    const shifted: BoundaryOracle = { ...oracle, read: () => Promise.resolve(ends) };
    expect(await boundaryDifference(shifted, 'select 1')).toMatch(/1 statements, and the engine reads 2/);
  });
});
