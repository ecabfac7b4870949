import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connector, Session, StatementOutcome } from '../connector.js';
import { CollectingSink, neverAborted, RecordingContext } from '../testing/index.js';
import { createPostgresConnector } from './index.js';
import { ESCAPES, ROLLED_BACK, SET_UP, UNTOUCHED, UNTOUCHED_SQL, WRITES } from './testing/read-only-attacks.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

const READ_ONLY_TRANSACTION = '25006';

describe('a read-only connection', () => {
  let database: TestDatabase;
  let connector: Connector;
  let session: Session;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.execute(SET_UP);
    connector = createPostgresConnector({ ...database.config, readOnly: true }, new RecordingContext());
  });
  beforeEach(async () => {
    session = await connector.openSession(neverAborted());
  });
  afterAll(async () => {
    await connector.close();
    await database.dispose();
  });

  const run = async (sql: string): Promise<{ outcome: StatementOutcome; sink: CollectingSink }> => {
    const sink = new CollectingSink();
    return { outcome: await session.run(sql, sink, neverAborted()), sink };
  };
  const expectUntouched = async (): Promise<void> => {
    await session.release();
    const { rows } = await database.execute(UNTOUCHED_SQL);
    expect(rows).toEqual([UNTOUCHED]);
  };

  it.each(WRITES)('does not run %j', async (sql) => {
    const { outcome } = await run(sql);
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false });
    await expectUntouched();
  });

  it.each(ROLLED_BACK)('keeps nothing of %j, and goes on', async (sql) => {
    const { outcome } = await run(sql);
    expect(outcome).toMatchObject({ status: 'failed', error: { sqlstate: READ_ONLY_TRANSACTION } });
    expect((await run('SELECT a FROM target')).sink.rows).toEqual([['1']]);
    await expectUntouched();
  });

  it('names the held cursor that it refuses', async () => {
    const { outcome } = await run('DECLARE c CURSOR WITH HOLD FOR SELECT a FROM target');
    expect(outcome).toMatchObject({ error: { message: expect.stringContaining('WITH HOLD') } });
    expect((await run('SELECT count(*) FROM pg_cursors WHERE is_holdable')).sink.rows).toEqual([['0']]);
    await session.release();
  });

  it('keeps nothing of a large object behind operators that hide it', async () => {
    await run('SET search_path = trap, public, pg_catalog');
    expect((await run('SELECT lo_create(0)')).outcome).toMatchObject({ status: 'failed' });
    await expectUntouched();
  });

  it('reports a division by zero of the statement itself as that', async () => {
    expect((await run('SELECT 1 / 0')).outcome).toMatchObject({ status: 'failed', error: { sqlstate: '22012' } });
    expect((await run('SELECT 1 / (a - 1) FROM target')).outcome).toMatchObject({ error: { sqlstate: '22012' } });
    await session.release();
  });

  it.each(ESCAPES.map((texts) => [texts]))('is not left by %j', async (texts) => {
    for (const text of texts) await run(text);
    const { outcome } = await run('INSERT INTO target VALUES (2)');
    expect(outcome).toMatchObject({ status: 'failed', error: { sqlstate: READ_ONLY_TRANSACTION } });
    const { outcome: dropped } = await run('DROP TABLE target');
    expect(dropped.status).toBe('failed');
    await expectUntouched();
  });

  it('reads, with the first of its rows where they belong and no notice of its own', async () => {
    const { outcome, sink } = await run('SELECT a FROM target');
    expect(outcome).toEqual({ status: 'succeeded', command: 'SELECT', affectedRows: null });
    expect(sink.rows).toEqual([['1']]);
    expect(sink.resultColumns?.map(({ table }) => table)).toEqual(['public.target']);
    expect(sink.notices).toEqual([]);
    await run('COMMIT').then(({ sink: { notices } }) => expect(notices).toEqual([]));
    await session.release();
  });

  it('reports the position of an error in the text as it was sent', async () => {
    const { outcome } = await run('SELECT a FROM targe');
    expect(outcome).toMatchObject({ status: 'failed', error: { sqlstate: '42P01', position: 15 } });
    await session.release();
  });

  it('keeps settings from one statement to the next, as a session does', async () => {
    await run(`SET application_name = 'mine'`);
    expect((await run('SHOW application_name')).sink.rows).toEqual([['mine']]);
    await session.release();
  });

  it('ends a copy to the client with a hint, and goes on', async () => {
    const long = 'COPY (SELECT repeat(i::text, 1000) FROM generate_series(1, 1000000) i) TO STDOUT';
    expect((await run(long)).outcome).toMatchObject({
      status: 'failed',
      error: { sqlstate: '0A000' },
    });
    expect((await run('SELECT a FROM target')).sink.rows).toEqual([['1']]);
    await expectUntouched();
  });

  it('is left clean by a statement that was cancelled', async () => {
    const abort = new AbortController();
    const ended = session.run('SELECT pg_sleep(60)', new CollectingSink(), abort.signal);
    setTimeout(() => abort.abort(), 100);
    expect(await ended).toEqual({ status: 'cancelled' });
    expect((await run('SELECT a FROM target')).sink.rows).toEqual([['1']]);
    await expectUntouched();
  });
});
