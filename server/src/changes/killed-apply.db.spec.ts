import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import { until } from '../connections/engines/testing/index.js';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { delayOf, roundsOf } from '../faults/testing/rounds.js';
import { HttpCaller } from '../testing/http-caller.js';
import { ServerProcess } from '../testing/server-process.js';
import { editsOf, seen } from './testing/changes-app.js';

const ROWS = 300;
/** Longer than applying that many rows takes. */
const LONGEST_MS = 700;
const ROUNDS = roundsOf(2);

/** Where a change set is applied. */
type Target = 'pg' | 'lite';

/** Rows that exchange a unique value; what gives it up in between takes long, as soon as `slow` says so. */
const SLOW_SEATS_PG = `
  CREATE TABLE slow (steps integer NOT NULL);
  INSERT INTO slow VALUES (0);
  CREATE TABLE seats (id integer PRIMARY KEY, u text UNIQUE);
  INSERT INTO seats VALUES (1, 'a'), (2, 'b'), (3, 'c');
  CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(steps) FROM slow; RETURN NULL; END $$;
  CREATE TRIGGER lingers AFTER UPDATE ON seats FOR EACH ROW WHEN (NEW.u IS NULL) EXECUTE FUNCTION linger()`;
const SLOW_SEATS_LITE = `
  CREATE TABLE slow (steps INT NOT NULL);
  INSERT INTO slow VALUES (0);
  CREATE TABLE seats (id INTEGER PRIMARY KEY, u TEXT UNIQUE);
  INSERT INTO seats VALUES (1, 'a'), (2, 'b'), (3, 'c');
  CREATE TRIGGER lingers AFTER UPDATE ON seats WHEN NEW.u IS NULL BEGIN
    SELECT count(*) FROM (
      WITH RECURSIVE c (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < (SELECT steps FROM slow))
      SELECT n FROM c);
  END`;

let folder: string;
let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute('CREATE TABLE counted (id integer PRIMARY KEY, n integer NOT NULL)');
  await database.execute(`INSERT INTO counted SELECT n, 0 FROM generate_series(1, ${ROWS}) AS n`);
  await database.execute(SLOW_SEATS_PG);
  const { host, port, database: name, user, password } = database.config;
  const login = `host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}"`;
  folder = mkdtempSync(join(tmpdir(), 'killed-apply-'));
  const file = new DatabaseSync(liteFile());
  file.exec('CREATE TABLE counted (id INTEGER PRIMARY KEY, n INT NOT NULL)');
  for (let id = 1; id <= ROWS; id += 1) file.exec(`INSERT INTO counted VALUES (${id}, 0)`);
  file.exec(SLOW_SEATS_LITE);
  file.close();
  const connections = `connections:
  - { id: pg, name: Shop, kind: postgres, ${login} }
  - { id: lite, name: Lite, kind: files, path: ${liteFile()}, read_only: false }
`;
  server = await ServerProcess.start(connections, { STATE_DATABASE_URL: '' });
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await database.dispose();
  rmSync(folder, { recursive: true });
});

const liteFile = (): string => join(folder, 'some.sqlite');

async function ask(method: string, path: string, body?: object): Promise<ChangeSetDetails> {
  const answer = await new HttpCaller(server.origin).send<ChangeSetDetails>(method, path, body);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** The cells of the first column of a query. */
async function cells(target: Target, sql: string): Promise<unknown[]> {
  if (target === 'pg') return (await database.execute(sql)).rows.map((row) => Object.values(row)[0]);
  const file = new DatabaseSync(liteFile(), { timeout: 5_000 });
  try {
    return file
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0]);
  } finally {
    file.close();
  }
}

/** Whether a row has given its value up, and the transaction is still open. */
async function isLingering(target: Target): Promise<boolean> {
  if (target === 'pg')
    return (await cells(target, "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'")).length > 0;
  const file = new DatabaseSync(liteFile(), { timeout: 0 });
  try {
    file.exec('BEGIN IMMEDIATE');
    return false;
  } catch {
    return true;
  } finally {
    file.close();
  }
}

/** The numbers that the rows have: one where the change set was applied whole or not at all. */
async function numbers(target: Target): Promise<number[]> {
  return (await cells(target, 'SELECT DISTINCT n FROM counted ORDER BY n')).map(Number);
}

async function settled(id: string): Promise<ChangeSetDetails> {
  for (;;) {
    const change = await ask('GET', `/api/changes/${id}`);
    if (!change.is_uncertain) return change;
    await wait(200);
  }
}

it.each<[Target, string]>([
  ['pg', 'public'],
  ['lite', 'main'],
])(
  'a workbench that is killed while it applies leaves all or nothing, and knows which: %s',
  async (target, schema) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [n = 0] = await numbers(target);
      const edit = editsOf('counted', schema).update;
      const items = Array.from({ length: ROWS }, (_, index) =>
        edit({ id: String(index + 1) }, { n: String(n) }, { n: String(n + 1) }),
      );
      const { id } = await ask('POST', '/api/changes', { connection_id: target, items });
      const change = await ask('POST', `/api/changes/${id}/rehearse`);
      const applying = ask('POST', `/api/changes/${id}/apply`, seen(change)).catch(() => null);
      await wait(delayOf(round, LONGEST_MS));
      await server.end('SIGKILL');
      await applying;
      await server.restart();
      const { state } = await settled(id);
      const isApplied = state === 'applied';
      expect([state, await numbers(target)]).toEqual([isApplied ? 'applied' : 'draft', [isApplied ? n + 1 : n]]);
    }
  },
  60_000 * ROUNDS,
);

it.each<[Target, string, string]>([
  ['pg', 'public', '4'],
  ['lite', 'main', '30000000'],
])(
  'a workbench that is killed between the steps of an exchange of unique values leaves every row as it was: %s',
  async (target, schema, slow) => {
    const { update } = editsOf('seats', schema);
    const rotated = ['b', 'c', 'a'];
    const items = ['a', 'b', 'c'].map((u, index) =>
      update({ id: String(index + 1) }, { u }, { u: rotated[index] ?? null }),
    );
    const seats = () => cells(target, 'SELECT u FROM seats ORDER BY id');
    const { id } = await ask('POST', '/api/changes', { connection_id: target, items });
    const change = await ask('POST', `/api/changes/${id}/rehearse`);
    expect(change.rehearsal).toMatchObject({ status: 'ready', failures: [] });
    await cells(target, `UPDATE slow SET steps = ${slow} RETURNING steps`);
    const applying = ask('POST', `/api/changes/${id}/apply`, seen(change)).catch(() => null);
    // The lock of a file is taken before the row is written.
    const lingers = async () => (await isLingering(target)) && (await wait(200), await isLingering(target));
    const ended = applying.then((answer) => Promise.reject(new Error(`It ended: ${JSON.stringify(answer)}`)));
    await Promise.race([until('a step between the values lingers', lingers), ended]);
    await server.end('SIGKILL');
    await applying;
    await cells(target, 'UPDATE slow SET steps = 0 RETURNING steps');
    await server.restart();
    expect([(await settled(id)).state, await seats()]).toEqual(['draft', ['a', 'b', 'c']]);

    const again = await ask('POST', `/api/changes/${id}/rehearse`);
    const applied = await ask('POST', `/api/changes/${id}/apply`, seen(again));
    expect([applied.state, await seats()]).toEqual(['applied', rotated]);
  },
);
