import { describe, expect, it } from '@jest/globals';
import { CollectingSink } from '../collecting-sink.js';
import type { EngineUnderTest } from '../engine-under-test.js';
import { neverAborted } from '../recording-context.js';
import { expectUsable, type Stage } from './stage.js';
import { until } from '../until.js';

/** A sink that cannot take more for a while. */
export function describeBackPressure(engine: EngineUnderTest, stage: () => Stage): void {
  describe('a sink that asks for a pause', () => {
    it('gets no row more until it has drained, then the rest in order', async () => {
      const session = await stage().session();
      const sink = new CollectingSink(10);
      const ended = session.run(engine.sql.series(20_000), sink, neverAborted());
      await until('the sink is full', () => sink.isPaused);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(sink.rows).toHaveLength(10);
      sink.resume(25);
      await until('the sink is full again', () => sink.isPaused);
      expect(sink.rows).toHaveLength(35);
      sink.resume();
      expect((await ended).status).toBe('succeeded');
      expect(sink.rows).toHaveLength(20_000);
      expect(sink.rows.every(([n], index) => n === String(index + 1))).toBe(true);
      await session.release();
    });

    it('does not hold up the end of a statement that is cancelled', async () => {
      const session = await stage().session();
      const abort = new AbortController();
      const sink = new CollectingSink(10);
      const ended = session.run(engine.sql.series(2_000_000), sink, abort.signal);
      await until('the sink is full', () => sink.isPaused);
      abort.abort();
      expect((await ended).status).toBe('cancelled');
      expect(sink.rows).toHaveLength(10);
      await expectUsable(stage(), session);
      await session.release();
    });
  });
}
