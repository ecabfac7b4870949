import { describe, expect, it } from '@jest/globals';
import type { ResultRow } from '#libs/api';
import type { BatchOutcome, BoundStatement, Session } from '../../connector.js';
import type { EngineUnderTest } from '../engine-under-test.js';
import { neverAborted } from '../recording-context.js';
import { expectUsable, run, runInNewSession, type Stage } from './stage.js';

const CANCEL_LIMIT_MS = 6_000;

/** Statements that are sent together. */
export function describeBatches(engine: EngineUnderTest, stage: () => Stage): void {
  describe('batches', () => {
    it('are taken by engines that gain by them', async () => {
      const session = await stage().session();
      expect(session.runBatch !== undefined).toBe(engine.takesBatches);
      await session.release();
    });
    if (!engine.takesBatches) return;

    it('answer as their statements do one by one, whatever their values', async () => {
      const session = await stage().session();
      const statements = [
        plain(engine.sql.nullAndEmpty),
        ...['x', '', null, "it's; --", 'größe 😀'].map(castText),
        plain(engine.sql.noRows),
        plain('/* nothing */'),
        plain(engine.sql.series(1_200)),
      ];
      const { rows, end } = await runAll(session, statements);
      expect([rows.length, end]).toEqual([statements.length, null]);
      expect(rows.slice(0, 8)).toEqual([
        [[null, '']],
        ...['x', '', null, "it's; --", 'größe 😀'].map((text) => [[text]]),
        [],
        [],
      ]);
      expect([rows[8]?.length, rows[8]?.[1_199]]).toEqual([1_200, ['1200']]);
      await session.release();
    });

    it('stop at the first statement that fails, and answer what those before it gave', async () => {
      const session = await stage().session();
      const nul: BoundStatement = { ...castText('x'), sql: 'SELECT \0' };
      for (const wrong of [
        plain(engine.sql.missingTable),
        plain(engine.sql.mistake.sql),
        nul,
        { ...castText('x'), values: [] },
      ]) {
        const { rows, end } = await runAll(session, [castText('a'), castText('b'), wrong, castText('c')]);
        expect(rows).toEqual([[['a']], [['b']]]);
        expect(end).toMatchObject({ status: 'failed', isSessionLost: false });
      }
      await expectUsable(stage(), session);
      await session.release();
    });

    it('end soon when they are cancelled, and do not begin when they were before', async () => {
      const session = await stage().session();
      const abort = new AbortController();
      const ended = runAll(session, [castText('a'), plain(engine.sql.longRunning)], abort.signal);
      await new Promise((resolve) => setTimeout(resolve, 200));
      const startedAt = Date.now();
      abort.abort();
      expect((await ended).end).toEqual({ status: 'cancelled' });
      expect(Date.now() - startedAt).toBeLessThan(CANCEL_LIMIT_MS);
      await expectUsable(stage(), session);
      expect(await session.runBatch?.([castText('a')], AbortSignal.abort())).toEqual({
        ...{ rows: [], end: { status: 'cancelled' } },
      });
      await session.release();
      expect((await runAll(session, [castText('a')])).end).toMatchObject({ status: 'failed', isSessionLost: true });
    });

    if (engine.isWritable) itWrites(engine, stage);
  });
}

function itWrites(engine: EngineUnderTest, stage: () => Stage): void {
  it('write, also where the tables change between two of them', async () => {
    const { create, insertTwo, drop } = engine.sql.write;
    const session = await stage().session();
    const writes = [create, insertTwo, insertTwo, drop, create, insertTwo].map(plain);
    expect(await runAll(session, writes)).toMatchObject({ end: null });
    expect((await run(session, engine.sql.readOnly.count)).sink.rows).toEqual([['2']]);
    expect((await runAll(session, [plain(drop), plain(insertTwo)])).end?.status).toBe('failed');
    await session.release();
  });

  it('belong to the transaction that is open', async () => {
    const { create, insertTwo, drop } = engine.sql.write;
    await runInNewSession(stage(), create);
    const session = await stage().session();
    await run(session, 'BEGIN');
    await runAll(session, [plain(insertTwo), plain(insertTwo)]);
    expect(await session.transaction()).toBe('open');
    await run(session, 'ROLLBACK');
    expect((await run(session, engine.sql.readOnly.count)).sink.rows).toEqual([['0']]);
    await session.release();
    await runInNewSession(stage(), drop);
  });
}

function plain(sql: string): BoundStatement {
  return { sql, values: [] };
}

function castText(text: string | null): BoundStatement {
  return { sql: 'SELECT CAST($1 AS VARCHAR(90)) AS v', values: [{ name: 'v', text, type: null }] };
}

/** Sends what was left again, until all have run or one did not succeed. */
async function runAll(
  session: Session,
  statements: readonly BoundStatement[],
  signal = neverAborted(),
): Promise<BatchOutcome> {
  const rows: (readonly ResultRow[])[] = [];
  while (rows.length < statements.length) {
    const outcome = await session.runBatch?.(statements.slice(rows.length), signal);
    if (outcome === undefined) throw new Error('The engine takes no batches.');
    rows.push(...outcome.rows);
    if (outcome.end !== null) return { rows, end: outcome.end };
    expect(outcome.rows.length).toBeGreaterThan(0);
  }
  return { rows, end: null };
}
