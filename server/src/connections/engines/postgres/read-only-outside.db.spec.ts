import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Connector, Session, StatementOutcome } from '../connector.js';
import { CollectingSink, neverAborted, RecordingContext } from '../testing/index.js';
import { createPostgresConnector } from './index.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

/** Roles belong to the whole server: each run has its own. */
const ROLE = `plain_${process.pid}`;
const FILE = join(tmpdir(), `read-only-outside-${process.pid}`);

const NOT_ALLOWED = '42501';

/** What acts outside of the transaction. A role without the right is refused; a superuser is not. */
const NEEDS_A_RIGHT = [
  `COPY (SELECT 'acted') TO '${FILE}'`,
  `COPY (SELECT 'acted') TO PROGRAM 'cat > ${FILE}'`,
  `SELECT lo_export(4711, '${FILE}')`,
  `SELECT pg_file_write('${FILE}', 'acted', false)`,
  `DO $$ BEGIN EXECUTE 'COPY (SELECT ''acted'') TO ''${FILE}'''; END $$`,
];
const NEEDS_A_RIGHT_TO_CALL = [
  `SELECT pg_read_file('/etc/hostname')`,
  `SELECT pg_ls_dir('/')`,
  `SELECT pg_stat_file('/etc/hostname')`,
  'SELECT pg_reload_conf()',
  'SELECT pg_switch_wal()',
  `SELECT pg_create_restore_point('x')`,
];

