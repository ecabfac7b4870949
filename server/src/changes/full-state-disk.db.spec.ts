import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { State } from '../platform/index.js';
import { placeMigratedState } from '../platform/testing/migrated-state.js';
import { readOnInSecondProcess } from '../platform/state/testing/second-process.js';
import { fillDisk, smallDisk } from '../platform/testing/small-disk.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { ChangesModule } from './changes.module.js';
import { ChangeApplier } from './change-applier.service.js';
import { ChangesCaller, editsOf, seen } from './testing/changes-caller.js';

const DISK_BYTES = 48 * 1024 * 1024;
/** What is kept of so many rows does not fit where nothing is free. */
const ROWS = 2_000;

let folder: string;
let workbench: TestWorkbench;
let caller: ChangesCaller;
let takeAway: () => void;
let stopReading: (() => Promise<void>) | null = null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'full-state-'));
  const file = new DatabaseSync(join(folder, 'some.sqlite'));
  file.exec(`CREATE TABLE counted (id INTEGER PRIMARY KEY, n INTEGER NOT NULL);
    WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${ROWS}) INSERT INTO counted SELECT n, 0 FROM c`);
  file.close();
  const home = mkdtempSync(join(tmpdir(), 'full-state-home-'));
  takeAway = smallDisk(home, DISK_BYTES);
  await placeMigratedState(home);
  const path = join(folder, 'some.sqlite');
  const connections = `connections:
  - { id: lite, name: Lite, kind: files, path: ${path}, read_only: false }
  - { id: reviewed, name: Reviewed, kind: files, path: ${path}, read_only: false, writes: review }
`;
  const env = { STATE_DATABASE_URL: '' };
  workbench = await TestWorkbench.start({ features: [ChangesModule], connections, home, env });
  caller = new ChangesCaller(workbench, 'lite');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endReading();
  await workbench.stop({ keepHome: true });
  takeAway();
  rmSync(workbench.home, { recursive: true });
  rmSync(folder, { recursive: true });
});

async function endReading(): Promise<void> {
  await stopReading?.();
  stopReading = null;
}

const ballast = () => join(workbench.home, 'ballast');
const fill = () => fillDisk(workbench.home, ballast());
const free = () => rmSync(ballast());

function numbers(): unknown[] {
  const file = new DatabaseSync(join(folder, 'some.sqlite'));
  const found = file.prepare('SELECT DISTINCT n FROM counted').all();
  file.close();
  return found.map(({ n }) => n);
}

const edits = () => {
  const { update } = editsOf('counted', 'main');
  return Array.from({ length: ROWS }, (_, index) => update({ id: String(index + 1) }, { n: '0' }, { n: '1' }));
};

/** A reader keeps the log from being written from its beginning, where there would be room. */
async function read(): Promise<void> {
  stopReading = await readOnInSecondProcess(join(workbench.home, 'state.sqlite'));
}

/** Fills the disk before the state takes its `n`th transaction from now on. */
async function fillBefore(n: number): Promise<void> {
  await read();
  const state = workbench.app.get(State);
  const transaction = state.transaction.bind(state);
  let count = 0;
  jest.spyOn(state, 'transaction').mockImplementation(async (work) => {
    count += 1;
    if (count === n) fill();
    return transaction(work);
  });
}

it.each(['rehearse', 'apply'] as const)('a full disk refuses to %s, and takes it once there is room', async (step) => {
  const draft = await caller.create(edits());
  const change = step === 'apply' ? await caller.step(draft.id, 'rehearse') : draft;
  await read();
  fill();
  const refused =
    step === 'apply'
      ? await caller.apply(change)
      : await caller.send<ChangeSetDetails>('POST', `/api/changes/${draft.id}/rehearse`);
  expect([refused.status, refused.body]).toEqual([503, expect.objectContaining({ code: 'state-unavailable' })]);
  expect(numbers()).toEqual([0]);
  await endReading();
  free();
  const ready = await caller.step(draft.id, 'rehearse');
  expect(ready).toMatchObject({ state: 'draft', is_uncertain: false, rehearsal: { status: 'ready' } });
  expect((await caller.apply(ready)).body.state).toBe('applied');
  expect(numbers()).toEqual([1]);
});

describe('a full disk refuses a decision, keeps what was decided before, and takes it once there is room', () => {
  /** Proposed by its author, and rehearsed by another person. */
  async function proposed(): Promise<ChangeSetDetails> {
    const { id, hash } = await caller.rehearsed(edits().slice(0, 1), 'ann', 'reviewed');
    await caller.step(id, 'propose', { hash });
    return caller.step(id, 'rehearse', undefined, 'root');
  }

  it.each(['propose', 'approve', 'refuse'] as const)('%s', async (step) => {
    const isAuthor = step === 'propose';
    const before = isAuthor ? await caller.rehearsed(edits().slice(0, 1), 'ann', 'reviewed') : await proposed();
    const bodies = { propose: { hash: before.hash }, approve: seen(before), refuse: { reason: 'Not on a Friday.' } };
    const decide = () =>
      caller.send<ChangeSetDetails & ProblemDocument>(
        'POST',
        `/api/changes/${before.id}/${step}`,
        bodies[step],
        isAuthor ? 'ann' : 'root',
      );
    await read();
    fill();
    const refused = await decide();
    expect([refused.status, refused.body.code]).toEqual([503, 'state-unavailable']);
    expect(await caller.ask<ChangeSetDetails>('GET', `/api/changes/${before.id}`)).toMatchObject({
      state: before.state,
      hash: before.hash,
      rehearsal: { status: 'ready' },
    });
    await endReading();
    free();
    const taken = await decide();
    expect([taken.status, taken.body.state]).toEqual([
      200,
      { propose: 'proposed', approve: 'approved', refuse: 'refused' }[step],
    ]);
    expect(numbers()).toEqual([0]);
  });
});

it('a disk that fills between the commit and its record loses nothing: it is found out once there is room', async () => {
  const change = await caller.rehearsed(edits());
  await fillBefore(2);
  const { status } = await caller.apply(change);
  expect(numbers()).toEqual([1]);
  expect(status).toBe(503);
  const uncertain = await caller.ask<ChangeSetDetails>('GET', `/api/changes/${change.id}`);
  expect([uncertain.is_uncertain, uncertain.actions.apply, uncertain.actions.delete]).toEqual([true, false, false]);
  expect((await caller.apply(change)).status).toBe(409);
  await endReading();
  free();
  await workbench.app.get(ChangeApplier).settleAll();
  const settled = await caller.ask<ChangeSetDetails>('GET', `/api/changes/${change.id}`);
  expect([settled.state, settled.is_uncertain]).toEqual(['applied', false]);
  expect((await caller.undone(settled)).state).toBe('undone');
  expect(numbers()).toEqual([0]);
});
