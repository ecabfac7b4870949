import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
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

let folder: string;
let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute('CREATE TABLE counted (id integer PRIMARY KEY, n integer NOT NULL)');
  await database.execute(`INSERT INTO counted SELECT n, 0 FROM generate_series(1, ${ROWS}) AS n`);
  const { host, port, database: name, user, password } = database.config;
  const login = `host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}"`;
  folder = mkdtempSync(join(tmpdir(), 'killed-apply-'));
  const file = new DatabaseSync(liteFile());
  file.exec('CREATE TABLE counted (id INTEGER PRIMARY KEY, n INT NOT NULL)');
  for (let id = 1; id <= ROWS; id += 1) file.exec(`INSERT INTO counted VALUES (${id}, 0)`);
  file.close();
  const connections = `connections:
  - { id: pg, name: Shop, kind: postgres, ${login} }
  - { id: lite, name: Lite, kind: files, path: ${liteFile()}, read_only: false }
`;
  server = await ServerProcess.start(connections, { STATE_DATABASE_URL: '' });
}, 120_000);
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

/** The numbers that the rows have: one where the change set was applied whole or not at all. */
async function numbers(target: Target): Promise<number[]> {
  const sql = 'SELECT DISTINCT n FROM counted ORDER BY n';
  if (target === 'pg') return (await database.execute(sql)).rows.map(({ n }) => Number(n));
  const file = new DatabaseSync(liteFile(), { timeout: 5_000 });
  try {
    return file
      .prepare(sql)
      .all()
      .map(({ n }) => Number(n));
  } finally {
    file.close();
  }
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