describe('what a read-only session cannot take back', () => {
  let database: TestDatabase;
  let other: pg.Client;
  const connectors: Connector[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.execute(`
      CREATE TABLE target (a integer);
      INSERT INTO target VALUES (1);
      CREATE EXTENSION adminpack;
      CREATE EXTENSION dblink;
      SELECT lo_from_bytea(4711, 'acted');
      CREATE ROLE ${ROLE} LOGIN PASSWORD 'x';
      GRANT SELECT, INSERT ON target TO ${ROLE};
      ALTER LARGE OBJECT 4711 OWNER TO ${ROLE}`);
    other = new pg.Client({ ...database.config, ssl: false, user: ROLE, password: 'x' });
    other.on('error', () => undefined);
    await other.connect();
  });
  afterAll(async () => {
    for (const connector of connectors) await connector.close();
    await other.end().catch(() => undefined);
    await database.execute(`SELECT lo_unlink(4711); DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`);
    await database.dispose();
    rmSync(FILE, { force: true });
  });

  const open = async (login: Partial<TestDatabase['config']> = {}): Promise<Session> => {
    const connector = createPostgresConnector({ ...database.config, readOnly: true, ...login }, new RecordingContext());
    connectors.push(connector);
    return connector.openSession(neverAborted());
  };
  const plain = { user: ROLE, password: 'x' };
  const run = async (session: Session, sql: string): Promise<{ outcome: StatementOutcome; sink: CollectingSink }> => {
    const sink = new CollectingSink();
    return { outcome: await session.run(sql, sink, neverAborted()), sink };
  };

  const untilLocked = async (): ReturnType<TestDatabase['execute']> => {
    const held = `SELECT mode FROM pg_locks WHERE relation = 'target'::regclass AND granted`;
    let found = await database.execute(held);
    while (found.rows.length === 0) found = await database.execute(held);
    return found;
  };

  it.each([...NEEDS_A_RIGHT, ...NEEDS_A_RIGHT_TO_CALL])('is refused to a role without the right: %s', async (sql) => {
    const session = await open(plain);
    expect((await run(session, sql)).outcome).toMatchObject({ status: 'failed', error: { sqlstate: NOT_ALLOWED } });
    expect(existsSync(FILE)).toBe(false);
    await session.release();
  });

  it.each(NEEDS_A_RIGHT)('acts for a superuser: %s', async (sql) => {
    const session = await open();
    await run(session, sql);
    const written = await database.execute(`SELECT pg_read_file('${FILE}') AS text`);
    expect(written.rows[0]?.text).toMatch(/^acted/);
    await database.execute(`SELECT pg_file_unlink('${FILE}')`);
    await session.release();
  });

  it.each(NEEDS_A_RIGHT_TO_CALL)('is answered for a superuser: %s', async (sql) => {
    const session = await open();
    expect((await run(session, sql)).outcome).toMatchObject({ status: 'succeeded' });
    await session.release();
  });

  it('is what dblink does elsewhere: a plain role needs a password, and then writes', async () => {
    const { host, port, database: name } = database.config;
    const exec = (login: string) =>
      `SELECT dblink_exec('host=${host} port=${port} dbname=${name} ${login}', 'INSERT INTO target VALUES (2)')`;
    const session = await open(plain);
    expect((await run(session, exec(`user=${ROLE}`))).outcome).toMatchObject({ status: 'failed' });
    expect((await run(session, exec(`user=${ROLE} password=x`))).outcome).toMatchObject({ status: 'succeeded' });
    const { rows } = await database.execute('SELECT count(*)::text AS count FROM target');
    expect(rows).toEqual([{ count: '2' }]);
    await session.release();
  });

  it('is a notification, which is sent', async () => {
    const heard = new Promise<string | undefined>((resolve) => {
      other.once('notification', (message: pg.Notification) => resolve(message.payload));
    });
    await other.query('LISTEN workbench_test');
    const session = await open(plain);
    await run(session, `SELECT pg_notify('workbench_test', 'sent')`);
    expect(await heard).toBe('sent');
    await session.release();
  });

  it('is an advisory lock, which lasts until the session is released', async () => {
    const isFree = async (): Promise<unknown> => {
      const { rows } = await other.query<{ free: boolean }>('SELECT pg_try_advisory_lock(47) AS free');
      if (rows[0]?.free === true) await other.query('SELECT pg_advisory_unlock(47)');
      return rows[0]?.free;
    };
    const session = await open(plain);
    await run(session, 'SELECT pg_advisory_lock(47)');
    expect(await isFree()).toBe(false);
    await session.release();
    expect(await isFree()).toBe(true);
  });

  it('is a setting of the session, which ends with it and makes nothing writable', async () => {
    const session = await open(plain);
    await run(session, `SELECT set_config('work_mem', '77MB', false)`);
    expect((await run(session, 'SHOW work_mem')).sink.rows).toEqual([['77MB']]);
    expect((await run(session, 'INSERT INTO target VALUES (3)')).outcome).toMatchObject({
      error: { sqlstate: '25006' },
    });
    await session.release();
  });

  it.each(['LOCK TABLE target', 'LOCK TABLE target IN SHARE MODE', 'LOCK TABLE target IN ROW EXCLUSIVE MODE'])(
    'is a lock on a table only while the statement runs: %s',
    async (sql) => {
      const session = await open();
      await run(session, sql);
      await database.execute('BEGIN; LOCK TABLE target IN ACCESS EXCLUSIVE MODE NOWAIT; COMMIT');
      const longer = run(session, `DO $$ BEGIN ${sql}; PERFORM pg_sleep(1); END $$`);
      const { rows } = await untilLocked();
      expect(rows).not.toEqual([]);
      await longer;
      await database.execute('BEGIN; LOCK TABLE target IN ACCESS EXCLUSIVE MODE NOWAIT; COMMIT');
      await session.release();
    },
  );

  it('is the end of another session of the same role, and of no other role', async () => {
    const session = await open(plain);
    const { rows } = await database.execute('SELECT pg_backend_pid()::text AS pid');
    expect((await run(session, `SELECT pg_terminate_backend(${rows[0]?.pid ?? ''})`)).outcome).toMatchObject({
      status: 'failed',
      error: { sqlstate: NOT_ALLOWED },
    });
    expect((await run(session, `SELECT pg_cancel_backend(${rows[0]?.pid ?? ''})`)).outcome.status).toBe('failed');
    const own = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise<boolean>((resolve) => other.once('end', () => resolve(true)));
    await run(session, `SELECT pg_terminate_backend(${own.rows[0]?.pid ?? ''})`);
    expect(await ended).toBe(true);
    await session.release();
  });
});
