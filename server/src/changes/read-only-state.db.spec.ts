import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { State } from '../platform/index.js';
import { failingDisk } from '../platform/testing/failing-disk.js';
import type { FailingDisk } from '../platform/testing/failing-disk.js';
import { placeMigratedState } from '../platform/testing/migrated-state.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { ChangesModule } from './changes.module.js';
import { ChangeApplier } from './change-applier.service.js';
import { ChangesCaller, editsOf } from './testing/changes-caller.js';

const DISK_BYTES = 64 * 1024 * 1024;

let folder: string;
let home: string;
let disk: FailingDisk;
let workbench: TestWorkbench;
let caller: ChangesCaller;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'read-only-state-'));
  home = mkdtempSync(join(tmpdir(), 'read-only-home-'));
  const file = new DatabaseSync(join(folder, 'some.sqlite'));
  file.exec('CREATE TABLE counted (id INTEGER PRIMARY KEY, n INTEGER NOT NULL); INSERT INTO counted VALUES (1, 0)');
  file.close();
  disk = failingDisk(home, DISK_BYTES);
  await placeMigratedState(home);
  await start();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await workbench.stop({ keepHome: true });
  disk.takeAway();
  for (const path of [home, folder]) rmSync(path, { recursive: true });
});

async function start(): Promise<void> {
  const connections = `connections:
  - { id: lite, name: Lite, kind: files, path: ${join(folder, 'some.sqlite')}, read_only: false }
`;
  const env = { STATE_DATABASE_URL: '' };
  workbench = await TestWorkbench.start({ features: [ChangesModule], connections, home, env });
  caller = new ChangesCaller(workbench, 'lite');
}

/** What a person does about such a disk: stop the workbench, repair the disk, start again. */
async function repair(): Promise<void> {
  await workbench.stop({ keepHome: true });
  await disk.repair();
  await start();
}

function number(): unknown {
  const file = new DatabaseSync(join(folder, 'some.sqlite'));
  const found = file.prepare('SELECT n FROM counted').get()?.n;
  file.close();
  return found;
}

const edits = () => [editsOf('counted', 'main').update({ id: '1' }, { n: '0' }, { n: '1' })];
const read = (id: string) => caller.ask<ChangeSetDetails>('GET', `/api/changes/${id}`);

it.each(['rehearse', 'propose', 'apply'] as const)(
  'a state that turned read-only refuses to %s; repaired, it has the draft, which is applied',
  async (step) => {
    const draft = await caller.create(edits());
    const change = step === 'rehearse' ? draft : await caller.step(draft.id, 'rehearse');
    // A broken disk may take the last second of the state, which is not what this is about.
    await workbench.app.get(State).flushed();
    disk.fail();
    const { status, body } = await caller.send<ChangeSetDetails & ProblemDocument>(
      'POST',
      `/api/changes/${draft.id}/${step}`,
      step === 'rehearse' ? undefined : { hash: change.hash },
    );
    expect([status, body.code]).toEqual([503, 'state-unavailable']);
    expect(number()).toBe(0);
    expect(await read(draft.id)).toMatchObject({ state: 'draft', hash: draft.hash });
    await repair();
    expect(await read(draft.id)).toMatchObject({ state: 'draft', hash: draft.hash, is_uncertain: false });
    expect((await caller.apply(await caller.step(draft.id, 'rehearse'))).body.state).toBe('applied');
    expect(number()).toBe(1);
  },
);

it('a state that turns read-only between the commit and its record loses nothing: it is found out after the repair', async () => {
  const change = await caller.rehearsed(edits());
  const state = workbench.app.get(State);
  const transaction = state.transaction.bind(state);
  let count = 0;
  jest.spyOn(state, 'transaction').mockImplementation(async (work) => {
    count += 1;
    if (count === 2) disk.fail();
    return transaction(work);
  });
  expect((await caller.apply(change)).status).toBe(503);
  expect(number()).toBe(1);
  jest.restoreAllMocks();
  await repair();
  await workbench.app.get(ChangeApplier).settleAll();
  const settled = await read(change.id);
  expect([settled.state, settled.is_uncertain]).toEqual(['applied', false]);
  expect((await caller.undone(settled)).state).toBe('undone');
  expect(number()).toBe(0);
});
