import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server, type Socket } from 'node:net';
import type { PostgresConfig } from './config.js';
import { ConnectFailure, type Connector, type Session } from '../connector.js';
import { CollectingSink, neverAborted, RecordingContext } from '../testing/index.js';
import { createPostgresConnector } from './index.js';
import { runAlone, runStatement } from './testing/run-statement.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.dispose());

describe('what a statement may hold', () => {
  let connector: Connector;
  let session: Session;
  beforeEach(async () => {
    connector = createPostgresConnector(database.config, new RecordingContext());
    session = await connector.openSession(neverAborted());
  });
  afterEach(async () => {
    await session.release();
    await connector.close();
  });
  const expectGoesOn = async (): Promise<void> => {
    expect((await runStatement(session, 'SELECT 1')).sink.rows).toEqual([['1']]);
  };

  it.each([
    ['SELECT 1 \0 -- a', 10, /NUL/],
    ['\0', 1, /NUL/],
    [`SELECT '\ud83d'`, 9, /surrogate/],
    [`SELECT '😀\udc00'`, 11, /surrogate/],
  ])('refuses %j before it is sent, and says where', async (sql, position, message) => {
    const { outcome } = await runStatement(session, sql);
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false, error: { position, sqlstate: '22021' } });
    expect(outcome.status === 'failed' && outcome.error.message).toMatch(message);
    await expectGoesOn();
  });

  it.each(['', ' ', ';', '-- only a comment', '/* and /* another */ one */'])('takes %j for nothing', async (sql) => {
    const { outcome, sink } = await runStatement(session, sql);
    expect(outcome).toEqual({ status: 'succeeded', command: null, affectedRows: null });
    expect(sink.resultColumns).toBeNull();
    await expectGoesOn();
  });

  it('returns 10 MB of text that came in as SQL', async () => {
    const { sink } = await runStatement(session, `SELECT length('${'é'.repeat(5_000_000)}')`);
    expect(sink.rows).toEqual([['5000000']]);
  });

  it('returns 1,600 columns', async () => {
    const list = Array.from({ length: 1_600 }, (_, index) => `${index} AS c${index}`).join(', ');
    const { sink } = await runStatement(session, `SELECT ${list}`);
    expect(sink.resultColumns).toHaveLength(1_600);
    expect(sink.rows[0]?.[1_599]).toBe('1599');
  });

  it('passes on that there cannot be 1,665 columns', async () => {
    const { outcome } = await runStatement(session, `SELECT ${Array.from({ length: 1_665 }, () => '1').join(', ')}`);
    expect(outcome).toMatchObject({ status: 'failed', error: { sqlstate: '54011' } });
  });

  it('returns rows without columns', async () => {
    const { sink } = await runStatement(session, 'SELECT FROM generate_series(1, 3)');
    expect(sink.resultColumns).toEqual([]);
    expect(sink.rows).toEqual([[], [], []]);
  });

  it('returns a cell of 100 MB', async () => {
    const { outcome, sink } = await runStatement(session, `SELECT repeat('0123456789', 10 * 1024 * 1024)`);
    expect(outcome.status).toBe('succeeded');
    expect(sink.rows[0]?.[0]?.length).toBe(100 * 1024 * 1024);
  });

  it('reports a cell of 600 MB as too large, and the next session works', async () => {
    const { outcome } = await runStatement(session, `SELECT repeat('x', 600 * 1024 * 1024)`);
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: true });
    expect(outcome.status === 'failed' && outcome.error.message).toMatch(/takes rows of up to 256 MB/);
    await session.release();
    expect((await runAlone(connector, 'SELECT 1')).sink.rows).toEqual([['1']]);
    expect(connector.health().state).toBe('healthy');
  });

  it('passes on ten thousand notices in their order', async () => {
    const sql = `DO $$ BEGIN FOR i IN 1..10000 LOOP RAISE NOTICE 'n%', i USING HINT = 'h'; END LOOP; END $$`;
    const { outcome, sink } = await runStatement(session, sql);
    expect(outcome).toEqual({ status: 'succeeded', command: 'DO', affectedRows: null });
    expect(sink.notices).toHaveLength(10_000);
    const last = { severity: 'NOTICE', message: 'n10000', sqlstate: '00000', detail: null, hint: 'h' };
    expect(sink.notices.at(-1)).toEqual(last);
  });

  it('passes on notices and rows that came before an error', async () => {
    const { outcome, sink } = await runStatement(session, 'SELECT 1 / (3 - i) FROM generate_series(1, 5) AS i');
    expect(outcome).toMatchObject({ status: 'failed', error: { sqlstate: '22012' } });
    expect(sink.rows).toEqual([['0'], ['1']]);
    await expectGoesOn();
  });

  it.each([
    ['COPY (SELECT repeat(i::text, 1000) FROM generate_series(1, 1000000) i) TO STDOUT', /COPY … TO STDOUT/],
    ['COPY into_table FROM STDIN', /COPY … FROM STDIN/],
  ])('ends %j with a hint', async (sql, message) => {
    await runStatement(session, 'CREATE TEMP TABLE into_table (a integer)');
    const { outcome } = await runStatement(session, sql);
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false, error: { sqlstate: '0A000' } });
    expect(outcome.status === 'failed' && outcome.error.message).toMatch(message);
    expect(outcome.status === 'failed' && outcome.error.hint).not.toBeNull();
    await expectGoesOn();
  });

  it.each(['COPY of_copy TO STDOUT', 'COPY (DELETE FROM of_copy RETURNING a) TO STDIN'])(
    'says of %j that it is done where that was before its cancel',
    async (sql) => {
      await runStatement(session, 'CREATE TEMP TABLE IF NOT EXISTS of_copy AS SELECT 1 AS a');
      const { outcome, sink } = await runStatement(session, sql);
      expect(outcome).toEqual({ status: 'succeeded', command: 'COPY', affectedRows: 1 });
      expect(sink.notices).toMatchObject([{ severity: 'WARNING', message: expect.stringContaining('done') }]);
      await expectGoesOn();
    },
  );

  it('takes one statement only', async () => {
    const { outcome } = await runStatement(session, 'SELECT 1; SELECT 2');
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false, error: { sqlstate: '42601' } });
    await expectGoesOn();
  });

  it('says what to do about parameters', async () => {
    const { outcome } = await runStatement(session, 'SELECT $1::integer');
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false, error: { hint: /\$1/ } });
    await expectGoesOn();
  });

  it('brings client_encoding back, and says so', async () => {
    const { sink } = await runStatement(session, `SET client_encoding = 'LATIN1'`);
    expect(sink.notices.map(({ message }) => message)).toEqual([expect.stringContaining('UTF8')]);
    expect((await runStatement(session, `SELECT 'é', current_setting('client_encoding')`)).sink.rows).toEqual([
      ['é', 'UTF8'],
    ]);
  });

  it('runs what cannot run inside a transaction', async () => {
    expect((await runStatement(session, 'VACUUM pg_catalog.pg_class')).outcome).toMatchObject({ command: 'VACUUM' });
  });

  it.each([
    ['CREATE TABLE pg_temp.made AS SELECT a FROM counted', 'SELECT', 7],
    ['INSERT INTO counted SELECT generate_series(1, 5)', 'INSERT', 5],
    ['INSERT INTO counted VALUES (9) RETURNING a', 'INSERT', 1],
    ['UPDATE counted SET a = 0', 'UPDATE', 7],
    ['DELETE FROM counted WHERE a < 0', 'DELETE', 0],
    ['TABLE counted', 'SELECT', null],
    ['SHOW application_name', 'SHOW', null],
    ['EXPLAIN SELECT 1', 'EXPLAIN', null],
    ['DROP TABLE counted', 'DROP TABLE', null],
  ])('returns verb and rows of %j', async (sql, command, affectedRows) => {
    await runStatement(session, 'CREATE TEMP TABLE counted AS SELECT generate_series(1, 7) AS a');
    const { outcome } = await runStatement(session, sql);
    expect(outcome).toEqual({ status: 'succeeded', command, affectedRows });
  });
});

