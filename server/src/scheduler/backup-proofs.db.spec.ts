import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { JobRun, JobRunDetails } from '#libs/api';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { Instance, State } from '../platform/index.js';
import { findClientTools, toolIn } from './kinds/backup/client-tools.js';
import type { ClientTools } from './kinds/backup/client-tools.js';
import { JobOutputRecord, JobRunRecord } from './runs/job-run.entity.js';
import { JobRunner } from './runs/job-runner.js';
import { SchedulerApp } from './testing/scheduler-app.js';

/** A check that works in the database alone: a restore has no search path, so that its function finds no table. */
const UNRESTORABLE = `
  CREATE TABLE limits (most int); INSERT INTO limits VALUES (10);
  CREATE FUNCTION is_below(i int) RETURNS bool LANGUAGE sql AS 'SELECT $1 < (SELECT most FROM limits)';
  CREATE TABLE guarded (i int CONSTRAINT guard CHECK (is_below(i))); INSERT INTO guarded VALUES (1)`;
const SLOW = `
  CREATE FUNCTION is_slow(i int) RETURNS bool LANGUAGE sql AS $$
    SELECT CASE WHEN current_database() LIKE 'workbench_proof_%' THEN pg_sleep(60) IS NOT NULL ELSE true END $$;
  CREATE TABLE slow (i int CHECK (is_slow(i))); INSERT INTO slow VALUES (1)`;
const FORMATS = ['custom', 'plain', 'directory'];

let database: TestDatabase;
let cleanUp: (() => Promise<unknown>)[];

beforeEach(async () => {
  database = await createTestDatabase();
  await database.execute('DROP EXTENSION IF EXISTS postgis CASCADE');
  await database.execute('CREATE TABLE orders (id int PRIMARY KEY); INSERT INTO orders VALUES (1)');
  cleanUp = [];
});
afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
  await database.dispose();
});

async function start(
  options: { user?: string; database?: string; env?: Record<string, string> } = {},
): Promise<SchedulerApp> {
  const { env = {}, ...changes } = options;
  const app = await SchedulerApp.start({ database: { ...database, config: { ...database.config, ...changes } }, env });
  cleanUp.push(() => app.stop());
  return app;
}

/** A role that may create databases and read everything, and owns nothing. */
async function createRole(options = 'CREATEDB'): Promise<string> {
  const role = `r_${database.config.database}`;
  await database.execute(`CREATE ROLE ${role} LOGIN ${options} IN ROLE pg_read_all_data`);
  const { password } = database.config;
  if (password !== null && password !== '') await database.execute(`ALTER ROLE ${role} PASSWORD '${password}'`);
  cleanUp.push(() => database.execute(`DROP OWNED BY ${role}; DROP ROLE ${role}`));
  return role;
}

async function backUp(app: SchedulerApp, settings: Record<string, unknown> = {}): Promise<JobRunDetails> {
  const job = await app.create('backup', { connection_id: 'db', settings: { proof: true, ...settings } });
  return app.runNow(job.id);
}

async function proofDatabases(): Promise<string[]> {
  const { rows } = await database.execute(`SELECT datname FROM pg_database WHERE datname LIKE 'workbench_proof_%'`);
  return rows.map(({ datname }) => datname ?? '');
}

const logOf = ({ log }: JobRunDetails) => log.map(({ text }) => text).join('\n');
const backups = (app: SchedulerApp) => app.files('backups/db');

