import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Run, RunList, RunRequest, SavedQuery } from '#libs/api';
import { FEATURES } from '../app.module.js';
import { AuthModule } from '../auth/index.js';
import { AuthApp, bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { POSTGRES_ATTEMPTS } from './testing/postgres-attempts.js';

/** Roles belong to the whole server: each run has its own. It owns its tables: no missing grant protects them. */
const ROLE = `attacked_${process.pid}`;
const FILE = join(tmpdir(), `attack-${process.pid}`);
const WRITE = 'INSERT INTO target VALUES (667)';

const SET_UP = `
  CREATE EXTENSION dblink;
  CREATE EXTENSION adminpack;
  CREATE ROLE ${ROLE} LOGIN PASSWORD 'x';
  GRANT CREATE, USAGE ON SCHEMA public TO ${ROLE};
  SET ROLE ${ROLE};
  CREATE TABLE target (a integer);
  INSERT INTO target VALUES (1);
  CREATE INDEX target_a ON target (a);
  CREATE SEQUENCE counter;
  CREATE VIEW view_plain AS SELECT a FROM target;
  CREATE MATERIALIZED VIEW view_kept AS SELECT a FROM target;
  CREATE FUNCTION write_by_function() RETURNS integer LANGUAGE sql AS 'INSERT INTO target VALUES (666) RETURNING a';
  CREATE FUNCTION write_as_owner() RETURNS integer LANGUAGE sql SECURITY DEFINER
    AS 'INSERT INTO target VALUES (666) RETURNING a';
  CREATE VIEW view_that_writes AS SELECT write_by_function();
  CREATE FUNCTION analyze_target() RETURNS integer LANGUAGE plpgsql AS 'BEGIN ANALYZE target; RETURN 1; END';
  CREATE PROCEDURE commit_and_write() LANGUAGE plpgsql
    AS 'BEGIN COMMIT; SET TRANSACTION READ WRITE; INSERT INTO target VALUES (666); END';
  SELECT lo_from_bytea(0, 'kept') AS object;
  RESET ROLE`;

/** Everything that an attempt could have changed, in one row. */
const STATE = `
  SELECT (SELECT string_agg(a::text, ',' ORDER BY a) FROM target) AS rows,
         (SELECT last_value || ' ' || is_called FROM counter) AS sequence,
         (SELECT string_agg(oid || ' ' || relfilenode || ' ' || coalesce(relacl::text, ''), ';' ORDER BY oid) FROM pg_class
           WHERE oid >= 16384) AS relations,
         (SELECT count(*) FROM pg_attribute WHERE attrelid >= 16384)::text AS columns,
         (SELECT string_agg(oid::text, ',' ORDER BY oid) FROM pg_proc WHERE oid >= 16384) AS functions,
         (SELECT string_agg(nspname, ',' ORDER BY oid) FROM pg_namespace) AS schemas,
         (SELECT count(*) FROM pg_rewrite)::text AS rules,
         (SELECT count(*) FROM pg_description)::text AS comments,
         (SELECT count(*) FROM pg_default_acl)::text AS defaults,
         (SELECT count(*) FROM pg_extension)::text AS extensions,
         (SELECT count(*) FROM pg_event_trigger)::text AS triggers,
         (SELECT count(*) FROM pg_statistic WHERE starelid = 'target'::regclass)::text AS statistics,
         (SELECT string_agg(oid || encode(lo_get(oid), 'hex'), ',' ORDER BY oid) FROM pg_largeobject_metadata) AS objects,
         (SELECT rolsuper || rolpassword FROM pg_authid WHERE rolname = '${ROLE}') AS role,
         (SELECT count(*) FROM pg_roles WHERE rolname = 'made_role')::text AS roles,
         (SELECT count(*) FROM pg_database WHERE datname = 'made')::text AS databases,
         (SELECT count(*) FROM pg_db_role_setting WHERE setrole = '${ROLE}'::regrole
             OR setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database()))::text AS settings,
         (SELECT count(*) FROM pg_file_settings WHERE name = 'default_transaction_read_only')::text AS configuration,
         (SELECT count(*) FROM pg_prepared_xacts)::text AS prepared`;

/** Ways in which a viewer, or a writer who follows a link, runs SQL. */
const WAYS = ['a viewer on a read-only connection', 'a viewer', 'a read-only run of a writer'] as const;
type Way = (typeof WAYS)[number];

let app: AuthApp;
let database: TestDatabase;
let victim: pg.Client;
let names: Readonly<Record<string, string>>;
let ann: Caller;
let bob: Caller;
let token: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(SET_UP);
  victim = new pg.Client({ ...database.config, ssl: false, password: database.config.password ?? '' });
  victim.on('error', () => undefined);
  await victim.connect();
  const { host, port, database: name, user, password } = database.config;
  const place = `kind: postgres, host: ${host}, port: ${port}, database: ${name}`;
  const connections = `connections:
  - { id: ro, name: Read-only, ${place}, user: ${ROLE}, password: x, read_only: true }
  - { id: rw, name: Writable, ${place}, user: ${ROLE}, password: x, confirm_destructive: false }
  - { id: root, name: Root, ${place}, user: ${user}, password: "${password ?? ''}", confirm_destructive: false }
`;
  app = await AuthApp.startWithAdmin({ features: FEATURES.filter((one) => one !== AuthModule), connections });
  await admit();
  const { rows: objects } = await database.execute('SELECT max(oid)::text AS oid FROM pg_largeobject_metadata');
  const { rows: pids } = await victim.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  names = { ':file': FILE, ':object': objects[0]?.oid ?? '', ':victim': String(pids[0]?.pid) };
});
afterAll(async () => {
  await app.stop();
  await victim.end().catch(() => undefined);
  await database.execute('SELECT lo_unlink(oid) FROM pg_largeobject_metadata');
  await database.execute(`DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`);
  await database.dispose();
  rmSync(FILE, { force: true });
});

