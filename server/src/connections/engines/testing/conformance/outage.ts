import { describe, expect, it } from '@jest/globals';
import { ConnectFailure } from '../../connector.js';
import type { EngineUnderTest } from '../engine-under-test.js';
import { neverAborted } from '../recording-context.js';
import { expectUsable, run, type Stage } from './stage.js';
import { until } from '../until.js';

const OUTAGE_LIMIT_MS = 40_000;

/** A source that is away for a while. Only for engines whose source can be taken away. */
export function describeOutage(engine: EngineUnderTest, stage: () => Stage): void {
  describe('a source that goes away', () => {
    it(
      'is reported as failed, and works again by itself when it is back',
      async () => {
        const current = stage();
        const { connector, context, source } = current;
        const session = await current.session();
        await source.goAway();
        try {
          const lost = await run(session, engine.sql.one);
          await session.release();
          expect(lost.outcome).toMatchObject({ status: 'failed', isSessionLost: true });
          await expect(connector.test(neverAborted())).rejects.toBeInstanceOf(ConnectFailure);
          await expect(connector.openSession(neverAborted())).rejects.toBeInstanceOf(ConnectFailure);
          expect(connector.health().state).toBe('failed');
          expect(connector.health().last_error).not.toBeNull();
          expect(context.reported.at(-1)?.state).toBe('failed');
        } finally {
          await source.comeBack();
        }
        await until('the connection is no longer failed', () => connector.health().state !== 'failed', OUTAGE_LIMIT_MS);
        const next = await current.session();
        await expectUsable(current, next);
        await next.release();
      },
      OUTAGE_LIMIT_MS * 2,
    );
  });
}
