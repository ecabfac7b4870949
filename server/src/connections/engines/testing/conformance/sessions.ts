import { describe, expect, it } from '@jest/globals';
import { heldStateQuery } from '#libs/sessions';
import { ConnectFailure } from '../../connector.js';
import type { EngineUnderTest } from '../engine-under-test.js';
import { neverAborted } from '../recording-context.js';
import { expectUsable, run, runInNewSession, type Stage } from './stage.js';

/** What sessions keep, and what they leave behind. */
export function describeSessions(engine: EngineUnderTest, stage: () => Stage): void {
  describe('sessions', () => {
    it('can be released twice', async () => {
      const session = await stage().session();
      await session.release();
      await session.release();
      await expectUsable(stage(), await stage().session());
    });

    it('run no statement after their release', async () => {
      const session = await stage().session();
      await session.release();
      const { outcome } = await run(session, engine.sql.one);
      expect(outcome).toMatchObject({ status: 'failed', isSessionLost: true });
    });

    it('report that no transaction is open, and are not lost', async () => {
      const session = await stage().session();
      await run(session, engine.sql.one);
      await run(session, engine.sql.missingTable);
      expect([await session.transaction(), session.isLost()]).toEqual(['none', false]);
    });

    it('report that they are lost once their connector has dropped them', async () => {
      const session = await stage().session();
      await run(session, engine.sql.one);
      await stage().connector.reconnect(neverAborted());
      expect([await session.transaction(), session.isLost()]).toEqual(['none', true]);
    });

    if (engine.isWritable) itReportsTransactions(engine, stage);
    if (engine.sql.temporaryTable) itUndoesTemporaryTables(engine.sql.temporaryTable, stage);

    it('work twenty at a time', async () => {
      const results = await Promise.all(
        Array.from({ length: 20 }, () => runInNewSession(stage(), engine.sql.series(1_000))),
      );
      expect(results.map(({ sink }) => sink.rows.length)).toEqual(Array.from({ length: 20 }, () => 1_000));
    });

    it('are not opened for a signal that was aborted before', async () => {
      await expect(stage().connector.openSession(AbortSignal.abort())).rejects.toBeInstanceOf(ConnectFailure);
    });
  });
}

function itUndoesTemporaryTables(temporary: { create: string; read: string }, stage: () => Stage): void {
  it('show that they hold a temporary table, and nothing before', async () => {
    const session = await stage().session();
    const rows = async () => (await run(session, heldStateQuery(stage().connector.dialect))).sink.rows.length;
    expect(await rows()).toBe(0);
    await run(session, temporary.create);
    expect(await rows()).toBe(1);
  });

  it('keep a temporary table, and leave none behind', async () => {
    const session = await stage().session();
    expect((await run(session, temporary.create)).outcome.status).toBe('succeeded');
    expect((await run(session, temporary.read)).sink.rows).toHaveLength(1);
    await session.release();
    expect((await runInNewSession(stage(), temporary.read)).outcome.status).toBe('failed');
  });
}

function itReportsTransactions({ sql }: EngineUnderTest, stage: () => Stage): void {
  it('report that a transaction is open until it is committed or rolled back', async () => {
    const session = await stage().session();
    const states: string[] = [];
    for (const statement of ['BEGIN', sql.one, 'COMMIT', 'BEGIN', sql.write.create, 'ROLLBACK', sql.one]) {
      expect((await run(session, statement)).outcome.status).toBe('succeeded');
      states.push(await session.transaction());
    }
    expect(states).toEqual(['open', 'open', 'none', 'open', 'open', 'none', 'none']);
  });

  it('undo an open transaction when they are released', async () => {
    const session = await stage().session();
    await run(session, 'BEGIN');
    await run(session, sql.write.create);
    await session.release();
    expect((await runInNewSession(stage(), sql.write.insertTwo)).outcome.status).toBe('failed');
  });
}
