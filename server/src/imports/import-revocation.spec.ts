import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor, ConnectionGrant } from '#libs/access';
import type { FolderCopy, ImportPreview, ImportRequest } from '#libs/api';
import { ConnectionAccess } from '../connections/index.js';
import { EventBus, Problem, WorkFolders } from '../platform/index.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { StudioModule } from '../studio/index.js';
import { ImportRecord } from './import-record.js';
import type { ImportWork } from './import-record.js';
import { ImportStarts } from './import-starts.js';
import { ImportRegistry } from './import-registry.js';
import { ImportsModule } from './imports.module.js';

const CONNECTIONS = `connections:
  - { id: x, name: X, kind: duckdb, path: ./x.duckdb }
  - { id: y, name: Y, kind: duckdb, path: ./y.duckdb }
  - { id: reviewed, name: Reviewed, kind: duckdb, path: ./z.duckdb, writes: review }
`;
const NO_GRANTS: readonly ConnectionGrant[] = [];
const EVERYBODY: readonly ConnectionGrant[] = [{ subject: { kind: 'everybody' }, level: 'write' }];

let workbench: TestWorkbench;
let access: ConnectionAccess;
let registry: ImportRegistry;
beforeAll(async () => {
  workbench = await TestWorkbench.start({ features: [StudioModule, ImportsModule], connections: CONNECTIONS });
  access = workbench.app.get(ConnectionAccess);
  registry = workbench.app.get(ImportRegistry);
});
afterAll(() => workbench.stop());

const person = (): Actor => ({ ...LOCAL_ACTOR, userId: randomUUID(), role: 'user' });
const tokenOf = (owner: Actor, connectionIds: readonly string[] | null = null): Actor => {
  return { ...owner, kind: 'token', tokenId: randomUUID(), scopes: ['write'], connectionIds };
};

/** The rows of a file, and the file itself. */
const WORKS: readonly [string, (connectionId: string) => ImportWork][] = [
  ['rows', (connectionId) => ({ request: requestFor(connectionId), copy: null })],
  ['a copy', (connectionId) => ({ request: null, copy: copyFor(connectionId) })],
];

function requestFor(connectionId: string, asChange = false): ImportRequest {
  const place = { connection_id: connectionId, schema: 'main', table: 't' };
  return { ...place, is_new: false, columns: [], on_reject: 'stop', as_change: asChange };
}

function copyFor(connectionId: string): FolderCopy {
  return { connection_id: connectionId, file_name: 'a.csv', replaces: false };
}

async function uploaded(actor: Actor): Promise<ImportRecord> {
  return registry.add(actor, async () => {
    const folder = await workbench.app.get(WorkFolders).create('import');
    const file = { fileName: 'a.csv', format: 'csv', sizeBytes: 5, lastModifiedMs: null } as const;
    return new ImportRecord({ id: randomUUID(), actor, ...file, folder }, Date.now());
  });
}

async function revoke(actor: Actor, tokenId: string | null): Promise<void> {
  const event = { user_id: actor.userId, token_id: tokenId, session_id: null };
  workbench.app.get(EventBus).publish('access.revoked', event);
  await setImmediate();
}
async function grant(connectionId: string, grants: readonly ConnectionGrant[]): Promise<void> {
  await access.change(LOCAL_ACTOR, connectionId, grants);
  await setImmediate();
}

const isThere = ({ origin }: ImportRecord) => registry.all().some((one) => one.origin.id === origin.id);

