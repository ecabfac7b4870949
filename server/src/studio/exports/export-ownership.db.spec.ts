import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import type { PerformedAction } from '#libs/audit';
import type { StudioExport } from '#libs/api';
import { ConnectionAccess } from '../../connections/index.js';
import { EventBus, Identification } from '../../platform/index.js';
import { ExportRegistry } from '../../results/index.js';
import { StudioApp } from '../testing/studio-app.js';

const ANN: Actor = { ...LOCAL_ACTOR, userId: 'ann', name: 'ann@example.org', role: 'user' };
const BOB: Actor = { ...LOCAL_ACTOR, userId: 'bob', name: 'bob@example.org', role: 'user' };
const LONG = "SELECT i, repeat('x', 1000) FROM generate_series(1, 2000000) AS s(i)";

let app: StudioApp;
let asking: Actor = ANN;
const as = (actor: Actor) => (asking = actor);

beforeAll(async () => {
  app = await StudioApp.start((login) => `  - { id: shared, name: Shared, ${login} }\n`);
  app.workbench.app.get(Identification).use(() => asking);
});
afterAll(() => app.stop());

async function create(sql: string): Promise<StudioExport> {
  return (await app.send<StudioExport>('POST', '/api/studio/exports', { connection_id: 'shared', sql, format: 'csv' }))
    .body;
}
const statusOf = async (path: string, method = 'GET') => (await app.send(method, path)).status;

/** Fetches a file and reads no more than its head. */
async function begin(one: StudioExport): Promise<void> {
  const response = await fetch(`${await app.workbench.app.getUrl()}${one.href}`);
  response.body
    ?.getReader()
    .read()
    .catch(() => undefined);
}

async function expectNoTraceOf(one: StudioExport): Promise<void> {
  const { body } = await app.send<{ items: StudioExport[] }>('GET', '/api/studio/exports');
  expect(body.items.map(({ id }) => id)).not.toContain(one.id);
  expect(await statusOf(`/api/studio/exports/${one.id}`)).toBe(404);
  expect(await statusOf(one.href)).toBe(404);
  expect(await statusOf(`/api/studio/exports/${one.id}`, 'DELETE')).toBe(404);
}

describe('a file', () => {
  it('is of one person: nobody else sees, fetches or cancels it', async () => {
    as(ANN);
    const one = await create('SELECT 1');
    as(BOB);
    expect(await statusOf(`/api/studio/exports/${one.id}`)).toBe(404);
    expect(await statusOf(one.href)).toBe(404);
    expect(await statusOf(`/api/studio/exports/${one.id}`, 'DELETE')).toBe(404);
    expect((await app.send<{ items: unknown[] }>('GET', '/api/studio/exports')).body.items).toEqual([]);
    as(ANN);
    expect(await statusOf(`/api/studio/exports/${one.id}`)).toBe(200);
  });

  it('is written down when it is fetched', async () => {
    as(ANN);
    const heard: PerformedAction[] = [];
    const stop = app.workbench.app.get(EventBus).subscribe('action.performed', (action) => heard.push(action));
    const one = await create('SELECT 1');
    await (await fetch(`${await app.workbench.app.getUrl()}${one.href}`)).text();
    await app.until(
      () => Promise.resolve(heard),
      (actions) => actions.length > 0,
    );
    stop();
    expect(heard[0]).toMatchObject({
      ...{ action: 'export.download', outcome: 'done', object: { kind: 'connection', id: 'shared', name: 'Shared' } },
      actor: { userId: 'ann' },
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'their account is closed',
      () => {
        const event = { user_id: 'ann', token_id: null, session_id: null };
        app.workbench.app.get(EventBus).publish('access.revoked', event);
        return Promise.resolve();
      },
    ],
    [
      'they may no longer see the connection',
      () => {
        const onlyBob = [{ subject: { kind: 'user', userId: 'bob' }, level: 'write' }] as const;
        return Promise.resolve(app.workbench.app.get(ConnectionAccess).change(LOCAL_ACTOR, 'shared', [...onlyBob]));
      },
    ],
  ])('is cut off when %s', async (_, revoke) => {
    as(ANN);
    const one = await create(LONG);
    await begin(one);
    await revoke();
    await app.until(
      () => Promise.resolve(app.workbench.app.get(ExportRegistry).find(one.id)?.status),
      (status) => status === 'cancelled',
    );
  });

  it('is out of reach of a token of the same person for another connection', async () => {
    as(BOB);
    const one = await create(LONG);
    await begin(one);
    as({ ...BOB, connectionIds: ['pg'] });
    await expectNoTraceOf(one);
    as(BOB);
    expect(await statusOf(`/api/studio/exports/${one.id}`)).toBe(200);
    expect(app.workbench.app.get(ExportRegistry).find(one.id)?.signal.aborted).toBe(false);
    expect(await statusOf(`/api/studio/exports/${one.id}`, 'DELETE')).toBe(204);
  });

  it('is out of reach of who may no longer see the connection', async () => {
    as(BOB);
    const one = await create('SELECT 1');
    await app.workbench.app
      .get(ConnectionAccess)
      .change(LOCAL_ACTOR, 'shared', [{ subject: { kind: 'user', userId: 'ann' }, level: 'write' }]);
    await expectNoTraceOf(one);
  });
});
