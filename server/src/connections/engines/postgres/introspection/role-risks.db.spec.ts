import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RoleRiskCode, ServerInfo } from '#libs/api';
import { CollectingSink, neverAborted, RecordingContext } from '../../testing/index.js';
import { createPostgresConnector } from '../index.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';

/** Roles belong to the whole server: each run has its own. */
const ROLE = `risky_${process.pid}`;
const GROUP = `risky_group_${process.pid}`;

const SET_UP = `
  CREATE TABLE target (a integer);
  CREATE EXTENSION dblink;
  REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;
  CREATE EXTENSION postgres_fdw;
  CREATE SERVER erp FOREIGN DATA WRAPPER postgres_fdw;
  CREATE LANGUAGE shell_u HANDLER plpgsql_call_handler;
  CREATE FUNCTION untrusted() RETURNS integer LANGUAGE shell_u AS 'BEGIN RETURN 1; END';
  REVOKE EXECUTE ON FUNCTION untrusted() FROM PUBLIC;
  CREATE FUNCTION as_owner() RETURNS integer LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'`;

/** What is granted, and the risks that it is. */
const GRANTS: readonly (readonly [string, readonly RoleRiskCode[]])[] = [
  [`GRANT SELECT ON target TO ${ROLE}`, []],
  [`GRANT EXECUTE ON FUNCTION as_owner() TO ${ROLE}`, []],
  [`GRANT pg_read_all_data, pg_monitor TO ${ROLE}`, []],
  [`ALTER ROLE ${ROLE} SUPERUSER CREATEROLE REPLICATION`, ['superuser']],
  [`ALTER ROLE ${ROLE} CREATEROLE`, ['manage_roles']],
  [`ALTER ROLE ${ROLE} REPLICATION`, ['replication']],
  [`ALTER ROLE ${ROLE} BYPASSRLS`, ['bypass_rls']],
  [`GRANT pg_execute_server_program TO ${ROLE}`, ['execute_programs']],
  [`GRANT pg_write_server_files TO ${ROLE}`, ['write_server_files']],
  [`GRANT pg_read_server_files TO ${ROLE}`, ['read_server_files']],
  [`GRANT pg_signal_backend TO ${ROLE}`, ['end_sessions']],
  [`GRANT pg_write_server_files TO ${GROUP}; GRANT ${GROUP} TO ${ROLE}`, ['write_server_files']],
  [
    `ALTER ROLE ${ROLE} NOINHERIT; GRANT pg_execute_server_program TO ${GROUP}; GRANT ${GROUP} TO ${ROLE}`,
    ['execute_programs'],
  ],
  [`ALTER ROLE ${GROUP} SUPERUSER; GRANT ${GROUP} TO ${ROLE}`, ['superuser']],
  [`ALTER ROLE ${ROLE} NOINHERIT; ALTER ROLE ${GROUP} BYPASSRLS; GRANT ${GROUP} TO ${ROLE}`, ['bypass_rls']],
  [`GRANT EXECUTE ON FUNCTION lo_export(oid, text) TO ${ROLE}`, ['write_server_files']],
  [`GRANT EXECUTE ON FUNCTION lo_import(text) TO ${ROLE}`, ['read_server_files']],
  [
    `GRANT EXECUTE ON FUNCTION pg_read_file(text), pg_ls_dir(text) TO ${GROUP}; GRANT ${GROUP} TO ${ROLE}`,
    ['read_server_files'],
  ],
  [`GRANT EXECUTE ON FUNCTION pg_reload_conf(), pg_switch_wal() TO ${ROLE}`, ['control_server']],
  [`GRANT EXECUTE ON FUNCTION untrusted() TO ${ROLE}`, ['untrusted_functions']],
  [`GRANT EXECUTE ON FUNCTION dblink_connect(text) TO ${ROLE}`, ['remote_servers']],
  [`CREATE USER MAPPING FOR ${ROLE} SERVER erp OPTIONS (user 'x', password 'y')`, ['remote_servers']],
  [`CREATE USER MAPPING FOR PUBLIC SERVER erp OPTIONS (user 'x')`, ['remote_servers']],
  [`GRANT UPDATE ON target TO ${ROLE}`, ['write_tables']],
];

describe('the risks of a role', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.execute(SET_UP);
  });
  beforeEach(() => database.execute(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'x'; CREATE ROLE ${GROUP}`));
  afterEach(async () => {
    await database.execute(`DROP USER MAPPING IF EXISTS FOR PUBLIC SERVER erp`);
    await database.execute(`DROP OWNED BY ${ROLE}, ${GROUP}; DROP ROLE ${ROLE}, ${GROUP}`);
  });
  afterAll(() => database.dispose());

  const login = () => ({ ...database.config, user: ROLE, password: 'x' });
  const test = async (config: TestDatabase['config']): Promise<ServerInfo> => {
    const connector = createPostgresConnector(config, new RecordingContext());
    try {
      return await connector.test(neverAborted());
    } finally {
      await connector.close();
    }
  };

  it.each(GRANTS)('after %s are %j', async (grant, codes) => {
    await database.execute(grant);
    const { role_risks: risks } = await test({ ...login(), readOnly: true });
    expect(risks?.map(({ code }) => code)).toEqual(codes);
    const { role_risks: writable } = await test(login());
    expect(writable?.map(({ code }) => code)).toEqual(codes.filter((code) => code !== 'write_tables'));
  });

  it('do not depend on the search path or operators of the role', async () => {
    await database.execute(`
      CREATE SCHEMA trap;
      CREATE FUNCTION trap.always(name, name) RETURNS boolean LANGUAGE sql AS 'SELECT true';
      CREATE OPERATOR trap.= (FUNCTION = trap.always, LEFTARG = name, RIGHTARG = name);
      CREATE FUNCTION trap.pg_has_role(name, oid, text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
      GRANT USAGE ON SCHEMA trap TO ${ROLE};
      ALTER ROLE ${ROLE} SET search_path = trap, pg_catalog`);
    expect((await test(login())).role_risks).toEqual([]);
  });

  it('are known as soon as the first session is open, and leave nothing in it', async () => {
    await database.execute(`ALTER ROLE ${ROLE} CREATEROLE`);
    const connector = createPostgresConnector(login(), new RecordingContext());
    expect(connector.server()).toBeNull();
    const session = await connector.openSession(neverAborted());
    expect(connector.server()).toMatchObject({ product: 'PostgreSQL', role_risks: [{ code: 'manage_roles' }] });
    const sink = new CollectingSink();
    await session.run(
      `SELECT current_setting('search_path'), current_setting('statement_timeout'), pg_current_xact_id_if_assigned()`,
      sink,
      neverAborted(),
    );
    expect(sink.rows).toEqual([['"$user", public', '0', null]]);
    await session.release();
    await connector.close();
  });

  it('stay unknown under a tight time limit, and a session opens all the same', async () => {
    const connector = createPostgresConnector({ ...login(), statementTimeoutMs: 1 }, new RecordingContext());
    const session = await connector.openSession(neverAborted());
    expect(await session.run('SELECT pg_sleep(1)', new CollectingSink(), neverAborted())).toMatchObject({
      status: 'failed',
      error: { sqlstate: '57014' },
    });
    await session.release();
    await connector.close();
  });
});