describe.each(WORKS)('%s on the way', (_, workOn) => {
  it('are stopped with the token that started them, and the file of its owner stays', async () => {
    const owner = person();
    const token = tokenOf(owner);
    const record = await uploaded(owner);
    record.begin(workOn('x'), token);
    await revoke(owner, randomUUID());
    expect(record.abort.signal.aborted).toBe(false);
    await revoke(owner, token.tokenId);
    expect([record.abort.signal.aborted, isThere(record)]).toEqual([true, true]);
  });

  it('leave with the file of a token', async () => {
    const owner = person();
    const token = tokenOf(owner);
    const record = await uploaded(token);
    record.begin(workOn('x'), owner);
    await revoke(owner, token.tokenId);
    expect([record.abort.signal.aborted, isThere(record)]).toEqual([true, false]);
  });

  it('go on where their worker may still write, whatever the token of the upload may', async () => {
    const owner = person();
    const record = await uploaded(tokenOf(owner, ['x']));
    record.begin(workOn('y'), owner);
    await grant('y', EVERYBODY);
    expect(record.abort.signal.aborted).toBe(false);
    await grant('y', NO_GRANTS);
    expect(record.abort.signal.aborted).toBe(true);
  });

  it('are stopped where the token that started them may not write any more', async () => {
    const admin: Actor = { ...LOCAL_ACTOR, userId: randomUUID() };
    const record = await uploaded(admin);
    record.begin(workOn('x'), tokenOf(person()));
    await grant('x', NO_GRANTS);
    expect(record.abort.signal.aborted).toBe(true);
    await grant('x', EVERYBODY);
  });
});

describe.each(WORKS)('%s that are to start', (_, workOn) => {
  const READ = { columns: [], rows: [], doubts: [] } as unknown as ImportPreview;
  const started = async (worker: Actor, record: ImportRecord, reading = READ): Promise<string> => {
    let runs = 'not started';
    const run = () => Promise.resolve(void (runs = 'started'));
    const start = workbench.app.get(ImportStarts).start(worker, record, workOn('y'), { reading, run });
    return start.then(
      () => runs,
      (error: unknown) => `${runs}: ${error instanceof Problem ? error.code : String(error)}`,
    );
  };

  it('do not where their token was revoked while they were checked', async () => {
    const owner = person();
    const record = Object.assign(await uploaded(owner), { status: 'ready', preview: READ });
    expect(await started(tokenOf(owner), record)).toBe('not started: unauthenticated');
    expect([record.status, record.targetId]).toEqual(['ready', null]);
  });

  it('do not where they were cancelled, or their file was removed, while they were checked', async () => {
    const owner = person();
    const record = Object.assign(await uploaded(owner), { status: 'ready', preview: READ });
    const removed = Object.assign(await uploaded(owner), { status: 'ready', preview: READ });
    await grant('y', EVERYBODY);
    const starts = [started(owner, record), started(owner, removed)];
    record.cancel();
    await registry.remove(removed);
    expect(await Promise.all(starts)).toEqual(['not started: import-not-ready', 'not started: import-not-ready']);
  });

  it('do not where their file was read again while they were checked', async () => {
    const owner = person();
    const record = Object.assign(await uploaded(owner), { status: 'ready', preview: READ });
    await grant('y', EVERYBODY);
    expect(await started(owner, record, { ...READ })).toBe('not started: import-not-ready');
    expect([record.status, record.targetId]).toEqual(['ready', null]);
  });

  it('do where their person may write, and not after that was taken away', async () => {
    const owner = person();
    const record = Object.assign(await uploaded(owner), { status: 'ready', preview: READ });
    await grant('y', NO_GRANTS);
    expect(await started(owner, record)).toBe('not started: connection-not-found');
    await grant('y', EVERYBODY);
    expect(await started(owner, record)).toBe('started');
    expect([record.status, record.targetId, record.worker]).toEqual(['importing', 'y', owner]);
    expect(await started(owner, record)).toBe('not started: import-not-ready');
  });
});

it('rows on the way to a change set go on where their worker may still propose changes', async () => {
  const owner = person();
  const record = await uploaded(owner);
  record.begin({ request: requestFor('reviewed', true), copy: null }, owner);
  await grant('reviewed', EVERYBODY);
  expect(record.abort.signal.aborted).toBe(false);
  await grant('reviewed', NO_GRANTS);
  expect(record.abort.signal.aborted).toBe(true);
});
