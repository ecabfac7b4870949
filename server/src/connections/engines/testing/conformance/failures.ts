import { describe, expect, it } from '@jest/globals';
import type { EngineUnderTest } from '../engine-under-test.js';
import { expectUsable, run, type Stage } from './stage.js';

/** What a statement does that goes wrong. */
export function describeFailures(engine: EngineUnderTest, stage: () => Stage): void {
  describe('failures', () => {
    it('reports an error with its position, and the session goes on', async () => {
      const { sql, position } = engine.sql.mistake;
      const session = await stage().session();
      const { outcome, sink } = await run(session, sql);
      expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false, error: { position } });
      expect(outcome.status === 'failed' ? outcome.error.message : '').not.toBe('');
      expect(sink.rows).toEqual([]);
      await expectUsable(stage(), session);
      await session.release();
    });

    it('reports a missing table, and the session goes on', async () => {
      const session = await stage().session();
      const { outcome } = await run(session, engine.sql.missingTable);
      expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false });
      await expectUsable(stage(), session);
      await session.release();
    });

    it.each([
      ['a NUL character', '\0'],
      ['half a surrogate pair', '\ud83d'],
    ])('survives %s in a statement', async (_, character) => {
      const session = await stage().session();
      const { outcome } = await run(session, `${engine.sql.one} -- ${character}`);
      expect(['succeeded', 'failed']).toContain(outcome.status);
      await expectUsable(stage(), session);
      await session.release();
    });

    it('takes a statement of ten million characters', async () => {
      const session = await stage().session();
      const { outcome } = await run(session, `${engine.sql.one} /*${'x'.repeat(10_000_000)}*/`);
      expect(outcome.status).toBe('succeeded');
      await session.release();
    });
  });
}
