import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BatchOutcome, BoundStatement, Connector, Session } from '../../connector.js';
import { neverAborted, RecordingContext } from '../../testing/index.js';
import { createPostgresConnector } from '../index.js';
import { runAlone, runStatement } from '../testing/run-statement.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';

const INSERT = 'INSERT INTO numbers (id, name) VALUES ($1, $2) RETURNING id, name';
const UPDATE = 'UPDATE numbers SET name = $1 WHERE id = $2 RETURNING id, name';

describe('statements that are sent together in an open transaction of Postgres', () => {
  let database: TestDatabase;
  let connector: Connector;
  let session: Session;
  beforeAll(async () => {
    database = await createTestDatabase();
    connector = createPostgresConnector({ ...database.config, pool: { max: 2 } }, new RecordingContext());
  });
  beforeEach(async () => {
    await runAlone(
      connector,
      'DROP TABLE IF EXISTS numbers',
      `CREATE TABLE numbers (id integer PRIMARY KEY, name varchar(5) CHECK (name <> 'never'))`,
      `INSERT INTO numbers SELECT n, 'old' FROM generate_series(1, 1000) AS n`,
    );
    session = await connector.openSession(neverAborted());
    await runStatement(session, 'BEGIN');
  });
  afterEach(() => session.release());
  afterAll(async () => {
    await connector.close();
    await database.dispose();
  });

  const batch = async (statements: BoundStatement[], most?: number, signal = neverAborted()): Promise<BatchOutcome> =>
    (await session.runBatch?.(statements, signal, most)) ?? { rows: [], end: null };

  it('run one after another, each sees what those before it did, and parts of it are parsed once', async () => {
    const edits = Array.from({ length: 1_000 }, (_, index) => bound(UPDATE, `n${index % 9}`, String(index + 1)));
    const reads = bound('SELECT count(*), max(name) FROM numbers WHERE name LIKE $1', 'n%');
    const { rows, end } = await batch([...edits.slice(0, 600), reads, ...edits.slice(600), reads]);
    expect([end, rows.length]).toEqual([null, 1_002]);
    expect([rows[0], rows[599], rows[600]]).toEqual([[['1', 'n0']], [['600', 'n5']], [['600', 'n8']]]);
    expect([rows[601], rows[1_001]]).toEqual([[['601', 'n6']], [['1000', 'n8']]]);
    expect(await session.transaction()).toBe('open');
  });

  it.each<[string, BoundStatement, string]>([
    ['a unique key', bound(INSERT, '1', 'new'), '23505'],
    ['a check', bound(INSERT, '2002', 'never'), '23514'],
    ['a value that is too long', bound(INSERT, '2002', 'longer'), '22001'],
    ['a value of another type', bound(INSERT, 'x', 'new'), '22P02'],
    ['a table that is not there', bound('SELECT $1 FROM elsewhere', 'x'), '42P01'],
    ['a value too few', bound(INSERT, '2002'), '08P01'],
  ])('stop at the one that %s refuses, and the transaction has failed', async (_, wrong, sqlstate) => {
    const { rows, end } = await batch([
      bound(INSERT, '2000', 'a'),
      bound(INSERT, '2001', 'b'),
      wrong,
      bound(UPDATE, 'c', '1'),
    ]);
    expect(rows).toEqual([[['2000', 'a']], [['2001', 'b']]]);
    expect(end).toMatchObject({ status: 'failed', error: { sqlstate }, isSessionLost: false });
    expect(await session.transaction()).toBe('failed');
    await runStatement(session, 'ROLLBACK');
    expect((await runStatement(session, 'SELECT max(id), max(name) FROM numbers')).sink.rows).toEqual([
      ['1000', 'old'],
    ]);
  });

  it('leave one that cannot be sent, and those behind it, to the next call', async () => {
    const nul = bound('SELECT $1\0', 'x');
    expect(await batch([bound(UPDATE, 'a', '1'), nul, bound(UPDATE, 'b', '2')])).toEqual({
      ...{ rows: [[['1', 'a']]], end: null },
    });
    expect(await batch([nul])).toMatchObject({ rows: [], end: { status: 'failed', error: { sqlstate: '22021' } } });
    expect(await session.transaction()).toBe('open');
  });

  it('are cancelled in the database, whichever of them runs', async () => {
    const abort = new AbortController();
    const sleep = bound('SELECT pg_sleep($1)', '60');
    const ended = batch([bound(UPDATE, 'a', '1'), sleep, sleep, bound(UPDATE, 'b', '2')], Infinity, abort.signal);
    setTimeout(() => abort.abort(), 100);
    expect(await ended).toMatchObject({ rows: [[['1', 'a']]], end: { status: 'cancelled' } });
    expect(await session.transaction()).toBe('failed');
  });

  it('hold no more rows than they may, however many the server sends', async () => {
    const long = bound("SELECT repeat('x', 1000000) FROM generate_series(1, $1)", '50');
    const outcome = await batch([bound(UPDATE, 'a', '1'), long, bound(UPDATE, 'b', '2')], 10_000_000);
    expect(outcome).toEqual({ rows: [], end: null, isTooLarge: true });
    expect(await batch([bound(UPDATE, 'c', '2')], 10_000_000)).toEqual({ rows: [[['2', 'c']]], end: null });
  });

  it('end with the session where one of them would copy', async () => {
    const { end } = await batch([bound(UPDATE, 'a', '1'), { sql: 'COPY numbers FROM STDIN', values: [] }]);
    expect(end).toMatchObject({ status: 'failed', isSessionLost: true });
    expect(session.isLost()).toBe(true);
  });

  it('end as lost where the server ends the session between them', async () => {
    const kill = { sql: 'SELECT pg_terminate_backend(pg_backend_pid())', values: [] };
    const { rows, end } = await batch([bound(UPDATE, 'a', '1'), kill, bound(UPDATE, 'b', '2')]);
    expect([rows.length, end]).toMatchObject([1, { status: 'failed', isSessionLost: true }]);
  });
});

function bound(sql: string, ...texts: string[]): BoundStatement {
  return { sql, values: texts.map((text, index) => ({ name: String(index + 1), text, type: null })) };
}
