import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ServerProcess } from '../testing/server-process.js';

/**
 * The workbench as it is installed, with its state in Postgres and a login role of its own. An attempt succeeds where
 * another role gets at the state, where a secret can be read in it, or where something of the workbench lives on when
 * it was killed.
 */
const ADMIN = { email: 'boss@example.org', password: 'a-password-in-no-table-81' };
const NAME = `attacked_state_${randomBytes(4).toString('hex')}`;
const OTHER = `${NAME}_other`;
const ROLE_PASSWORD = 'the-role-of-the-state-77';
const SECRETS = {
  key: 'gsk_copilot_key_in_no_table',
  hook: 'https://example.org/hook-in-no-table',
  database: 'database-password-in-no-table',
};

let outside: pg.Client;
let inside: pg.Client;
let server: ServerProcess;
let cookie: string;
const issued: string[] = [];
const urlOf = (database: string, login?: readonly [user: string, password: string]): string => {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  url.pathname = `/${database}`;
  if (login !== undefined) [url.username, url.password] = login;
  return url.href;
};
const clientOf = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};

beforeAll(async () => {
  outside = await clientOf(urlOf('postgres'));
  for (const role of [NAME, OTHER]) {
    await outside.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER PASSWORD '${ROLE_PASSWORD}'`);
  }
  await outside.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
  inside = await clientOf(urlOf(NAME));
  // As every version before 15 is installed.
  await inside.query('GRANT CREATE ON SCHEMA public TO PUBLIC');
  server = await started();
  cookie = await signedIn();
  await fill();
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await inside.end();
  await outside.query(`DROP DATABASE ${NAME} WITH (FORCE)`);
  for (const role of [NAME, OTHER]) await outside.query(`DROP ROLE ${role}`);
  await outside.end();
});

function started(): Promise<ServerProcess> {
  const { hostname, port, username, password, pathname } = new URL(process.env.TEST_POSTGRES_URL ?? '');
  const login = `kind: postgres, host: ${hostname}, port: ${port}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}"`;
  return ServerProcess.start(
    `connections:\n  - { id: pg, name: Postgres, ${login} }\n  - { id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb }\n`,
    {
      ...{ STATE_DATABASE_URL: urlOf(NAME, [NAME, ROLE_PASSWORD]), WORKBENCH_MODE: 'multi' },
      ...{ WORKBENCH_ADMIN_EMAIL: ADMIN.email, WORKBENCH_ADMIN_PASSWORD: ADMIN.password },
    },
  );
}

async function signedIn(): Promise<string> {
  const answer = await send('POST', '/api/auth/login', ADMIN, '');
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '');
  issued.push(...cookies.map((one) => one.split('=')[1] ?? '').filter((value) => value.length > 20));
  return cookies.join('; ');
}

async function send(method: string, path: string, body: object, as = cookie): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Origin: server.origin, Cookie: as };
  return fetch(new URL(path, server.origin), { method, headers, body: JSON.stringify(body) });
}

