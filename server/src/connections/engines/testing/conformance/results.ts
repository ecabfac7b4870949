import { describe, expect, it } from '@jest/globals';
import type { EngineUnderTest } from '../engine-under-test.js';
import { run, runInNewSession, type Stage } from './stage.js';

/** What arrives of a result. */
export function describeResults(engine: EngineUnderTest, stage: () => Stage): void {
  describe('results', () => {
    it('returns the columns once and every row as text', async () => {
      const { outcome, sink } = await runInNewSession(stage(), engine.sql.one);
      expect(outcome).toMatchObject({ status: 'succeeded', command: 'SELECT', affectedRows: null });
      expect(sink.columnsCalls).toBe(1);
      expect(sink.resultColumns?.map(({ name }) => name)).toEqual(['one']);
      expect(sink.rows).toEqual([['1']]);
    });

    it('reads a whole table with its types and kinds', async () => {
      const { known } = engine;
      const { sink } = await runInNewSession(stage(), known.select);
      expect(sink.resultColumns?.map(({ name, type, kind }) => ({ name, type, kind }))).toEqual(known.columns);
      expect(sink.rows).toEqual(known.rows);
    });

    it('returns the columns of a result without rows', async () => {
      const { outcome, sink } = await runInNewSession(stage(), engine.sql.noRows);
      expect(outcome.status).toBe('succeeded');
      expect(sink.columnsCalls).toBe(1);
      expect(sink.resultColumns).toHaveLength(1);
      expect(sink.rows).toEqual([]);
    });

    it('keeps two columns of one name apart', async () => {
      const { sink } = await runInNewSession(stage(), engine.sql.twoColumnsOfOneName);
      expect(sink.resultColumns?.map(({ name }) => name)).toEqual(['a', 'a']);
      expect(sink.rows).toEqual([['1', '2']]);
    });

    it('keeps NULL and the empty string apart', async () => {
      const { sink } = await runInNewSession(stage(), engine.sql.nullAndEmpty);
      expect(sink.rows).toEqual([[null, '']]);
    });

    it.each(['größe', '日本語', '😀🏳️‍🌈', 'a\tb\nc', 'e\u0301', '\u{10ffff}', '\u202eabc'])(
      'returns the text %j unchanged',
      async (text) => {
        const { sink } = await runInNewSession(stage(), engine.sql.text(text));
        expect(sink.rows).toEqual([[text]]);
      },
    );

    it('returns 50,000 rows in their order', async () => {
      const { sink } = await runInNewSession(stage(), engine.sql.series(50_000));
      expect(sink.rows).toHaveLength(50_000);
      expect(sink.rows.every(([n], index) => n === String(index + 1))).toBe(true);
    });

    if (engine.isWritable) itCountsWrittenRows(engine, stage);
    else itRefusesToWrite(engine, stage);
  });
}

function itCountsWrittenRows({ sql }: EngineUnderTest, stage: () => Stage): void {
  it('counts the rows that a statement has written', async () => {
    const session = await stage().session();
    expect((await run(session, sql.write.create)).outcome.status).toBe('succeeded');
    const { outcome } = await run(session, sql.write.insertTwo);
    expect((await run(session, sql.write.drop)).outcome.status).toBe('succeeded');
    await session.release();
    expect(outcome).toEqual({ status: 'succeeded', command: 'INSERT', affectedRows: 2 });
  });
}

function itRefusesToWrite({ sql }: EngineUnderTest, stage: () => Stage): void {
  it('refuses to write', async () => {
    const { outcome } = await runInNewSession(stage(), sql.write.create);
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false });
  });
}