describe('a backup whose proof fails', () => {
  it('is kept and reported as unproven, and never pushes the last proven one out', async () => {
    const app = await start();
    const failed = app.heard('core.backup.failed');
    const settings = { proof: true, keep_last: 2 };
    const job = await app.create('backup', { connection_id: 'db', settings });
    const proven = await app.runNow(job.id);
    expect(proven).toMatchObject({ status: 'success', error: null });
    await database.execute(UNRESTORABLE);
    const unproven: JobRunDetails[] = [];
    for (let count = 0; count < 3; count += 1) unproven.push(await app.runNow(job.id));
    for (const run of unproven) {
      expect(run).toMatchObject({ status: 'error', error: expect.stringContaining('kept, but was not verified') });
      expect(run.error).toContain('relation "limits" does not exist');
    }
    expect([proven, ...unproven].map(({ outputs }) => outputs[0]?.verified)).toEqual([true, false, false, false]);
    expect(failed.map(({ outputs }) => outputs.length)).toEqual([1, 1, 1]);
    const names = [proven, ...unproven.slice(1)].map(({ outputs }) => outputs[0]?.name ?? '');
    expect(await app.until(() => (backups(app).length === 3 ? backups(app) : null))).toEqual(names.sort());
    const records = await app.get(State).manager.find(JobOutputRecord, { order: { createdAt: 'ASC' } });
    expect(records.map(({ details }) => [details.proven, details.lacks_proof])).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, true],
    ]);
    await database.execute('ALTER TABLE guarded DROP CONSTRAINT guard');
    const last = await app.runNow(job.id);
    expect(last.status).toBe('success');
    const kept = [unproven[2], last].map((run) => run?.outputs[0]?.name ?? '').sort();
    expect(await app.until(() => (backups(app).length === 2 ? backups(app) : null))).toEqual(kept);
    expect(await proofDatabases()).toEqual([]);
  });

  it('is kept where the role may create no databases', async () => {
    const app = await start({ user: await createRole('NOCREATEDB') });
    const run = await backUp(app);
    expect(run).toMatchObject({
      status: 'error',
      error: expect.stringContaining('permission denied to create database'),
    });
    expect(backups(app)).toEqual(run.outputs.map(({ name }) => name));
    expect(run.outputs).toHaveLength(1);
  });

  it('is kept where the run is cancelled during the proof', async () => {
    await database.execute(SLOW);
    const app = await start();
    const job = await app.create('backup', { connection_id: 'db', settings: { proof: true } });
    const { body } = await app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    await app.until(async () => ((await proofDatabases()).length === 1 ? true : null));
    await app.send('POST', `/api/scheduler/runs/${body.id}/cancel`);
    const run = await app.ended(body.id);
    expect([run.status, run.outputs.length]).toEqual(['interrupted', 1]);
    expect(backups(app)).toEqual(run.outputs.map(({ name }) => name));
    await app.until(async () => ((await proofDatabases()).length === 0 ? true : null));
  });

  it('is kept where the process is gone during the proof, as another one ends its run', async () => {
    await database.execute(SLOW);
    const app = await start();
    const job = await app.create('backup', { connection_id: 'db', settings: { proof: true } });
    const { body } = await app.send<JobRun>('POST', `/api/scheduler/jobs/${job.id}/run`);
    await app.until(async () => ((await proofDatabases()).length === 1 ? true : null));
    const record = await app.get(State).manager.findOneByOrFail(JobRunRecord, { id: body.id });
    await app.get(JobRunner).endInterrupted(record);
    const run = await app.ended(body.id);
    expect([run.status, run.outputs.length]).toEqual(['interrupted', 1]);
    expect(backups(app)).toEqual(run.outputs.map(({ name }) => name));
  });
});