describe('the settings of a connection', () => {
  let connector: Connector | undefined;
  let server: Server | undefined;
  const sockets = new Set<Socket>();
  afterEach(async () => {
    await connector?.close();
    for (const socket of sockets) socket.destroy();
    server?.close();
    connector = server = undefined;
  });

  const failureOf = async (change: Partial<PostgresConfig>, connectTimeoutMs = 10_000): Promise<ConnectFailure> => {
    connector = createPostgresConnector({ ...database.config, ...change }, new RecordingContext(connectTimeoutMs));
    const failures = await Promise.all([
      connector.test(neverAborted()).catch((error: unknown) => error),
      connector.openSession(neverAborted()).catch((error: unknown) => error),
      connector.listSchemas(neverAborted()).catch((error: unknown) => error),
    ]);
    const [failure] = failures;
    if (!(failure instanceof ConnectFailure)) throw new Error('The connection works.');
    expect(failures.map((one) => (one instanceof ConnectFailure ? one.code : 'no failure'))).toEqual(
      failures.map(() => failure.code),
    );
    expect(connector.health().state).toBe('failed');
    return failure;
  };

  /** A server that is no Postgres. */
  const listen = (greet: (socket: Socket) => void): Promise<Partial<PostgresConfig>> =>
    new Promise((resolve) => {
      const listening = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined);
        greet(socket);
      }).listen(0, '127.0.0.1', () => {
        const address = listening.address();
        resolve({ host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 });
      });
      server = listening;
    });

  it('a database that does not exist', async () => {
    const failure = await failureOf({ database: 'no_such_database' });
    expect(failure).toMatchObject({ code: 'connection-unusable', sqlstate: '3D000' });
  });

  it('a role that may not log in', async () => {
    await database.execute('DROP ROLE IF EXISTS cannot_log_in; CREATE ROLE cannot_log_in NOLOGIN');
    expect((await failureOf({ user: 'cannot_log_in' })).code).toBe('connection-refused-login');
    await database.execute('DROP ROLE cannot_log_in');
  });

  it('a port where nothing listens', async () => {
    const failure = await failureOf({ host: '127.0.0.1', port: 1 });
    expect(failure).toMatchObject({ code: 'connection-unreachable', message: expect.stringContaining('127.0.0.1:1') });
  });

  it('a host name that does not exist', async () => {
    expect((await failureOf({ host: 'no-such-host.invalid' })).code).toBe('connection-unreachable');
  });

  it('a server that never answers', async () => {
    const silent = await listen(() => undefined);
    expect((await failureOf(silent, 300)).code).toBe('connection-timeout');
  });

  it('a server that hangs up', async () => {
    const closing = await listen((socket) => socket.destroy());
    expect((await failureOf(closing)).code).toBe('connection-unreachable');
  });

  it.each(['HTTP/1.1 400 Bad Request\r\n\r\n', 'SSH-2.0-OpenSSH_9.2\r\n', 'R\0\0\0\b\0\0\0\x63', '\0\0\0\0\0\0\0'])(
    'a server that greets with %j',
    async (greeting) => {
      const talking = await listen((socket) => socket.once('data', () => socket.end(greeting)));
      expect((await failureOf(talking)).code).toBe('connection-unreachable');
    },
  );

  it('TLS where the server has none', async () => {
    expect((await failureOf({ ssl: 'require' })).code).toBe('connection-tls-failed');
  });

  it('a port that speaks something else than TLS', async () => {
    const refusing = await listen((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2\r\n')));
    expect((await failureOf({ ...refusing, ssl: 'verify-full' })).code).toBe('connection-tls-failed');
  });

  it('a role that waits for a busy pool longer than it may', async () => {
    const context = new RecordingContext(200);
    connector = createPostgresConnector({ ...database.config, pool: { max: 1 } }, context);
    const session = await connector.openSession(neverAborted());
    const failure = await connector.openSession(neverAborted()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'connection-timeout', message: expect.stringContaining('busy') });
    expect(connector.health().state).toBe('healthy');
    await session.release();
  });

  it('nothing of the environment', async () => {
    const { PGPASSWORD, PGOPTIONS } = process.env;
    process.env.PGPASSWORD = 'x';
    process.env.PGOPTIONS = '-c datestyle=german';
    connector = createPostgresConnector(database.config, new RecordingContext());
    const { sink } = await runAlone(connector, `SELECT date '2024-12-31'`);
    restore({ PGPASSWORD, PGOPTIONS });
    expect(sink.rows).toEqual([['2024-12-31']]);
  });
});

function restore(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}

describe('a sink that fails', () => {
  it('costs its own session only', async () => {
    const connector = createPostgresConnector(database.config, new RecordingContext());
    const session = await connector.openSession(neverAborted());
    const sink = new CollectingSink();
    sink.row = () => {
      throw new Error('disk full');
    };
    const outcome = await session.run('SELECT generate_series(1, 1000)', sink, neverAborted());
    expect(outcome).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('disk full') } });
    expect(connector.health().last_error).toBeNull();
    await session.release();
    expect((await runAlone(connector, 'SELECT 1')).sink.rows).toEqual([['1']]);
    await connector.close();
  });
});
