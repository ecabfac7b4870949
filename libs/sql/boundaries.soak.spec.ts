import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { boundaryDifference, BOUNDARY_ORACLES } from './testing/engine-boundaries.js';
import type { BoundaryOracle } from './testing/engine-boundaries.js';
import { nastyText, seededRandom } from './testing/nasty-texts.js';

const TEXTS_PER_ROUND = 1_000;
const ROUNDS = Number(process.env.SOAK_ROUNDS ?? 100);
/** A round may take this long on a busy machine. */
const ROUND_MS = 30_000;

describe.each(BOUNDARY_ORACLES)('statement boundaries of %s', (_, start) => {
  let oracle: BoundaryOracle;
  beforeAll(async () => {
    oracle = await start();
  });
  afterAll(() => oracle.close());

  it(
    `are the engine's in ${ROUNDS * TEXTS_PER_ROUND} misleading texts`,
    async () => {
      const differences: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const random = seededRandom(round + 1);
        for (let index = 0; index < TEXTS_PER_ROUND; index++) {
          const text = nastyText(oracle.dialect, random);
          const difference = await boundaryDifference(oracle, text);
          if (difference !== null) differences.push(`${JSON.stringify(text)}: ${difference}`);
        }
      }
      expect(differences).toEqual([]);
    },
    ROUNDS * ROUND_MS,
  );
});
