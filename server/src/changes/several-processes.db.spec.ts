import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangeItem, ChangeSetDetails, ChangeSetList, Run } from '#libs/api';
import { roundsOf } from '../faults/testing/rounds.js';
import type { HttpAnswer } from '../testing/http-caller.js';
import { ServerCluster } from '../testing/server-cluster.js';
import { seen } from './testing/changes-caller.js';

const COUNT = 3;
const ROUNDS = roundsOf(1);
/** It is not done twice without showing: it adds to what is there. */
const ADD_ONE: readonly ChangeItem[] = [{ kind: 'statement', sql: 'UPDATE counted SET n = n + 1' }];
/** Of another process, or of what it holds. */
const REFUSED = [409, 422, 502, 503, 504];

let folder: string;
let cluster: ServerCluster;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'several-changes-'));
  const file = new DatabaseSync(join(folder, 'some.sqlite'));
  file.exec('CREATE TABLE other (id INTEGER PRIMARY KEY)');
  file.close();
  const files = `  - { id: lite, name: Lite, kind: files, path: ${join(folder, 'some.sqlite')}, read_only: false, confirm_destructive: false }
  - { id: duck, name: Duck, kind: duckdb, path: ${join(folder, 'some.duckdb')}, confirm_destructive: false }
`;
  cluster = await ServerCluster.start(COUNT, {}, files);
  const [key, ...others] = [0, 1, 2].map((place) => join(cluster.server(place).home, 'secret.key'));
  for (const other of others) copyFileSync(key ?? '', other);
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

const send = <T = ChangeSetDetails>(place: number, method: string, path: string, body?: object) =>
  cluster.caller(place).send<T>(method, path, body);

async function ask(place: number, method: string, path: string, body?: object): Promise<ChangeSetDetails> {
  const { status, body: answer } = await send(place, method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

/** The same again until another process has let go of a file. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 60; tries += 1) {
    const done = await work().catch(() => null);
    if (done !== null) return done;
    await wait(500);
  }
  return work();
}

/** The cells of the last statement, at the first process. */
function execute(connection: string, sql: string): Promise<string> {
  return inTurn(async () => {
    const answer = await send<Run>(0, 'POST', '/api/studio/runs', { connection_id: connection, sql });
    let run = answer.body;
    while (run.status === 'running') {
      await wait(20);
      run = (await send<Run>(0, 'GET', `/api/studio/runs/${run.id}`)).body;
    }
    if (run.status !== 'succeeded') throw new Error(JSON.stringify(run));
    return (run.statements.at(-1)?.rows ?? []).flat().join();
  });
}

async function settled(id: string): Promise<ChangeSetDetails> {
  for (;;) {
    const change = await ask(1, 'GET', `/api/changes/${id}`);
    if (!change.is_uncertain) return change;
    await wait(500);
  }
}

const numbers = (connection: string) => execute(connection, 'SELECT n FROM counted');
const apply = (place: number, change: ChangeSetDetails) =>
  send(place, 'POST', `/api/changes/${change.id}/apply`, seen(change));

async function rehearsed(connection: string): Promise<ChangeSetDetails> {
  const { id } = await ask(0, 'POST', '/api/changes', { connection_id: connection, items: ADD_ONE });
  return inTurn(() => ask(0, 'POST', `/api/changes/${id}/rehearse`));
}

/** Applied by the first process that has the file. */
async function applied(change: ChangeSetDetails): Promise<ChangeSetDetails> {
  const { id } = change;
  return inTurn(async () => {
    const now = await settled(id);
    if (now.state === 'applied') return now;
    const done = await apply(
      0,
      now.rehearsal?.status === 'ready' ? now : await ask(0, 'POST', `/api/changes/${id}/rehearse`),
    );
    if (done.status !== 200) throw new Error(JSON.stringify(done.body));
    return done.body;
  });
}

function expectRefusals(answers: readonly HttpAnswer<unknown>[]): void {
  for (const { status } of answers) if (status !== 200) expect(REFUSED).toContain(status);
}

describe.each(['pg', 'lite', 'duck'])('three processes with one change set, on %s', (connection) => {
  beforeEach(async () => {
    await execute(
      connection,
      'DROP TABLE IF EXISTS counted; CREATE TABLE counted (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO counted VALUES (1, 0)',
    );
  });

  it(
    'apply it once, however many do at once',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = Number(await numbers(connection));
        const change = await rehearsed(connection);
        const answers = await Promise.all([0, 1, 2].map((place) => apply(place, change)));
        expectRefusals(answers);
        const { state } = await settled(change.id);
        expect(await numbers(connection)).toBe(String(before + (state === 'applied' ? 1 : 0)));
        expect(answers.some(({ status }) => status === 200)).toBe(state === 'applied');
        expect((await applied(change)).state).toBe('applied');
        expect(await numbers(connection)).toBe(String(before + 1));
      }
    },
    120_000 * ROUNDS,
  );

  it(
    'keep what was applied as it was reviewed while another one rehearses it',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = Number(await numbers(connection));
        const change = await rehearsed(connection);
        const [done, ...others] = await Promise.all([
          apply(0, change),
          ...[1, 2].map((place) => send(place, 'POST', `/api/changes/${change.id}/rehearse`)),
        ]);
        expectRefusals([done, ...others]);
        const now = await applied(change);
        expect(await numbers(connection)).toBe(String(before + 1));
        expect(now.rehearsal).toMatchObject({ status: 'ready', statements: [{ affected_rows: 1 }] });
        const undo = await inTurn(() => ask(0, 'POST', `/api/changes/${now.id}/undo`));
        await applied(undo);
        expect(await numbers(connection)).toBe(String(before));
      }
    },
    120_000 * ROUNDS,
  );

  it(
    'take it back once, while others take it back and apply it again',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = Number(await numbers(connection));
        const change = await applied(await rehearsed(connection));
        const drafts: ChangeSetDetails[] = [];
        while (drafts.length < 2) {
          const { id } = await inTurn(() => ask(0, 'POST', `/api/changes/${change.id}/undo`));
          drafts.push(await inTurn(() => ask(0, 'POST', `/api/changes/${id}/rehearse`)));
        }
        const answers = await Promise.all([...drafts.map((draft, place) => apply(place, draft)), apply(2, change)]);
        expectRefusals(answers);
        expect(answers[2]?.status).toBe(409);
        const states = await Promise.all(drafts.map(async ({ id }) => (await settled(id)).state));
        const undone = states.filter((state) => state === 'applied').length;
        expect(undone).toBeLessThan(2);
        expect(await numbers(connection)).toBe(String(before + 1 - undone));
        expect((await settled(change.id)).state).toBe(undone === 1 ? 'undone' : 'applied');
      }
    },
    120_000 * ROUNDS,
  );
});

it('have one list of what was done', async () => {
  const lists = await Promise.all(
    [0, 1, 2].map((place) => send<ChangeSetList>(place, 'GET', '/api/changes?limit=200')),
  );
  const [first, ...others] = lists.map(({ body }) => body.items.map(({ id, state, version }) => [id, state, version]));
  expect(first?.length).toBeGreaterThan(5);
  for (const other of others) expect(other).toEqual(first);
});
