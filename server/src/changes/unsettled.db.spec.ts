import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import { State } from '../platform/index.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { ChangesModule } from './changes.module.js';
import { ChangeApplier } from './change-applier.service.js';
import { ChangeSetRecord } from './storage/change-set.entity.js';
import type { ApplyAttempt } from './storage/change-set.entity.js';
import { ChangesCaller, editsOf, seen } from './testing/changes-caller.js';

/** Less than a database that does not answer is waited for. */
const START_MS = 8_000;
const DAY_MS = 24 * 60 * 60_000;

const people = editsOf('people', 'main');
const EDIT = people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' });

/** A server that takes connections and never answers. */
class SilentServer {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer(
    (socket) => void this.sockets.add(socket.on('error', () => undefined)),
  );

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

let folder: string;
let silent: SilentServer;
let port: number;
let workbench: TestWorkbench;
let caller: ChangesCaller;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unsettled-'));
  const file = new DatabaseSync(join(folder, 'some.sqlite'));
  file.exec(`CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO people VALUES (1, 'Ann');
    CREATE TABLE log (n INTEGER); INSERT INTO log VALUES (0)`);
  file.close();
  copyFileSync(join(folder, 'some.sqlite'), join(folder, 'other.sqlite'));
  silent = new SilentServer();
  port = await silent.start();
  await start(['silent', 'lite']);
});
afterEach(async () => {
  await workbench.stop();
  silent.stop();
  rmSync(folder, { recursive: true });
});

/** Starts the workbench with some connections; once more in the same state where it was started before. */
async function start(ids: readonly string[], path = 'some.sqlite', home?: string): Promise<void> {
  const lines = {
    silent: `{ id: silent, name: Silent, kind: postgres, host: 127.0.0.1, port: ${port}, database: x, user: x, password: x }`,
    lite: `{ id: lite, name: Lite, kind: files, path: ${join(folder, path)}, read_only: false }`,
  };
  const connections = `connections:\n${ids.map((id) => `  - ${lines[id as keyof typeof lines]}\n`).join('')}`;
  const place = home === undefined ? {} : { home };
  workbench = await TestWorkbench.start({ features: [ChangesModule], connections, ...place });
  caller = new ChangesCaller(workbench, 'lite');
}

async function restart(ids: readonly string[], path?: string): Promise<void> {
  await workbench.stop({ keepHome: true });
  await start(ids, path, workbench.home);
}

/** As where its process died before the answer to its commit. */
async function keepAttempt(change: ChangeSetDetails, more: Partial<ApplyAttempt> = {}): Promise<void> {
  const attempt = { transactionId: null, effect: '0'.repeat(64), by: change.author, at: change.changed_at, ...more };
  await workbench.app
    .get(State)
    .transaction((manager) => manager.update(ChangeSetRecord, { id: change.id }, { state: 'draft', attempt }));
}

const get = (id: string) => caller.ask<ChangeSetDetails>('GET', `/api/changes/${id}`);
const settleAll = () => workbench.app.get(ChangeApplier).settleAll();

it('a database that does not answer holds up neither the start nor what is found out on others', async () => {
  const applied = await caller.applied([EDIT]);
  const waiting = [];
  for (let count = 0; count < 2; count += 1) {
    const change = await caller.create([{ kind: 'statement', sql: 'DELETE FROM a' }], 'ann', 'silent');
    await keepAttempt(change, { transactionId: '7' });
    waiting.push(change.id);
  }
  await keepAttempt(applied);
  const startedAtMs = performance.now();
  await restart(['silent', 'lite']);
  while ((await get(applied.id)).is_uncertain) await wait(50);
  expect(performance.now() - startedAtMs).toBeLessThan(START_MS);
  expect((await get(applied.id)).state).toBe('applied');
  for (const id of waiting) expect((await get(id)).is_uncertain).toBe(true);
});

it('a connection that was removed may come back for a day; then what it left open can be deleted', async () => {
  const changes = [await caller.create([EDIT]), await caller.create([EDIT])];
  const [yesterday, today] = changes;
  if (yesterday === undefined || today === undefined) throw new Error('Nothing was made.');
  await keepAttempt(yesterday, { at: new Date(Date.now() - DAY_MS - 1_000).toISOString() });
  await keepAttempt(today);
  await restart(['silent']);
  await settleAll();
  expect(await get(yesterday.id)).toMatchObject({ state: 'conflicted', is_uncertain: false });
  expect(await get(today.id)).toMatchObject({ state: 'draft', is_uncertain: true });
  await caller.ask('DELETE', `/api/changes/${yesterday.id}`);
});

it('what another file shows does not count: a copy from before the commit has the former rows', async () => {
  const applied = await caller.applied([EDIT]);
  await keepAttempt(applied, { place: '0'.repeat(64) });
  await restart(['lite'], 'other.sqlite');
  await settleAll();
  const { state, is_uncertain: isUncertain, comments } = await get(applied.id);
  expect([state, isUncertain, comments.length]).toEqual(['conflicted', false, 1]);
});

it('a change set is rehearsed again where its connection leads to another file by now', async () => {
  const change = await caller.rehearsed([EDIT]);
  await restart(['lite'], 'other.sqlite');
  const { status, body } = await caller.apply(change);
  expect([status, body]).toEqual([409, expect.objectContaining({ code: 'change-differs' })]);
  const file = new DatabaseSync(join(folder, 'other.sqlite'));
  expect(file.prepare('SELECT name FROM people').get()).toEqual({ name: 'Ann' });
  file.close();
  expect((await caller.apply(await get(change.id))).body.state).toBe('applied');
});

it('rows that it left as they were do not show that the statement beside them was kept', async () => {
  const same = people.update({ id: '1' }, { name: 'Ann' }, { name: 'Ann' });
  const change = await caller.applied([same, { kind: 'statement', sql: 'UPDATE log SET n = 1' }]);
  const file = new DatabaseSync(join(folder, 'some.sqlite'));
  file.exec('UPDATE log SET n = 0');
  file.close();
  await keepAttempt(change);
  await settleAll();
  expect(await get(change.id)).toMatchObject({ state: 'conflicted', is_uncertain: false });
});

it('a change set that begins to be committed is not removed', async () => {
  const change = await caller.rehearsed([EDIT]);
  const state = workbench.app.get(State);
  let removing: Promise<{ status: number }> | null = null;
  await state.transaction(async (manager) => {
    removing = caller.send('DELETE', `/api/changes/${change.id}`);
    // It is found as a draft, and waits for its turn to write.
    await wait(500);
    const record = await manager.findOneByOrFail(ChangeSetRecord, { id: change.id });
    await manager.update(ChangeSetRecord, { id: change.id }, { version: record.version + 1 });
  });
  expect((await (removing as Promise<{ status: number }> | null))?.status).toBe(409);
  expect((await get(change.id)).state).toBe('draft');
  expect(seen(await get(change.id)).hash).toBe(change.hash);
});
