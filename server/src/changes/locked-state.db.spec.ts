import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { sizeOf } from '../faults/testing/rounds.js';
import { State } from '../platform/index.js';
import { lockInSecondProcess } from '../platform/state/testing/second-process.js';
import { placeMigratedState } from '../platform/testing/migrated-state.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { ChangesModule } from './changes.module.js';
import { ChangeApplier } from './change-applier.service.js';
import { ChangesCaller, editsOf, seen } from './testing/changes-caller.js';
import type { Answer, Asker } from './testing/changes-caller.js';

/** One step waits for a locked state in `npm test`, each of them in `npm run soak`. */
const IS_WHOLE = sizeOf(0, 1) === 1;
/** How long another writer has the state. */
const LOCKED_MS = sizeOf(0, 30_000);
/** What the state is waited for, and room for a busy machine. */
const ANSWER_MS = 15_000;

const { update } = editsOf('counted', 'main');
const EDIT = update({ id: '1' }, { n: '0' }, { n: '1' });

let folder: string;
let workbench: TestWorkbench;
let caller: ChangesCaller;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'locked-state-'));
  const file = new DatabaseSync(join(folder, 'some.sqlite'));
  file.exec('CREATE TABLE counted (id INTEGER PRIMARY KEY, n INTEGER NOT NULL); INSERT INTO counted VALUES (1, 0)');
  file.close();
  const path = join(folder, 'some.sqlite');
  const connections = `connections:
  - { id: lite, name: Lite, kind: files, path: ${path}, read_only: false }
  - { id: reviewed, name: Reviewed, kind: files, path: ${path}, read_only: false, writes: review }
`;
  const home = mkdtempSync(join(tmpdir(), 'locked-state-home-'));
  await placeMigratedState(home);
  const env = { STATE_DATABASE_URL: '' };
  workbench = await TestWorkbench.start({ features: [ChangesModule], connections, home, env });
  caller = new ChangesCaller(workbench, 'lite');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await workbench.stop();
  rmSync(folder, { recursive: true });
});

function number(): unknown {
  const file = new DatabaseSync(join(folder, 'some.sqlite'));
  const found = file.prepare('SELECT n FROM counted').get()?.n;
  file.close();
  return found;
}

const lock = () => lockInSecondProcess(join(workbench.home, 'state.sqlite'));
const get = (id: string) => caller.ask<ChangeSetDetails>('GET', `/api/changes/${id}`);

/** Takes the lock before the state takes its `n`th transaction from now on. */
function lockBefore(n: number): () => Promise<void> {
  const state = workbench.app.get(State);
  const transaction = state.transaction.bind(state);
  let count = 0;
  let free = (): Promise<void> => Promise.resolve();
  jest.spyOn(state, 'transaction').mockImplementation(async (work) => {
    count += 1;
    if (count === n) free = await lock();
    return transaction(work);
  });
  return () => free();
}

/** A step that the locked state refuses in time, and that is taken once it is free. */
async function refusedAndTaken(
  id: string,
  step: string,
  body?: object,
  asker: Asker = 'ann',
): Promise<ChangeSetDetails> {
  const send = (): Promise<Answer<ChangeSetDetails & ProblemDocument>> =>
    caller.send('POST', `/api/changes/${id}/${step}`, body, asker);
  const before = number();
  const free = await lock();
  const startedAtMs = performance.now();
  const { status, body: problem } = await send();
  expect(performance.now() - startedAtMs).toBeLessThan(ANSWER_MS);
  expect([status, problem.code]).toEqual([503, 'state-unavailable']);
  expect(problem.detail).toMatch(/\w+ .*\./);
  expect(number()).toBe(before);
  await wait(LOCKED_MS);
  await free();
  const again = await send();
  expect([again.status, again.body.is_uncertain]).toEqual([200, false]);
  return again.body;
}

describe('a state that another writer has locked', () => {
  it('refuses each step in time, and takes it afterwards', async () => {
    const draft = await caller.create([EDIT], 'ann', 'reviewed');
    const take: typeof refusedAndTaken = IS_WHOLE ? refusedAndTaken : caller.step.bind(caller);
    const ready = await take(draft.id, 'rehearse');
    await take(draft.id, 'propose', { hash: ready.hash });
    await take(draft.id, 'approve', seen(ready), 'root');
    const applied = await refusedAndTaken(draft.id, 'apply', seen(ready));
    expect([applied.state, number()]).toEqual(['applied', 1]);
  }, 300_000);

  it('between the commit and its record loses nothing: it is found out once it is free', async () => {
    const change = await caller.rehearsed([EDIT]);
    const free = lockBefore(2);
    const startedAtMs = performance.now();
    const { status } = await caller.apply(change);
    expect(performance.now() - startedAtMs).toBeLessThan(ANSWER_MS);
    expect([status, number()]).toEqual([503, 1]);
    const waiting = await get(change.id);
    expect([waiting.is_uncertain, waiting.actions.apply, waiting.actions.delete]).toEqual([true, false, false]);
    await workbench.app.get(ChangeApplier).settleAll();
    expect((await caller.apply(change)).status).toBe(409);
    await wait(LOCKED_MS);
    await free();
    await workbench.app.get(ChangeApplier).settleAll();
    expect(await get(change.id)).toMatchObject({ state: 'applied', is_uncertain: false, uncertain_because: null });
    expect((await caller.undone(change)).state).toBe('undone');
    expect(number()).toBe(0);
  });

  it('between the commit of an undo and its record takes it back once', async () => {
    const change = await caller.applied([EDIT]);
    const draft = await caller.step((await caller.step(change.id, 'undo')).id, 'rehearse');
    const free = lockBefore(2);
    expect((await caller.apply(draft)).status).toBe(503);
    expect(number()).toBe(0);
    await free();
    await workbench.app.get(ChangeApplier).settleAll();
    expect([(await get(draft.id)).state, (await get(change.id)).state]).toEqual(['applied', 'undone']);
  });
});

it('a folder of the state that is gone for a while loses nothing that was answered, and does nothing twice', async () => {
  const change = await caller.rehearsed([EDIT]);
  const away = `${workbench.home}-away`;
  renameSync(workbench.home, away);
  const { status } = await caller.apply(change);
  const wasKept = number() === 1;
  await caller.send('GET', `/api/changes/${change.id}`);
  renameSync(away, workbench.home);
  if (status === 200) expect(wasKept).toBe(true);
  await workbench.app.get(ChangeApplier).settleAll();
  const found = await get(change.id);
  expect([found.state, found.is_uncertain]).toEqual([wasKept ? 'applied' : 'draft', false]);
  if (!wasKept) expect((await caller.apply(await caller.step(change.id, 'rehearse'))).body.state).toBe('applied');
  expect(number()).toBe(1);
});