/** Puts a secret of each kind into the state. */
async function fill(): Promise<void> {
  const { host, port } = { host: '127.0.0.1', port: 5999 };
  const copilot = { provider: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1', model: 'x', timeout_s: 5 };
  const more = { token_budget: 1000, audit_text: true, connections: {}, default_level: 'names', key: SECRETS.key };
  const login = { host, port, database: 'x', user: 'x', password: SECRETS.database };
  const made = [
    await send('PUT', '/api/settings/copilot', { ...copilot, ...more }),
    await send('POST', '/api/connections', { id: 'sealed', name: 'Sealed', kind: 'postgres', ...login }),
    await send('POST', '/api/notifications/channels', { name: 'x', kind: 'slack', settings: { url: SECRETS.hook } }),
    await send('POST', '/api/profile/tokens', { name: 'x' }),
    await send('POST', '/api/users', { email: 'ann@example.org' }),
  ];
  const bodies = await Promise.all(made.map(async (answer) => (await answer.json()) as Record<string, string>));
  issued.push(bodies[3]?.token ?? '', bodies[4]?.link?.split('#')[1] ?? '');
  expect(made.map(({ status }) => status)).toEqual([200, 201, expect.any(Number), 201, 201]);
}

/** Every value of every table in every schema, as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await inside.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(20);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await inside.query<{ text: string }>(
        `SELECT coalesce(string_agg(t::text, chr(10)), '') AS text FROM ${name} t`,
      );
      return rows[0]?.text ?? '';
    }),
  );
  return texts.join('\n');
}

describe('the state at rest', () => {
  it('holds no secret that can be read', async () => {
    const text = await everything();
    expect(text).toContain('ann@example.org');
    const all = [...Object.values(SECRETS), ADMIN.password, ROLE_PASSWORD, ...issued];
    expect(issued.filter((one) => one.length < 16)).toEqual([]);
    expect(all.filter((secret) => text.includes(secret))).toEqual([]);
    const hex = all.map((secret) => Buffer.from(secret).toString('hex'));
    expect(hex.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('is not of a role that may do more than own it', async () => {
    const { rows } = await inside.query(
      `SELECT rolsuper, rolcreaterole, rolbypassrls FROM pg_roles WHERE rolname = '${NAME}'`,
    );
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolbypassrls: false }]);
    expect((await fetch(new URL('/api/health', server.origin))).status).toBe(200);
  });
});

describe('another role of the same server', () => {
  it.each([
    'SELECT * FROM auth_user',
    'SELECT * FROM public.copilot_setting',
    'SELECT * FROM audit_entry',
    'SELECT * FROM pgboss.job',
    'DELETE FROM public.auth_session',
    'CREATE TABLE public.planted (a int)',
    'CREATE TABLE pgboss.planted (a int)',
    "CREATE FUNCTION public.lower(varchar) RETURNS text LANGUAGE sql AS 'SELECT $1::text'",
    "CREATE FUNCTION public.coalesce_it(text) RETURNS text LANGUAGE sql SECURITY DEFINER AS 'SELECT $1'",
    'CREATE OPERATOR public.= (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = pg_catalog.texteq)',
    'CREATE SCHEMA planted',
    `CREATE SCHEMA ${OTHER}`,
    `ALTER ROLE ${NAME} SET search_path = planted`,
    `SET ROLE ${NAME}`,
    "NOTIFY workbench, 'x'; SELECT 1 FROM auth_user",
  ])('cannot: %s', async (sql) => {
    const other = await clientOf(urlOf(NAME, [OTHER, ROLE_PASSWORD]));
    try {
      await expect(other.query(sql)).rejects.toThrow(/permission denied|must be|not exist/);
    } finally {
      await other.end();
    }
  });
});

/** The processes that a process has started, and theirs. */
function descendants(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(Number(name)) === pid)
    .map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return -1;
  }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(50);
}

describe('a workbench that is killed', () => {
  it('leaves no process, no session, no lock and no temporary folder, and starts again', async () => {
    const long = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';
    const mark = `mark_${NAME}`;
    void send('POST', '/api/studio/runs', { connection_id: 'lake', sql: long }).catch(() => undefined);
    void send('POST', '/api/studio/runs', { connection_id: 'pg', sql: `SELECT pg_sleep(600) /* ${mark} */` }).catch(
      () => undefined,
    );
    const working = async () => {
      const { rows } = await outside.query<{ n: string }>(
        `SELECT count(*) AS n FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state = 'active' AND query LIKE '%${mark}%'`,
      );
      return Number(rows[0]?.n);
    };
    await until(async () => (await working()) === 1 && descendants(server.pid).length > 0);
    const left = descendants(server.pid);
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('data-workbench'));
    const before = folders();
    await server.stop('SIGKILL');
    await until(() => left.every((pid) => !existsSync(join('/proc', String(pid)))));
    await until(async () => {
      const { rows } = await outside.query<{ n: string }>(
        `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = '${NAME}' AND usename = '${NAME}'`,
      );
      return Number(rows[0]?.n) === 0;
    });
    const { rows: locks } = await outside.query(
      `SELECT l.objid FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE l.locktype = 'advisory' AND d.datname = '${NAME}'`,
    );
    expect(locks).toEqual([]);
    server = await started();
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200);
    expect(folders().filter((name) => !before.includes(name))).toEqual([]);
    cookie = await signedIn();
    expect((await send('POST', '/api/studio/runs', { connection_id: 'pg', sql: 'SELECT 1' })).status).toBe(201);
    // The database notices that the client is gone.
    await until(async () => (await working()) === 0);
  });
});
