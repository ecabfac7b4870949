import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import { EventBus, State } from '../../platform/index.js';
import { settleBehind } from '../../platform/testing/settle-behind.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { ConfigurationFile } from '../config-file/configuration-file.js';
import { ConnectionsModule, ConnectionsService } from '../index.js';
import { ConnectionAccessRecord } from './connection-access.entity.js';
import { ConnectionAccessService } from './connection-access.service.js';
import { ConnectionAccess } from './connection-access.js';

const CONNECTIONS = `connections:
  - { id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb }
`;
const LAKE = { kind: 'duckdb', path: './lake.duckdb' } as const;
const ANN: Actor = { ...LOCAL_ACTOR, userId: 'ann', name: 'ann@example.org', role: 'user' };

let workbench: TestWorkbench;
beforeAll(async () => {
  workbench = await TestWorkbench.start({ features: [ConnectionsModule], connections: CONNECTIONS });
});
afterAll(() => workbench.stop());

it('reads what another process changed in turn with changes of its own, so that none is lost', async () => {
  const [state, bus] = [workbench.app.get(State), workbench.app.get(EventBus)];
  const held = Promise.withResolvers<undefined>();
  const changing = state.transaction(async (manager) => {
    await manager.insert(ConnectionAccessRecord, { connectionId: 'shop', grants: [] });
    await held.promise;
  });
  const order: string[] = [];
  const reading = bus.refresh('connection.access_changed', { connection_id: 'shop' })?.then(() => order.push('read'));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  order.push('changed');
  held.resolve(undefined);
  await Promise.all([changing, reading]);
  expect(order).toEqual(['changed', 'read']);
  expect(workbench.app.get(ConnectionAccess).grantsOf('shop')).toEqual([]);
});

describe('a change of the access that began with other grants', () => {
  const [everybody, admins] = [
    { subject: 'everybody', level: 'query' },
    { subject: 'role:admin', level: 'manage' },
  ] as const;
  const ann = { subject: 'user:ann', level: 'write' } as const;
  const service = () => workbench.app.get(ConnectionAccessService);
  beforeEach(() => service().change(LOCAL_ACTOR, 'lake', { items: [everybody, admins] }));

  it.each([
    [[admins, everybody], true],
    [undefined, true],
    [[everybody], false],
    [[everybody, { ...admins, level: 'query' as const }], false],
    [[], false],
  ])('with %j is made: %s', async (expected, isMade) => {
    const change = { items: [ann], ...(expected === undefined ? {} : { expected }) };
    const [result] = await Promise.allSettled([service().change(LOCAL_ACTOR, 'lake', change)]);
    expect(result.status === 'rejected' ? result.reason : null).toEqual(
      isMade ? null : expect.objectContaining({ code: 'changed-meanwhile' }),
    );
    expect(service().get(LOCAL_ACTOR, 'lake').items).toEqual(isMade ? [ann] : [everybody, admins]);
  });
});

describe('a person whose right to manage a connection is taken away while their request waits', () => {
  const [own, everybody] = [
    { subject: 'user:ann', level: 'manage' },
    { subject: 'everybody', level: 'write' },
  ] as const;
  const grant = (level: 'query' | 'manage') =>
    workbench.app
      .get(ConnectionAccess)
      .change(LOCAL_ACTOR, 'lake', [{ subject: { kind: 'user', userId: 'ann' }, level }]);
  const entries = () => workbench.app.get(ConnectionAccessService).get(LOCAL_ACTOR, 'lake').items;
  beforeEach(() => grant('manage'));

  it('does not give the right back to themselves', async () => {
    const service = workbench.app.get(ConnectionAccessService);
    const result = await settleBehind(
      workbench.app.get(State),
      () => grant('query'),
      () => service.change(ANN, 'lake', { items: [own, everybody] }),
    );
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } });
    expect(entries()).toEqual([{ subject: 'user:ann', level: 'query' }]);
  });

  it.each<[string, (connections: ConnectionsService) => Promise<unknown>]>([
    ['change', (connections) => connections.update(ANN, 'lake', { ...LAKE, name: 'Sea' })],
    ['remove', (connections) => connections.remove(ANN, 'lake')],
  ])('does not %s the connection', async (_, act) => {
    const [held, begun] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const path = join(workbench.home, 'connections.yaml');
    const file = new ConfigurationFile(path, { env: {}, secretKey: () => Promise.resolve({ kind: 'missing' }) });
    const ahead = file.change(async (text) => {
      begun.resolve(undefined);
      await held.promise;
      return text ?? '';
    });
    await begun.promise;
    const settled = Promise.allSettled([act(workbench.app.get(ConnectionsService))]);
    await grant('query');
    held.resolve(undefined);
    await ahead;
    expect((await settled)[0]).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } });
    expect(readFileSync(path, 'utf8')).toBe(CONNECTIONS);
  });
});