async function admit(): Promise<void> {
  const admin = await app.signIn();
  const people = { ann: await app.admit(admin, 'ann@example.org'), bob: await app.admit(admin, 'bob@example.org') };
  ann = people.ann.caller;
  bob = people.bob.caller;
  token = app.bearer((await bob.token()).token);
  for (const [id, level] of [
    ['ro', 'write'],
    ['rw', 'query'],
    ['root', 'write'],
  ] as const) {
    const items = [
      { subject: `user:${people.ann.id}`, level },
      { subject: `user:${people.bob.id}`, level: 'write' },
    ];
    await admin.put(`/api/connections/${id}/access`, { items }).expect(200);
  }
}

const filled = (sql: string): string =>
  Object.entries(names).reduce((text, [name, value]) => text.replaceAll(name, value), sql);
const state = async (): Promise<object> => {
  const { rows } = await database.execute(STATE);
  const answered = await victim.query<{ alive: string }>(`SELECT 'alive' AS alive`).catch(() => ({ rows: [] }));
  return { ...rows[0], file: existsSync(FILE), victim: answered.rows[0]?.alive };
};

async function run(caller: Caller, request: RunRequest): Promise<Run | null> {
  const answer = await caller.post('/api/studio/runs', request);
  if (answer.status >= 300) return null;
  let run = bodyOf<Run>(answer);
  while (run.status === 'running') run = bodyOf<Run>(await caller.get(`/api/studio/runs/${run.id}`).expect(200));
  return run;
}

function asker(way: Way): { caller: Caller; request: (sql: string) => RunRequest } {
  const session = { session_id: `attack-${WAYS.indexOf(way)}` };
  if (way === 'a viewer') return { caller: ann, request: (sql) => ({ connection_id: 'rw', sql, ...session }) };
  if (way === 'a viewer on a read-only connection') {
    return { caller: ann, request: (sql) => ({ connection_id: 'ro', sql, ...session }) };
  }
  return { caller: bob, request: (sql) => ({ connection_id: 'rw', sql, read_only: true, ...session }) };
}