describe('code of roles that are no superusers', () => {
  const STEALS = `
    CREATE FUNCTION crm.rises() RETURNS bool LANGUAGE plpgsql AS $$ BEGIN
      IF current_database() LIKE 'workbench_proof_%' THEN EXECUTE 'ALTER ROLE ' || current_user || ' SUPERUSER'; END IF;
      RETURN true; END $$;
    CREATE TABLE crm.trap (i int CHECK (crm.rises())); INSERT INTO crm.trap VALUES (1)`;

  it('is not restored by a superuser unless the job trusts them', async () => {
    const role = await createRole('NOCREATEDB');
    await database.execute(`CREATE SCHEMA crm AUTHORIZATION ${role}; SET ROLE ${role}; ${STEALS}; RESET ROLE`);
    const app = await start();
    const refused = await backUp(app);
    expect(refused).toMatchObject({ status: 'error', error: expect.stringContaining('kept, but was not verified') });
    expect(refused.error).toContain(`other roles (${role}) as ${database.config.user}, which is a superuser`);
    expect([refused.outputs.length, refused.outputs[0]?.verified]).toEqual([1, false]);
    expect(logOf(refused)).not.toContain('restoring into');
    const trusted = await backUp(app, { trusts_roles: true });
    expect([trusted.status, trusted.error]).toEqual(['success', null]);
  });

  it.each([
    ['manages roles', 'CREATEDB CREATEROLE', 'which is allowed to manage roles'],
    ['has few rights', 'CREATEDB', 'with the rights of that role'],
  ])('is not restored by a role that %s unless the job trusts them', async (_, options, reason) => {
    const backup = await createRole(options);
    const owner = `o_${database.config.database}`;
    await database.execute(`CREATE ROLE ${owner}`);
    cleanUp.push(() => database.execute(`DROP OWNED BY ${owner}; DROP ROLE ${owner}`));
    await database.execute(`
      CREATE SCHEMA crm AUTHORIZATION ${owner}; SET ROLE ${owner};
      ${STEALS.replace("' SUPERUSER'", "' PASSWORD ''stolen'''")}; RESET ROLE`);
    const password = async () =>
      (await database.execute(`SELECT rolpassword AS text FROM pg_authid WHERE rolname = '${backup}'`)).rows;
    const before = await password();
    const app = await start({ user: backup });
    const refused = await backUp(app);
    expect(refused).toMatchObject({ status: 'error', error: expect.stringContaining('kept, but was not verified') });
    expect(refused.error).toContain(`other roles (${owner}) as ${backup}, ${reason}`);
    expect([refused.outputs.length, refused.outputs[0]?.verified]).toEqual([1, false]);
    expect(await password()).toEqual(before);
    await database.execute('DROP TABLE crm.trap');
    const trusted = await backUp(app, { trusts_roles: true });
    expect([trusted.status, trusted.error]).toEqual(['success', null]);
  });
});

