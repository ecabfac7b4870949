import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Session } from '../../connector.js';
import type { EngineUnderTest } from '../engine-under-test.js';
import { neverAborted } from '../recording-context.js';
import { expectUsable, run, runInNewSession, type Stage } from './stage.js';

/** Sessions that are read-only although their connection is not. */
export function describeReadOnlySessions({ sql }: EngineUnderTest, stage: () => Stage): void {
  const { readOnly } = sql;
  const refused = {
    status: 'failed',
    isSessionLost: false,
    error: { message: expect.stringMatching(readOnly.refusal) },
  };

  describe('a read-only session', () => {
    let session: Session;
    beforeEach(async () => {
      expect((await runInNewSession(stage(), sql.write.create)).outcome.status).toBe('succeeded');
      session = await stage().connector.openSession(neverAborted(), { isReadOnly: true });
    });
    afterEach(async () => {
      await session.release();
      await runInNewSession(stage(), sql.write.drop);
    });

    const expectUntouched = async (): Promise<void> => {
      expect((await runInNewSession(stage(), readOnly.count)).sink.rows).toEqual([['0']]);
    };

    it.each([sql.write.insertTwo, sql.write.drop, ...readOnly.writes])(
      'refuses %j in the engine words',
      async (text) => {
        expect((await run(session, text)).outcome).toMatchObject(refused);
        await expectUntouched();
        await expectUsable(stage(), session);
      },
    );

    it.each(readOnly.escapes.map((texts) => [texts]))('is not left by %j', async (texts) => {
      for (const text of texts) expect((await run(session, text)).outcome).not.toMatchObject({ isSessionLost: true });
      expect((await run(session, sql.write.insertTwo)).outcome).toMatchObject(refused);
      await expectUntouched();
    });

    it('reads, and sees what others have written since', async () => {
      expect((await run(session, readOnly.count)).sink.rows).toEqual([['0']]);
      await runInNewSession(stage(), sql.write.insertTwo);
      expect((await run(session, readOnly.count)).sink.rows).toEqual([['2']]);
    });

    it('leaves the next session free to write', async () => {
      await run(session, sql.one);
      await session.release();
      expect((await runInNewSession(stage(), sql.write.insertTwo)).outcome).toMatchObject({ affectedRows: 2 });
    });

    it('is usable after a statement that was cancelled, and still read-only', async () => {
      const abort = new AbortController();
      const sink = {
        columns: () => undefined,
        row: () => true,
        drained: () => Promise.resolve(),
        notice: () => undefined,
      };
      const ended = session.run(sql.longRunning, sink, abort.signal);
      setTimeout(() => abort.abort(), 100);
      expect(await ended).toEqual({ status: 'cancelled' });
      await expectUsable(stage(), session);
      expect((await run(session, sql.write.insertTwo)).outcome).toMatchObject(refused);
    });

    it(readOnly.canMakeTemporaryTable ? 'may have tables of its own' : 'has no tables of its own', async () => {
      const { outcome } = await run(session, sql.temporaryTable?.create ?? '');
      expect(outcome.status).toBe(readOnly.canMakeTemporaryTable ? 'succeeded' : 'failed');
    });
  });
}