describe.each(WAYS)('%s', (way) => {
  it.each(POSTGRES_ATTEMPTS)('does not get %s by %j', async (_, sql) => {
    const { caller, request } = asker(way);
    const before = await state();
    const attempt = await run(caller, request(filled(sql)));
    expect(JSON.stringify(attempt?.statements.map(({ rows }) => rows) ?? [])).not.toContain('root:');
    expect(await state()).toEqual(before);
    const write = await run(caller, request(WRITE));
    expect(write).toMatchObject({ status: 'failed', statements: [{ error: { sqlstate: '25006' } }] });
    expect(await state()).toEqual(before);
  });
});

describe('what is looked at', () => {
  /** By a superuser who may write, so that every kind of change shows. */
  it.each([
    ['rows', 'INSERT INTO target VALUES (2)', 'DELETE FROM target WHERE a = 2'],
    ['sequence', `SELECT nextval('counter')`, `SELECT setval('counter', 1, false)`],
    ['relations', 'CREATE TABLE made (a integer)', 'DROP TABLE made'],
    ['functions', 'CREATE FUNCTION made() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$', 'DROP FUNCTION made()'],
    ['schemas', 'CREATE SCHEMA made', 'DROP SCHEMA made'],
    ['objects', 'SELECT lo_create(4242)', 'SELECT lo_unlink(4242)'],
    ['objects', `SELECT lo_put(:object, 0, 'KEPT')`, `SELECT lo_put(:object, 0, 'kept')`],
    ['statistics', 'ANALYZE target', `DELETE FROM pg_statistic WHERE starelid = 'target'::regclass`],
    ['role', `ALTER ROLE ${ROLE} SUPERUSER`, `ALTER ROLE ${ROLE} NOSUPERUSER`],
    ['settings', `ALTER ROLE ${ROLE} SET work_mem = '1MB'`, `ALTER ROLE ${ROLE} RESET work_mem`],
    ['comments', `COMMENT ON TABLE target IS 'x'`, 'COMMENT ON TABLE target IS NULL'],
    ['file', `COPY (SELECT 1) TO ':file'`, `SELECT pg_file_unlink(':file')`],
  ])('sees a change of the %s by %s', async (part, sql, undo) => {
    const before = (await state()) as Record<string, unknown>;
    const done = await run(bob, { connection_id: 'root', sql: filled(sql) });
    expect(done?.status).toBe('succeeded');
    expect(((await state()) as Record<string, unknown>)[part]).not.toEqual(before[part]);
    await database.execute(filled(undo));
    expect(((await state()) as Record<string, unknown>)[part]).toEqual(before[part]);
  });
});

/** Other routes that take SQL, as a viewer on either connection. */
const ROUTES: readonly (readonly [string, (connection: string) => readonly [string, object]])[] = [
  ['explain', (id) => ['/api/studio/explain', { connection_id: id, sql: WRITE }]],
  [
    'explain with analyze',
    (id) => ['/api/studio/explain', { connection_id: id, sql: WRITE, analyze: true, confirm_changes: true }],
  ],
  [
    'explain of a function',
    (id) => ['/api/studio/explain', { connection_id: id, sql: 'SELECT write_by_function()', analyze: true }],
  ],
  [
    'explain of a large object',
    (id) => ['/api/studio/explain', { connection_id: id, sql: 'SELECT lo_create(0)', analyze: true }],
  ],
  ['an export', (id) => ['/api/studio/exports', { connection_id: id, sql: WRITE, format: 'csv' }]],
  [
    'an export of a function',
    (id) => ['/api/studio/exports', { connection_id: id, sql: 'SELECT write_by_function()', format: 'csv' }],
  ],
  [
    'an export of a large object',
    (id) => ['/api/studio/exports', { connection_id: id, sql: 'SELECT lo_create(0)', format: 'csv' }],
  ],
  [
    'a new row',
    (id) => [
      '/api/studio/rows',
      { connection_id: id, table: { schema: 'public', name: 'target' }, values: { a: '666' } },
    ],
  ],
  ['formatting', (id) => ['/api/studio/format', { connection_id: id, sql: `${WRITE};` }]],
  ['underlining', (id) => ['/api/studio/lint', { connection_id: id, sql: `COMMIT; ${WRITE}` }]],
];

