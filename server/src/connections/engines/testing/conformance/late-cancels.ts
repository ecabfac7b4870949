import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { StatementOutcome } from '../../connector.js';
import { CollectingSink } from '../collecting-sink.js';
import type { EngineUnderTest } from '../engine-under-test.js';
import { neverAborted } from '../recording-context.js';
import { until } from '../until.js';
import { run, type Stage } from './stage.js';

const ROWS = 200_000;
/** So many that a commit of them takes a while. */
const MANY_ROWS = 1_000_000;

/** Writes that are cancelled while they end: what they answer is what has become of their rows. */
export function describeLateCancels(engine: EngineUnderTest, stage: () => Stage): void {
  const { write, readOnly } = engine.sql;
  const insert = (rows: number): string => `INSERT INTO written ${engine.sql.series(rows)}`;

  async function countRows(): Promise<number> {
    const session = await stage().session();
    const { sink } = await run(session, readOnly.count);
    await session.release();
    return Number(sink.rows[0]?.[0]);
  }

  async function inNewSession(...statements: string[]): Promise<void> {
    const session = await stage().session();
    for (const sql of statements) expect((await run(session, sql)).outcome.status).toBe('succeeded');
    await session.release();
  }

  describe('a cancel that comes late', () => {
    beforeEach(() => inNewSession(write.create));
    afterEach(() => inNewSession(write.drop));

    it.each([0, 5, 25, 60, 120, 250])('does not hide what a write has kept: %d ms after its start', async (delayMs) => {
      const session = await stage().session();
      const abort = new AbortController();
      setTimeout(() => abort.abort(), delayMs);
      const { status } = await session.run(insert(ROWS), new CollectingSink(), abort.signal);
      const isKilled = session.isLost();
      await session.release();
      const count = await countRows();
      // A process that was killed may have committed just before, which is then no cancel.
      if (isKilled) expect(status === 'cancelled' ? [0] : [0, ROWS]).toContain(count);
      else expect([status, count]).toEqual(status === 'succeeded' ? [status, ROWS] : ['cancelled', 0]);
    });

    it('does not hide what a write has kept that was answering with rows', async () => {
      const session = await stage().session();
      const abort = new AbortController();
      const sink = new CollectingSink(1);
      const ended = session.run(`${insert(ROWS)} RETURNING *`, sink, abort.signal);
      await until('rows come', () => sink.isPaused);
      abort.abort();
      const outcome = await ended;
      await session.release();
      const count = await countRows();
      expect([outcome.status, count]).toEqual(outcome.status === 'succeeded' ? ['succeeded', ROWS] : ['cancelled', 0]);
      if (outcome.status !== 'succeeded') return;
      const rowsCut = 'It was stopped while its rows arrived.';
      expect(outcome).toMatchObject({ affectedRows: ROWS, rowsCut });
    });

    it.each([0, 20, 60])('does not hide what a commit has kept: %d ms after its start', async (delayMs) => {
      const session = await stage().session();
      for (const sql of ['BEGIN', insert(MANY_ROWS)]) await session.run(sql, new CollectingSink(), neverAborted());
      const abort = new AbortController();
      setTimeout(() => abort.abort(), delayMs);
      const outcome: StatementOutcome = await session.run('COMMIT', new CollectingSink(), abort.signal);
      const isUnknown = outcome.status === 'failed' && session.isLost();
      await session.release();
      const kept = outcome.status === 'succeeded' ? [MANY_ROWS] : [0, ...(isUnknown ? [MANY_ROWS] : [])];
      expect(kept).toContain(await countRows());
    });
  });
}
