import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Crowd } from '../attacks/testing/crowd.js';
import { Ledger } from './testing/ledger.js';
import { roundsOf } from './testing/rounds.js';

const ROUNDS = roundsOf(2);
const ROUND_MS = 60_000;
const PEOPLE = Array.from({ length: 200 }, (_, at) => `p-${at}` as const);

describe('two hundred people with open tabs', () => {
  let crowd: Crowd;
  beforeAll(async () => {
    crowd = await Crowd.start();
  });
  afterAll(() => crowd.stop());

  it(
    `share a pool of ten, ${ROUNDS} rounds`,
    async () => {
      const ledger = new Ledger('200 people');
      const openedAt = new Map<string, string>();
      const found: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await Promise.all(
          PEOPLE.map(async (who) => {
            const begun = performance.now();
            const more = { session_id: 'tab', session_opened_at: openedAt.get(who) };
            const run = await crowd.run(who, `SELECT '${who}', ${round}`, more);
            ledger.waited(performance.now() - begun);
            expect([run.code, run.error?.message, run.status]).toEqual([undefined, undefined, 'succeeded']);
            ledger.acknowledge(`${who}, ${round}`);
            found.push(run.statements[0]?.rows[0]?.join(', ') ?? '');
            if (run.session !== null) openedAt.set(who, run.session.opened_at);
          }),
        );
        expect(ledger.missing(found)).toEqual([]);
      }
      ledger.print();
    },
    ROUNDS * ROUND_MS,
  );
});