describe.each(['ro', 'rw'])('another route, as a viewer on %s', (connection) => {
  it.each(ROUTES)('writes nothing by %s', async (_, ask) => {
    const before = await state();
    const [path, body] = ask(connection);
    await ann.post(path, body);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await state()).toEqual(before);
  });

  it.each([
    'SELECT write_by_function() AS id',
    'SELECT lo_create(0)::int AS id',
    `SELECT pg_notify('x', 'y')::text AS id`,
  ])('writes nothing by a layer of %s', async (sql) => {
    const before = await state();
    const saved = await ann.post('/api/studio/queries', {
      name: `layer ${connection} ${sql}`,
      connection_id: connection,
      sql: `${sql}, point(0, 0) AS geom`,
    });
    const { id } = bodyOf<SavedQuery>(saved);
    for (const path of ['tilejson', 'layer', 'hint', '0/0/0']) await ann.get(`/api/tiles/${id}/${path}`);
    expect(await state()).toEqual(before);
  });
});

/** What a page of another site can have a browser send; the cookie goes along. */
const CROSS_SITE: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a form', { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['a form of plain text', { Origin: 'https://evil.example', 'Content-Type': 'text/plain' }],
  ['a script', { Origin: 'https://evil.example', 'Content-Type': 'application/json' }],
  ['a script of a sister site', { Origin: 'http://localhost:1', 'Content-Type': 'application/json' }],
  ['another port', { Origin: 'http://127.0.0.1:1', 'Content-Type': 'application/json' }],
  ['a sandboxed frame', { Origin: 'null', 'Content-Type': 'application/json' }],
  ['a request without an origin', { Origin: '', 'Content-Type': 'application/json' }],
  ['a same-site fetch', { Origin: '', 'Sec-Fetch-Site': 'same-site' }],
  ['a cross-site fetch', { Origin: '', 'Sec-Fetch-Site': 'cross-site' }],
  ['a method in a header', { Origin: 'https://evil.example', 'X-HTTP-Method-Override': 'POST' }],
];

describe('a page of another site', () => {
  const runsOf = async (sql: string): Promise<number> => {
    const { items } = bodyOf<RunList>(await bob.get('/api/studio/runs').expect(200));
    return items.filter(({ statements }) => statements.some((statement) => statement.sql === sql)).length;
  };
  const forged = 'INSERT INTO target VALUES (668)';
  const sent = { connection_id: 'rw', sql: forged };

  it.each(CROSS_SITE)('runs nothing by %s', async (_, headers) => {
    const before = await state();
    const body = JSON.stringify(sent);
    const answer = await fetch(new URL('/api/studio/runs', app.origin), {
      method: 'POST',
      headers: bob.with(headers).headers,
      body,
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect([await state(), await runsOf(forged)]).toEqual([before, 0]);
  });

  it.each(['/studio', '/api/studio/runs', '/api/studio/explain', '/api/studio/exports', '/layers/x', '/explore'])(
    'runs nothing by a link to %s',
    async (path) => {
      const before = await state();
      const query = new URLSearchParams({ ...sent, connection: 'rw', on: 'rw', _method: 'POST', run: '1' });
      for (const fetchSite of ['', 'cross-site']) {
        await bob.with({ Origin: '', 'Sec-Fetch-Site': fetchSite }).get(`${path}?${query.toString()}`);
      }
      expect([await state(), await runsOf(forged)]).toEqual([before, 0]);
    },
  );

  it('does not hold back the page of the workbench, or a token', async () => {
    const before = await state();
    for (const caller of [bob, bob.with({ Origin: '', 'Sec-Fetch-Site': 'same-origin' }), token]) {
      expect((await run(caller, sent))?.status).toBe('succeeded');
    }
    expect(await state()).not.toEqual(before);
    await database.execute('DELETE FROM target WHERE a = 668');
  });
});
