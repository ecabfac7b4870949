import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ConnectFailure, type Connector, type Session, type StatementOutcome } from '../connector.js';
import { CollectingSink } from './collecting-sink.js';
import type { EngineUnderTest, SourceUnderTest } from './engine-under-test.js';
import { neverAborted, RecordingContext } from './recording-context.js';
import { until } from './until.js';

const CANCEL_LIMIT_MS = 2_000;
const OUTAGE_LIMIT_MS = 40_000;

/** What the parts of the suite share: a connector of their own for each test. */
interface Stage {
  readonly engine: EngineUnderTest;
  readonly source: SourceUnderTest;
  readonly connector: Connector;
  readonly context: RecordingContext;
  session(): Promise<Session>;
}

/**
 * The rules that every engine keeps, whatever stands behind it. The data source is made once for the whole suite; each
 * test gets a connector of its own on it.
 */
export function behavesLikeConnector(name: string, engine: EngineUnderTest): void {
  describe(`${name} behaves like a connector`, () => {
    const stage = useStage(engine);
    describeLife(engine, stage);
    describeResults(engine, stage);
    describeFailures(engine, stage);
    describeBackPressure(engine, stage);
    describeCancelling(engine, stage);
    describeSessions(engine, stage);
    describeIntrospection(engine, stage);
    if (engine.canGoAway) describeOutage(engine, stage);
  });
}

function useStage(engine: EngineUnderTest): () => Stage {
  let source: SourceUnderTest | undefined;
  let stage: Stage | undefined;
  beforeAll(async () => {
    source = await engine.open();
  }, 120_000);
  beforeEach(async () => {
    if (!source) throw new Error('The data source could not be made.');
    const context = new RecordingContext();
    const connector = await source.create(context);
    stage = { engine, source, connector, context, session: () => connector.openSession(neverAborted()) };
  });
  afterEach(() => stage?.connector.close());
  afterAll(() => source?.dispose());
  return () => {
    if (!stage) throw new Error('The connector could not be made.');
    return stage;
  };
}

async function run(session: Session, sql: string): Promise<{ outcome: StatementOutcome; sink: CollectingSink }> {
  const sink = new CollectingSink();
  const outcome = await session.run(sql, sink, neverAborted());
  return { outcome, sink };
}

async function expectUsable({ engine }: Stage, session: Session): Promise<void> {
  const { outcome, sink } = await run(session, engine.sql.one);
  expect(outcome.status).toBe('succeeded');
  expect(sink.rows).toEqual([['1']]);
}

async function runInNewSession(stage: Stage, sql: string): ReturnType<typeof run> {
  const session = await stage.session();
  try {
    return await run(session, sql);
  } finally {
    await session.release();
  }
}

function describeLife(engine: EngineUnderTest, stage: () => Stage): void {
  describe('from opening to closing', () => {
    it('says its kind and holds no session before it is asked for one', () => {
      const { connector } = stage();
      expect(connector.kind).toBe(engine.kind);
      expect(connector.health()).toMatchObject({ state: 'idle', last_error: null });
    });

    it('answers a test with product and version', async () => {
      const { connector } = stage();
      const server = await connector.test(neverAborted());
      expect(server.product).toMatch(engine.product);
      expect(server.version).toMatch(/^\d/);
      expect(connector.server()).toEqual(server);
    });

    it('is healthy while a session is open and tells so', async () => {
      const { connector, context, ...rest } = stage();
      const session = await rest.session();
      expect(connector.health()).toMatchObject({ state: 'healthy', last_error: null });
      expect(context.told.at(-1)).toEqual(connector.health());
      await session.release();
    });

    it('gives a time of its last check that is a time', async () => {
      const { connector } = stage();
      await connector.test(neverAborted());
      const { checked_at, latency_ms } = connector.health();
      expect(Number.isNaN(Date.parse(checked_at ?? ''))).toBe(false);
      expect(latency_ms).toBeGreaterThanOrEqual(0);
    });

    it('drops its sessions at reconnect and opens new ones', async () => {
      const current = stage();
      const old = await current.session();
      const server = await current.connector.reconnect(neverAborted());
      expect(server.product).toMatch(engine.product);
      const { outcome } = await run(old, engine.sql.one);
      expect(outcome).toMatchObject({ status: 'failed', isSessionLost: true });
      await old.release();
      const session = await current.session();
      await expectUsable(current, session);
      await session.release();
    });

    it('ends what runs when it is closed', async () => {
      const { connector, ...rest } = stage();
      const session = await rest.session();
      const ended = run(session, engine.sql.longRunning);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await connector.close();
      const { outcome } = await ended;
      expect(outcome.status).not.toBe('succeeded');
      await session.release();
    });

    it('opens nothing any more once it is closed, and can be closed twice', async () => {
      const { connector } = stage();
      await connector.close();
      await connector.close();
      await expect(connector.openSession(neverAborted())).rejects.toBeInstanceOf(ConnectFailure);
    });
  });
}