describe('the comparison', () => {
  it('does not count what others change in the database meanwhile', async () => {
    await database.execute(`CREATE TABLE filler AS SELECT i, repeat('x', 200) AS t FROM generate_series(1, 50000) i`);
    const app = await start();
    const isOver = new AbortController();
    const migrations = (async () => {
      for (let count = 0; !isOver.signal.aborted; count += 1) {
        await database.execute(`CREATE TABLE made_${count} (id int PRIMARY KEY, at timestamptz DEFAULT now())`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    for (let count = 0; count < 3; count += 1) {
      expect(await backUp(app)).toMatchObject({ status: 'success', error: null });
    }
    isOver.abort();
    await migrations;
  });

  it.each([
    ['a view', 'CREATE OR REPLACE VIEW totals AS SELECT id FROM orders WHERE id > 5', 'totals'],
    ['an enum', "ALTER TYPE mood ADD VALUE 'sad'", 'mood'],
    ['a domain', 'ALTER DOMAIN positive DROP CONSTRAINT positive_check', 'positive'],
    ['a check', 'ALTER TABLE facts DROP CONSTRAINT facts_amount_check', 'facts'],
    ['a default', 'ALTER TABLE facts ALTER amount SET DEFAULT 8', 'facts'],
  ])('finds that %s came back otherwise', async (_, change, name) => {
    await database.execute(`
      CREATE VIEW totals AS SELECT id FROM orders;
      CREATE TYPE mood AS ENUM ('glad');
      CREATE DOMAIN positive AS int CHECK (VALUE > 0);
      CREATE TABLE facts (amount int DEFAULT 7 CHECK (amount > 1))`);
    const [tools] = await findClientTools(process.env.PG_BIN_DIR ?? null);
    if (tools === undefined) throw new Error('There is no pg_restore.');
    const run = await backUp(await start({ env: { PG_BIN_DIR: changingClients(tools, change) } }));
    expect(run.status).toBe('error');
    expect(run.error).toMatch(new RegExp(`differs from the database: .*${name}`));
  });
});

/** The programs of Postgres, of which `pg_restore` runs a statement in what it has restored. */
function changingClients(tools: ClientTools, statement: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'clients-'));
  const program = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  program('pg_dump', `exec ${toolIn(tools, 'pg_dump')} "$@"`);
  const change = `case "$one" in --dbname=*) ${toolIn(tools, 'psql')} -q "$one" -c "${statement}" ;; esac`;
  program('pg_restore', `${toolIn(tools, 'pg_restore')} "$@" || exit $?\nfor one; do ${change}; done`);
  return folder;
}

/** Programs that call themselves newer than the server, and set what it does not know as those from 17 on do. */
function newerClients(tools: ClientTools): string {
  const folder = mkdtempSync(join(tmpdir(), 'clients-'));
  const program = (name: 'pg_dump' | 'pg_restore' | 'psql', text: string) => {
    const start = `#!/bin/sh\n[ "$1" = --version ] && { echo "${name} (PostgreSQL) 98.1"; exit; }\n`;
    writeFileSync(join(folder, name), `${start}program=${toolIn(tools, name)}\n${text}\n`, { mode: 0o755 });
  };
  const set = 'SET transaction_timeout = 0;';
  program(
    'pg_dump',
    `"$program" "$@" || exit $?
    for one; do case "$one" in --file=*) file=\${one#--file=} ;; --format=*) format=\${one#--format=} ;; esac; done
    [ "$format" = plain ] || exit 0
    { echo '${set}'; cat "$file"; } > "$TMPDIR/dump" && cat "$TMPDIR/dump" > "$file"`,
  );
  program(
    'pg_restore',
    `for one; do case "$one" in
      --dbname=*) "\${program%pg_restore}psql" -v ON_ERROR_STOP=1 "$one" -c '${set}' || exit 1 ;;
      --file=-) echo '${set}' ;;
    esac; done
    exec "$program" "$@"`,
  );
  program('psql', 'exec "$program" "$@"');
  return folder;
}

describe('programs that are newer than the server', () => {
  async function startWithNewer(): Promise<SchedulerApp> {
    const [tools] = await findClientTools(process.env.PG_BIN_DIR ?? null);
    if (tools === undefined) throw new Error('There is no pg_restore.');
    return start({ env: { PG_BIN_DIR: newerClients(tools) } });
  }

  it.each(FORMATS)('prove a backup: %s', async (format) => {
    await database.execute(
      `CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'; COMMENT ON TABLE orders IS 'x'`,
    );
    const run = await backUp(await startWithNewer(), { format });
    expect([run.status, run.error]).toEqual(['success', null]);
    expect(logOf(run)).toContain('verified: 1 table restored without differences');
  });

  it('say why a backup does not restore', async () => {
    await database.execute(UNRESTORABLE);
    const run = await backUp(await startWithNewer());
    expect(run.error).toContain('relation "limits" does not exist');
    expect(await proofDatabases()).toEqual([]);
  });
});

describe('the database of a proof', () => {
  it.each(FORMATS)('is gone where the backup has a subscription, which the backup keeps: %s', async (format) => {
    const name = `s_${database.config.database}`;
    await database.execute(`
      CREATE SUBSCRIPTION ${name} CONNECTION 'dbname=nowhere' PUBLICATION p WITH (connect = false);
      COMMENT ON SUBSCRIPTION ${name} IS 'from; nowhere'`);
    cleanUp.push(() =>
      database
        .execute(`ALTER SUBSCRIPTION ${name} SET (slot_name = NONE)`)
        .then(() => database.execute(`DROP SUBSCRIPTION ${name}`)),
    );
    const app = await start();
    const run = await backUp(app, { format });
    expect([run.status, run.error]).toEqual(['success', null]);
    expect(await proofDatabases()).toEqual([]);
    const { rows } = await database.execute(`SELECT count(*) AS n FROM pg_subscription WHERE subname = '${name}'`);
    expect(rows).toEqual([{ n: '1' }]);
    if (format !== 'plain') return;
    const file = join(app.home, 'backups/db', run.outputs[0]?.name ?? '');
    expect(readFileSync(file, 'utf8')).toContain(`CREATE SUBSCRIPTION ${name}`);
  });

  it('is removed by the next proof where its run has ended without it, and no other database is', async () => {
    const app = await start();
    const ended = await backUp(app, { proof: false });
    const work = await app.create('query', { connection_id: 'db', settings: { sql: 'SELECT pg_sleep(600)' } });
    const going = (await app.send<JobRun>('POST', `/api/scheduler/jobs/${work.id}/run`)).body.id;
    const [unknown, deleted] = ['0b8d6d0a-5f0b-4d8e-9f39-111111111111', '0b8d6d0a-5f0b-4d8e-9f39-222222222222'];
    const nameOf = (id: string) => `workbench_proof_${id.replaceAll('-', '')}`;
    const names = [ended.id, going, unknown, deleted].map(nameOf);
    for (const name of [...names, 'workbench_proof_0123456789ab']) {
      await database.execute(`CREATE DATABASE ${name} TEMPLATE template0`);
      cleanUp.push(() => database.execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    }
    const comment = `data-workbench/${app.get(Instance).home}`;
    await database.execute(`COMMENT ON DATABASE ${nameOf(deleted)} IS '${comment}'`);
    const run = await backUp(app);
    expect([run.status, run.error]).toEqual(['success', null]);
    expect(logOf(run)).toContain(`removed ${nameOf(ended.id)}`);
    expect((await proofDatabases()).sort()).toEqual(
      ['workbench_proof_0123456789ab', nameOf(going), nameOf(unknown)].sort(),
    );
  });
});

describe('a proof works', () => {
  it.each(FORMATS)('where transactions are read-only unless they say otherwise: %s', async (format) => {
    const { database: name } = database.config;
    await database.execute(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const run = await backUp(await start(), { format });
    expect([run.status, run.error]).toEqual(['success', null]);
  });

  it('where the role makes its transactions read-only', async () => {
    const role = await createRole();
    await database.execute(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
    const run = await backUp(await start({ user: role }));
    expect([run.status, run.error]).toEqual(['success', null]);
  });

  it.each(FORMATS)('where a check needs a setting of the database: %s', async (format) => {
    const { database: name } = database.config;
    await database.execute(`
      ALTER DATABASE ${name} SET my.most = '5'; SET my.most = '5';
      ALTER DATABASE ${name} SET search_path = "$user", public, other;
      CREATE TABLE few (i int CHECK (i < current_setting('my.most')::int)); INSERT INTO few VALUES (1)`);
    const run = await backUp(await start(), { format });
    expect([run.status, run.error]).toEqual(['success', null]);
    expect(logOf(run)).not.toContain('could not copy');
  });

  it.each([
    ['SQL_ASCII', "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'", "E'\\xff'"],
    ['LATIN1', "ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'", "U&'\\00e9'"],
    ['UTF8 and C.UTF-8', "ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'", "'é'"],
    ['ICU', "ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'de'", "'é'"],
  ])('where encoding and locale are not those of the cluster: %s', async (_, clauses, value) => {
    const name = `${database.config.database}_locale`;
    await database.execute(`CREATE DATABASE ${name} TEMPLATE template0 ${clauses}`);
    cleanUp.push(() => database.execute(`DROP DATABASE ${name} WITH (FORCE)`));
    const other = new pg.Client({ ...database.config, ssl: false, password: database.config.password ?? '', database: name }); // prettier-ignore
    await other.connect();
    await other.query(`
      CREATE FUNCTION place() RETURNS text LANGUAGE sql AS $$
        SELECT pg_catalog.concat_ws(' ', encoding, datcollate, datctype, datlocprovider, daticulocale)
          FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database() $$`);
    const { rows } = await other.query<{ place: string }>('SELECT place()');
    await other.query(`
      CREATE TABLE notes (note text CHECK (public.place() = '${rows[0]?.place ?? ''}'));
      INSERT INTO notes VALUES (${value})`);
    await other.end();
    const run = await backUp(await start({ database: name }), { format: 'plain' });
    expect([run.status, run.error]).toEqual(['success', null]);
  });

  it.each(FORMATS)('where objects belong to another role: %s', async (format) => {
    const role = await createRole();
    await database.execute(`
      CREATE SCHEMA crm; CREATE TABLE crm.people (note text); GRANT SELECT ON crm.people TO PUBLIC;
      INSERT INTO crm.people VALUES ('ALTER TABLE crm.people OWNER TO nobody;');
      ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO ${role};
      CREATE FUNCTION crm.f() RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE VIEW crm.v AS SELECT * FROM crm.people`);
    cleanUp.push(() => database.execute(`ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM ${role}`));
    const app = await start({ user: role });
    const run = await backUp(app, { format });
    expect([run.status, run.error]).toEqual(['success', null]);
    expect(existsSync(join(app.home, 'backups/db', run.outputs[0]?.name ?? ''))).toBe(true);
  });
});
