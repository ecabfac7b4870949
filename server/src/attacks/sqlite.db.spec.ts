import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import type { ConnectionTestResult, Run } from '#libs/api';
import { FEATURES } from '../app.module.js';
import { AuthModule } from '../auth/index.js';
import { AuthApp, bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { casesOf } from '../faults/testing/rounds.js';

/** What only the state, another file or the system knows: in an answer, each means that an attack has succeeded. */
const SECRETS = ['canary-of-the-home', 'canary-of-another-file', '$argon2', 'root:x:0', 'boss@example.org'];
const READ_SECRETS = 'SELECT * FROM secrets; SELECT email, password_hash FROM auth_user';
const GENUINE = 'genuine row';
const SCHEMA = [
  'CREATE TABLE t (id INTEGER PRIMARY KEY, code TEXT)',
  `INSERT INTO t VALUES (1, '${GENUINE}')`,
  'CREATE VIRTUAL TABLE words USING fts5(word)',
  "INSERT INTO words VALUES ('hello')",
  'PRAGMA user_version = 5',
];

type Name = 'viewer' | 'writer';
let app: AuthApp;
let admin: Caller;
let ground: string;
let callers: Record<Name, Caller>;
let count = 0;

beforeAll(async () => {
  ground = mkdtempSync(join(tmpdir(), 'sqlite-attacks-'));
  makeFile(join(ground, 'lite.sqlite'), ...SCHEMA);
  makeFile(join(ground, 'other.sqlite'), ...secretTable('canary-of-another-file'));
  makeEvilFile(join(ground, 'evil.sqlite'));
  const connections = `connections:
  - { id: lite, name: Lite, kind: files, path: ${join(ground, 'lite.sqlite')}, read_only: false, confirm_destructive: false }
  - { id: evil, name: Evil, kind: files, path: ${join(ground, 'evil.sqlite')}, read_only: false, confirm_destructive: false }
`;
  app = await AuthApp.startWithAdmin({ features: FEATURES.filter((feature) => feature !== AuthModule), connections });
  makeFile(join(app.workbench.home, 'vault.sqlite'), ...secretTable('canary-of-the-home'));
  // The audit makes this file of its own a minute after the start: no trace of an attack.
  writeFileSync(join(app.workbench.home, 'audit-heads.ndjson'), '');
  admin = await app.signIn();
  const viewer = await app.admit(admin, 'viewer@example.org');
  const writer = await app.admit(admin, 'writer@example.org');
  const items = [
    { subject: 'everybody', level: 'query' },
    { subject: `user:${writer.id}`, level: 'write' },
  ];
  for (const id of ['lite', 'evil']) await admin.put(`/api/connections/${id}/access`, { items }).expect(200);
  callers = { viewer: viewer.caller, writer: writer.caller };
});
afterAll(async () => {
  await app.stop();
  rmSync(ground, { recursive: true });
});

function makeFile(path: string, ...statements: string[]): void {
  const database = new Database(path);
  for (const sql of statements) database.prepare(sql).run();
  database.close();
}

function secretTable(secret: string): string[] {
  return ['CREATE TABLE secrets (secret TEXT)', `INSERT INTO secrets VALUES ('${secret}')`];
}

/** A file whose stored schema calls what a connection may not call. */
function makeEvilFile(path: string): void {
  makeFile(
    path,
    ...SCHEMA,
    `CREATE VIEW loads AS SELECT load_extension('${join(ground, 'evil.so')}') AS a`,
    "CREATE VIEW reads AS SELECT fts3_tokenizer('simple') AS a",
    'CREATE VIEW pages AS SELECT * FROM dbstat',
    `CREATE TRIGGER on_insert AFTER INSERT ON t BEGIN SELECT load_extension('${join(ground, 'evil.so')}'); END`,
    "CREATE TRIGGER on_update AFTER UPDATE ON t BEGIN SELECT fts3_tokenizer('simple'); END",
  );
  const database = new Database(path);
  (database as unknown as { unsafeMode(isOn: boolean): void }).unsafeMode(true);
  database.pragma('writable_schema = ON');
  const entry = "INSERT INTO sqlite_schema VALUES ('table', ?, ?, 0, ?)";
  for (const [name, module] of [
    ['a_csv', "csv(filename='/etc/passwd')"],
    ['a_folder', "fsdir('/')"],
    ['a_page', 'sqlite_dbpage'],
  ]) {
    database.prepare(entry).run(name, name, `CREATE VIRTUAL TABLE ${name} USING ${module}`);
  }
  database.close();
}

async function runAs(who: Caller, sql: string, connectionId = 'lite'): Promise<{ run: Run; text: string }> {
  const started = bodyOf<Run>(await who.post('/api/studio/runs', { connection_id: connectionId, sql }).expect(201));
  for (;;) {
    const answer = await who.get(`/api/studio/runs/${started.id}`).expect(200);
    const run = bodyOf<Run>(answer);
    if (run.status !== 'running') return { run, text: answer.text };
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

/** All that an attack could have left: files, the bytes of other files, settings and schema of its own file. */
function traces(): object {
  const isJournal = (name: string): boolean => /-(?:wal|shm|journal)$/.test(name);
  const names = (folder: string): string[] => readdirSync(folder).filter((name) => !isJournal(name));
  const lite = new Database(join(ground, 'lite.sqlite'), { readonly: true });
  const all = (sql: string): unknown[] => [...lite.prepare(sql).iterate()];
  const settings = ['user_version', 'application_id', 'journal_mode', 'page_size', 'auto_vacuum', 'encoding'];
  try {
    return {
      files: names(ground),
      home: names(app.workbench.home),
      other: readFileSync(join(ground, 'other.sqlite')).toString('base64'),
      schema: all('SELECT type, name, sql FROM sqlite_schema ORDER BY name'),
      rows: all('SELECT * FROM t'),
      settings: settings.map((name) => lite.pragma(name)),
    };
  } finally {
    lite.close();
  }
}

async function roles(): Promise<string[]> {
  return Promise.all(Object.values(callers).map(async (caller) => (await caller.me()).user.role));
}

/** Fills in places: the state, a file in the home, another file, and a new file, which is also returned. */
function filled(sql: string): { sql: string; out: string } {
  const out = join(ground, `out-${++count}`);
  const places = { home: app.workbench.home, ground, out };
  const text = sql.replace(/\{(home|ground|out)\}/g, (_, name: keyof typeof places) => places[name]);
  return { sql: text, out };
}

async function expectHarmless(who: Name, attack: string, connectionId = 'lite'): Promise<Run> {
  const before = [traces(), await roles()];
  const { sql, out } = filled(attack);
  const { run, text } = await runAs(callers[who], sql, connectionId);
  for (const secret of SECRETS) expect(text).not.toContain(secret);
  expect(existsSync(out)).toBe(false);
  expect([traces(), await roles()]).toEqual(before);
  const after = await runAs(callers[who], 'SELECT code FROM t', connectionId);
  expect(after.run.statements[0]?.rows).toEqual([[GENUINE]]);
  return run;
}

/** A text that only SQLite reads as it does: other readers end the comment at the carriage return. */
const DISGUISES: readonly (readonly [string, (sql: string) => string])[] = [
  ['plain', (sql) => sql],
  ['behind a comment with a carriage return', (sql) => `-- x\rselect 1\n${sql}`],
];

const OTHER_FILES = [
  "ATTACH '{home}/state.sqlite' AS s; SELECT email, password_hash FROM s.auth_user",
  "ATTACH '{home}/vault.sqlite' AS s; SELECT * FROM s.secrets",
  "ATTACH DATABASE '{ground}/other.sqlite' AS s; SELECT * FROM s.secrets",
  'aTTaCH/**/\'{ground}/other.sqlite\'/**/AS/**/"main2"; SELECT * FROM main2.secrets',
  "ATTACH 'file:{ground}/other.sqlite?mode=ro' AS s; SELECT * FROM s.secrets",
  "ATTACH 'file:{ground}/other.sqlite?immutable=1' AS s; SELECT * FROM s.secrets",
  "ATTACH 'file:{ground}/other.sqlite?vfs=unix-none' AS s; SELECT * FROM s.secrets",
  "ATTACH '{ground}/' || 'other.sqlite' AS s; SELECT * FROM s.secrets",
  "ATTACH (SELECT '{ground}/other.sqlite') AS s; SELECT * FROM s.secrets",
  "ATTACH '{ground}/other.sqlite' AS s KEY 'x'; SELECT * FROM s.secrets",
  "ATTACH '{home}/state.sqlite' AS s; UPDATE s.auth_user SET role = 'admin'",
  "ATTACH '{ground}/other.sqlite' AS s; DELETE FROM s.secrets",
  "ATTACH '{out}' AS s; CREATE TABLE s.t (a)",
  "ATTACH ':memory:' AS s; CREATE TABLE s.t (a)",
  "ATTACH 'file:shared?mode=memory&cache=shared' AS s; CREATE TABLE s.t (a)",
  "ATTACH '' AS s; CREATE TABLE s.t (a)",
  "BEGIN; ATTACH '{ground}/other.sqlite' AS s; SELECT * FROM s.secrets",
  'DETACH main',
  "VACUUM INTO '{out}'",
  "VACUUM main INTO '{out}'",
  "VACUUM INTO 'file:{out}'",
  "VACUUM INTO (SELECT '{out}')",
  "VACUUM/**/INTO/**/'{ground}/' || 'copy.sqlite'",
  "VACUUM INTO '{ground}/other.sqlite'",
];

const SETTINGS = [
  "PRAGMA temp_store_directory = '{ground}'",
  "PRAGMA data_store_directory = '{ground}'",
  'PRAGMA temp_store = FILE',
  'PRAGMA journal_mode = WAL',
  'PRAGMA main.journal_mode = OFF',
  'PRAGMA "journal_mode"(MEMORY)',
  'PRAGMA wal_checkpoint(TRUNCATE)',
  'PRAGMA writable_schema = ON',
  "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE t (a)' WHERE name = 't'",
  'PRAGMA user_version = 7',
  'PRAGMA [user_version] = 7',
  'PRAGMA main.user_version(7)',
  'PRAGMA application_id = 7',
  'PRAGMA schema_version = 99',
  'PRAGMA auto_vacuum = FULL; VACUUM',
  "PRAGMA encoding = 'UTF-16'",
  'PRAGMA trusted_schema = ON',
  'PRAGMA query_only = OFF',
  'PRAGMA cell_size_check = OFF',
  'PRAGMA mmap_size = 1000000000',
  'PRAGMA hard_heap_limit = 0',
  'PRAGMA soft_heap_limit = 0',
  'PRAGMA locking_mode = EXCLUSIVE',
  'PRAGMA busy_timeout = 1000000000',
  'PRAGMA incremental_vacuum(9)',
  'PRAGMA synchronous = OFF',
  'PRAGMA optimize',
  "PRAGMA rekey = 'x'",
  'PRAGMA database_list',
  'PRAGMA vdbe_trace = ON',
  "SELECT * FROM pragma_journal_mode('wal')",
  'SELECT * FROM pragma_user_version(7)',
  'SELECT * FROM pragma_database_list',
];

const CODE = [
  "SELECT load_extension('{ground}/evil.so')",
  "SELECT load_extension('{ground}/evil.so', 'entry')",
  "WITH a AS (SELECT load_extension('{ground}/evil.so')) SELECT * FROM a",
  "SELECT readfile('/etc/passwd')",
  "SELECT writefile('{out}', 'x')",
  "SELECT edit('x', 'touch {out}')",
  "SELECT fts3_tokenizer('simple')",
  "SELECT fts3_tokenizer('simple', x'4141414141414141')",
  "CREATE VIRTUAL TABLE temp.x USING csv(filename='/etc/passwd'); SELECT * FROM temp.x",
  "CREATE VIRTUAL TABLE temp.x USING fsdir('/')",
  'CREATE VIRTUAL TABLE temp.x USING fts3tokenize(simple)',
  'CREATE VIRTUAL TABLE temp.x USING sqlite_dbpage',
  "CREATE VIRTUAL TABLE temp.x USING zipfile('{out}')",
  "SELECT * FROM fsdir('/etc')",
  'SELECT * FROM sqlite_dbpage',
  "INSERT INTO sqlite_dbpage VALUES (1, zeroblob(4096), 'main')",
  "UPDATE sqlite_schema SET sql = 'CREATE TABLE t (a)' WHERE name = 't'",
  'DELETE FROM sqlite_schema',
  'DELETE FROM words_data',
  'DROP TABLE words_content',
];

describe.each(['viewer', 'writer'] as const)('SQLite: a %s,', (who) => {
  describe.each(DISGUISES)('%s,', (name, disguise) => {
    /** In `npm test` each attack comes once from each person and once in each disguise, in `npm run soak` in all pairs. */
    const first = (who === 'viewer') === (name === 'plain') ? 0 : 1;
    const attacksOf = (all: readonly string[]) => casesOf(all, DISGUISES.length, first);

    it.each(attacksOf(OTHER_FILES))('reaches no other file by %s', async (sql) => {
      expect((await expectHarmless(who, disguise(sql))).status).toBe('failed');
    });

    it.each(attacksOf(SETTINGS))('changes nothing that outlives the session by %s', async (sql) => {
      expect((await expectHarmless(who, disguise(sql))).status).toBe('failed');
    });

    it.each(attacksOf(CODE))('runs no code and breaks no schema by %s', async (sql) => {
      expect((await expectHarmless(who, disguise(sql))).status).toBe('failed');
    });
  });
});

describe('SQLite: statements that SQLite takes and that change nothing', () => {
  it.each([
    "VACUUM temp INTO '{out}'",
    'EXPLAIN SELECT 1',
    'PRAGMA foreign_keys = OFF',
    "SELECT * FROM pragma_table_info('t')",
  ])('stay harmless: %s', async (sql) => {
    for (const who of ['viewer', 'writer'] as const) await expectHarmless(who, sql);
  });
});

describe('SQLite: what a file has stored in its schema', () => {
  it.each(['loads', 'reads', 'pages', 'a_csv', 'a_folder', 'a_page'])('is refused in %s', async (name) => {
    for (const who of ['viewer', 'writer'] as const) {
      expect((await expectHarmless(who, `SELECT * FROM ${name}`, 'evil')).status).toBe('failed');
    }
  });

  it.each(["INSERT INTO t VALUES (2, 'x')", "UPDATE t SET code = 'x'"])(
    'is refused in the trigger of %s',
    async (sql) => {
      expect((await expectHarmless('writer', sql, 'evil')).status).toBe('failed');
    },
  );

  it('is listed without running it', async () => {
    const { text } = await callers.viewer.get('/api/studio/completion?connection_id=evil');
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect((await runAs(callers.viewer, 'SELECT code FROM t', 'evil')).run.status).toBe('succeeded');
  });

  it('that a writer adds is refused when it is used', async () => {
    const add = `CREATE TEMP TRIGGER mine BEFORE UPDATE ON main.t BEGIN SELECT load_extension('{ground}/evil.so'); END`;
    expect((await expectHarmless('writer', `${add}; UPDATE t SET code = 'x'`)).status).toBe('failed');
  });

  it.each([0, 1, 2, 3])('may be damaged (%d): that costs the statement alone', async (seed) => {
    const path = join(ground, 'damaged.sqlite');
    const bytes = readFileSync(join(ground, 'evil.sqlite'));
    for (let at = 100 + seed; at < bytes.length; at += 97 + seed) bytes[at] = (at * (seed + 7)) % 256;
    writeFileSync(path, bytes);
    await admin.post('/api/connections', { id: `damaged-${seed}`, name: 'D', kind: 'files', path }).expect(201);
    await runAs(admin, 'SELECT * FROM t; SELECT * FROM words; PRAGMA integrity_check', `damaged-${seed}`);
    rmSync(path);
    expect((await runAs(callers.viewer, 'SELECT code FROM t')).run.statements[0]?.rows).toEqual([[GENUINE]]);
  });
});

describe('SQLite: a file of the workbench', () => {
  let links: string;
  beforeAll(() => {
    links = mkdtempSync(join(tmpdir(), 'sqlite-links-'));
    const { home } = app.workbench;
    symlinkSync(join(home, 'vault.sqlite'), join(links, 'soft.sqlite'));
    symlinkSync(join(links, 'soft.sqlite'), join(links, 'twice.sqlite'));
    symlinkSync(home, join(links, 'folder'));
    linkSync(join(home, 'vault.sqlite'), join(links, 'hard.sqlite'));
  });
  afterAll(() => rmSync(links, { recursive: true }));

  it.each([
    '{home}/vault.sqlite',
    '{home}/state.sqlite',
    '{home}/state.sqlite-wal',
    '{home}/secret.key',
    '{home}/../{name}/vault.sqlite',
    '{home}/./results/../vault.sqlite',
    '{links}/soft.sqlite',
    '{links}/twice.sqlite',
    '{links}/folder/vault.sqlite',
    '{links}/hard.sqlite',
  ])('is no connection as %s', async (place) => {
    const { home } = app.workbench;
    const path = place
      .replace('{home}', home)
      .replace('{name}', home.split('/').at(-1) ?? '')
      .replace('{links}', links);
    const input = { id: `own-${++count}`, name: 'Own', kind: 'files', path, read_only: false };
    const test = await admin.post('/api/connections/test', input).expect(200);
    expect(bodyOf<ConnectionTestResult>(test).ok).toBe(false);
    await admin.post('/api/connections', input).expect(201);
    const run = await admin.post('/api/studio/runs', { connection_id: input.id, sql: READ_SECRETS }).expect(502);
    for (const secret of SECRETS) expect(test.text + run.text).not.toContain(secret);
  });

  it.each(['vault.sqlite', 'state.sqlite'])(
    'is none where a link to %s takes the place of another file',
    async (name) => {
      const path = join(links, `swapped-${name}`);
      const id = `swapped-${++count}`;
      makeFile(path, ...SCHEMA);
      await admin.post('/api/connections', { id, name: 'Swapped', kind: 'files', path }).expect(201);
      expect((await runAs(admin, 'SELECT code FROM t', id)).run.status).toBe('succeeded');
      rmSync(path);
      symlinkSync(join(app.workbench.home, name), path);
      const { text } = await admin.post('/api/studio/runs', { connection_id: id, sql: READ_SECRETS }).expect(502);
      for (const secret of SECRETS) expect(text).not.toContain(secret);
    },
  );
});

describe('SQLite: memory and time', () => {
  const series = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 300)';
  it.each([
    'SELECT zeroblob(1000000000)',
    'SELECT hex(zeroblob(900000000))',
    'SELECT length(randomblob(1000000000))',
    "SELECT replace(hex(zeroblob(60000000)), '00', 'a long text instead')",
    "SELECT printf('%.*c', 900000000, 'x')",
    `${series} SELECT group_concat(hex(randomblob(1000000))) FROM c`,
    "WITH RECURSIVE c(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM c) SELECT max(s) FROM c",
    `${series} SELECT json_group_array(hex(randomblob(1000000))) FROM c`,
    `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
    `SELECT 1${' UNION ALL SELECT 1'.repeat(20_000)}`,
    `SELECT json_extract('${'['.repeat(50_000)}${']'.repeat(50_000)}', '$')`,
    `SELECT ${'abs('.repeat(5_000)}1${')'.repeat(5_000)}`,
  ])('beyond the limit end as a failed statement: %#', async (sql) => {
    const { run } = await runAs(callers.viewer, sql);
    expect(run.status).toBe('failed');
    expect(largestChild()).toBeLessThan(1.3 * 1024 ** 3);
    expect((await runAs(callers.viewer, 'SELECT code FROM t')).run.statements[0]?.rows).toEqual([[GENUINE]]);
  });

  it('leave another person their statements', async () => {
    const sql = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c';
    const endless = bodyOf<Run>(await callers.viewer.post('/api/studio/runs', { connection_id: 'lite', sql }));
    expect((await runAs(callers.writer, 'SELECT code FROM t')).run.statements[0]?.rows).toEqual([[GENUINE]]);
    await callers.viewer.post(`/api/studio/runs/${endless.id}/cancel`);
    expect((await runAs(callers.viewer, 'SELECT code FROM t')).run.status).toBe('succeeded');
  });
});

/** Bytes that the largest SQLite process has held in memory. */
function largestChild(): number {
  const pids = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n')
    .filter((line) => line.includes('sqlite-program'))
    .map((line) => line.trim().split(' ', 1)[0] ?? '');
  const peaks = pids.map((pid) => {
    const path = resolve('/proc', pid, 'status');
    return existsSync(path) ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) * 1024 : 0;
  });
  return Math.max(0, ...peaks);
}