function describeResults(engine: EngineUnderTest, stage: () => Stage): void {
  describe('results', () => {
    it('tells the columns once and every row as text', async () => {
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

    it('tells the columns of a result without rows', async () => {
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

    it('keeps NULL and the empty text apart', async () => {
      const { sink } = await runInNewSession(stage(), engine.sql.nullAndEmpty);
      expect(sink.rows).toEqual([[null, '']]);
    });

    it.each(['größe', '日本語', '😀🏳️‍🌈', 'a\tb\nc', 'e\u0301', '\u{10ffff}', '\u202eabc'])('returns the text %j unchanged', async (text) => {
      const { sink } = await runInNewSession(stage(), engine.sql.text(text));
      expect(sink.rows).toEqual([[text]]);
    });

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

function describeFailures(engine: EngineUnderTest, stage: () => Stage): void {
  describe('failures', () => {
    it('tells a mistake with its position, and the session goes on', async () => {
      const { sql, position } = engine.sql.mistake;
      const session = await stage().session();
      const { outcome, sink } = await run(session, sql);
      expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false, error: { position } });
      expect(outcome.status === 'failed' ? outcome.error.message : '').not.toBe('');
      expect(sink.rows).toEqual([]);
      await expectUsable(stage(), session);
      await session.release();
    });

    it('tells that a table is missing, and the session goes on', async () => {
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

function describeBackPressure(engine: EngineUnderTest, stage: () => Stage): void {
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

function describeCancelling(engine: EngineUnderTest, stage: () => Stage): void {
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

function describeSessions(engine: EngineUnderTest, stage: () => Stage): void {
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
  it('keep a temporary table, and leave none behind', async () => {
    const session = await stage().session();
    expect((await run(session, temporary.create)).outcome.status).toBe('succeeded');
    expect((await run(session, temporary.read)).sink.rows).toHaveLength(1);
    await session.release();
    expect((await runInNewSession(stage(), temporary.read)).outcome.status).toBe('failed');
  });
}

function describeIntrospection(engine: EngineUnderTest, stage: () => Stage): void {
  describe('introspection', () => {
    it('lists schemas with exactly one default', async () => {
      const { connector } = stage();
      const { schemas } = await connector.listSchemas(neverAborted());
      const known = schemas.find(({ name }) => name === engine.known.schema);
      expect(known?.table_count).toBeGreaterThan(0);
      expect(schemas.filter(({ is_default }) => is_default)).toHaveLength(1);
    });

    it('lists the tables of a schema, sorted by name', async () => {
      const { connector } = stage();
      const { schema, tables } = await connector.listTables(engine.known.schema, neverAborted());
      expect(schema).toBe(engine.known.schema);
      const names = tables.map(({ name }) => name);
      expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
      expect(tables.find(({ name }) => name === engine.known.name)?.kind).toBe(engine.known.kind);
    });

    it('finds nothing in a schema that does not exist', async () => {
      const contents = await stage().connector.listTables('no_such_schema', neverAborted());
      expect(contents).toEqual({ schema: 'no_such_schema', tables: [], functions: [] });
    });

    it('describes the columns of a table', async () => {
      const { connector } = stage();
      const { schema, name, kind, columns } = engine.known;
      const details = await connector.describeTable(schema, name, neverAborted());
      expect(details).toMatchObject({ schema, name, kind });
      expect(details?.columns.map((column) => ({ name: column.name, type: column.type, kind: column.kind }))).toEqual(
        columns,
      );
    });

    it.each(['no_such_table', `it's "odd"; --`, ''])('knows no table called %j', async (name) => {
      const { connector } = stage();
      expect(await connector.describeTable(engine.known.schema, name, neverAborted())).toBeNull();
      expect(await connector.describeTable(name, engine.known.name, neverAborted())).toBeNull();
    });

    it('is refused with a ConnectFailure when the signal was aborted before', async () => {
      await expect(stage().connector.listSchemas(AbortSignal.abort())).rejects.toBeInstanceOf(ConnectFailure);
    });
  });
}

function describeOutage(engine: EngineUnderTest, stage: () => Stage): void {
  describe('a source that goes away', () => {
    it(
      'is told as failed, and works again by itself when it is back',
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
          expect(context.told.at(-1)?.state).toBe('failed');
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
