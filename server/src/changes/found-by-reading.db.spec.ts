import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { ChangeSetDetails } from '#libs/api';
import { ConnectionsQueries } from '../connections/index.js';
import type { Connector } from '../connections/engines/connector.js';
import { CollectingSink, neverAborted } from '../connections/engines/testing/index.js';
import { State } from '../platform/index.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { ChangesModule } from './changes.module.js';
import { ChangeApplier } from './change-applier.service.js';
import { ChangeSetRecord } from './storage/change-set.entity.js';
import { ChangesCaller, editsOf } from './testing/changes-caller.js';

const CONNECTIONS = { sqlite: 'lite', duckdb: 'duck' } as const;
/** Longer than any transaction of a change set. */
const OVER_MS = 30 * 60_000;

const people = editsOf('people', 'main');
const EDIT = people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' });

let folder: string;
let workbench: TestWorkbench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'found-by-reading-'));
  const file = new DatabaseSync(join(folder, 'some.sqlite'));
  file.exec('CREATE TABLE other (id INTEGER PRIMARY KEY)');
  file.close();
  await start(false);
});
afterEach(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true });
});

async function start(isReadOnly: boolean, home?: string): Promise<void> {
  const connections = `connections:
  - { id: lite, name: Lite, kind: files, path: ${join(folder, 'some.sqlite')}, read_only: ${isReadOnly} }
  - { id: duck, name: Duck, kind: duckdb, path: ${join(folder, 'some.duckdb')}, read_only: ${isReadOnly} }
`;
  workbench = await TestWorkbench.start({
    features: [ChangesModule],
    connections,
    ...(home !== undefined && { home }),
  });
}

async function restart(isReadOnly: boolean): Promise<void> {
  await workbench.stop({ keepHome: true });
  await start(isReadOnly, workbench.home);
}

async function execute(connection: string, ...statements: readonly string[]): Promise<void> {
  const queries = workbench.app.get(ConnectionsQueries);
  const connector = (await queries.connector(LOCAL_ACTOR, connection)) as Connector;
  const session = await connector.openSession(neverAborted());
  for (const sql of statements) {
    const outcome = await session.run(sql, new CollectingSink(), neverAborted());
    if (outcome.status !== 'succeeded') throw new Error(JSON.stringify(outcome));
  }
  await session.release();
}

/** A change set whose process died before the answer to its commit, so long ago. */
async function uncertain(connection: string, agoMs: number): Promise<ChangeSetDetails> {
  await execute(
    connection,
    'CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)',
    "INSERT INTO people VALUES (1, 'Ann')",
  );
  const change = await new ChangesCaller(workbench, connection).applied([EDIT]);
  const at = new Date(Date.now() - agoMs).toISOString();
  const attempt = { transactionId: null, effect: '0'.repeat(64), by: change.author, at };
  const { manager } = workbench.app.get(State);
  await manager.update(ChangeSetRecord, { id: change.id }, { state: 'draft', attempt });
  return change;
}

async function found(connection: string, id: string): Promise<ChangeSetDetails> {
  await workbench.app.get(ChangeApplier).settleAll();
  return new ChangesCaller(workbench, connection).ask('GET', `/api/changes/${id}`);
}

describe.each(['sqlite', 'duckdb'] as const)('a lost commit on %s whose connection is read-only by now', (engine) => {
  const id = CONNECTIONS[engine];

  it('was kept where its rows are as it left them', async () => {
    const change = await uncertain(id, 0);
    await restart(true);
    expect(await found(id, change.id)).toMatchObject({ state: 'applied', is_uncertain: false });
  });

  it('was not kept where its rows are as before, and no transaction can be open any more', async () => {
    const change = await uncertain(id, OVER_MS);
    await execute(id, "UPDATE people SET name = 'Ann'");
    await restart(true);
    const draft = await found(id, change.id);
    expect(draft).toMatchObject({ state: 'draft', is_uncertain: false, actions: { apply: false } });
    await restart(false);
    expect((await new ChangesCaller(workbench, id).apply(draft)).body).toMatchObject({ state: 'applied' });
  });

  it('may still be made where its rows are as before: it stays uncertain, and says why', async () => {
    const change = await uncertain(id, 0);
    await execute(id, "UPDATE people SET name = 'Ann'");
    await restart(true);
    const waiting = await found(id, change.id);
    expect(waiting).toMatchObject({ state: 'draft', is_uncertain: true });
    expect(waiting.uncertain_because).toMatch(/read-only/);
    await restart(false);
    expect(await found(id, change.id)).toMatchObject({ state: 'draft', is_uncertain: false, uncertain_because: null });
  });
});

it('what cannot be found out says why, in the list as well, until it can', async () => {
  const change = await uncertain('lite', 0);
  const path = join(folder, 'some.sqlite');
  await restart(false);
  renameSync(path, join(folder, 'away.sqlite'));
  const waiting = await found('lite', change.id);
  expect(waiting.is_uncertain).toBe(true);
  expect(waiting.uncertain_because).toMatch(/some\.sqlite|file/i);
  renameSync(join(folder, 'away.sqlite'), path);
  expect(await found('lite', change.id)).toMatchObject({ state: 'applied', uncertain_because: null });
});
