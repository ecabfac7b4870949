import { describe, expect, it } from '@jest/globals';
import { CollectingSink } from '../collecting-sink.js';
import type { EngineUnderTest } from '../engine-under-test.js';
import { expectUsable, run, type Stage } from './stage.js';

const CANCEL_LIMIT_MS = 2_000;

/** Statements that are given up. */
export function describeCancelling(engine: EngineUnderTest, stage: () => Stage): void {
  describe('cancelling', () => {
    it.each([0, 300])('ends a long statement soon, %d ms after its start, and the session goes on', async (delayMs) => {
      const session = await stage().session();
      const abort = new AbortController();
      const ended = session.run(engine.sql.longRunning, new CollectingSink(), abort.signal);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const startedAt = Date.now();
      abort.abort();
      expect(await ended).toEqual({ status: 'cancelled' });
      expect(Date.now() - startedAt).toBeLessThan(CANCEL_LIMIT_MS);
      await expectUsable(stage(), session);
      await session.release();
    });

    it('starts nothing when the signal was aborted before', async () => {
      const session = await stage().session();
      const sink = new CollectingSink();
      expect(await session.run(engine.sql.one, sink, AbortSignal.abort())).toEqual({ status: 'cancelled' });
      expect(sink.columnsCalls).toBe(0);
      await expectUsable(stage(), session);
      await session.release();
    });

    it('never hits the statement after the one it was meant for', async () => {
      const session = await stage().session();
      for (let round = 0; round < 30; round++) {
        const abort = new AbortController();
        const ended = session.run(engine.sql.one, new CollectingSink(), abort.signal);
        if (round % 2 === 0) await Promise.resolve();
        abort.abort();
        expect((await ended).status).not.toBe('failed');
        await expectUsable(stage(), session);
      }
      await session.release();
    });

    it('leaves other sessions alone', async () => {
      const [one, other] = [await stage().session(), await stage().session()];
      const abort = new AbortController();
      const ended = one.run(engine.sql.longRunning, new CollectingSink(), abort.signal);
      const rest = run(other, engine.sql.series(50_000));
      abort.abort();
      expect((await ended).status).toBe('cancelled');
      expect((await rest).outcome.status).toBe('succeeded');
      await Promise.all([one.release(), other.release()]);
    });
  });
}
