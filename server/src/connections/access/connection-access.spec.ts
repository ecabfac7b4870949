import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EventBus, State } from '../../platform/index.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { ConnectionsModule } from '../index.js';
import { ConnectionAccessRecord } from './connection-access.entity.js';
import { ConnectionAccess } from './connection-access.js';

let workbench: TestWorkbench;
beforeAll(async () => {
  workbench = await TestWorkbench.start({ features: [ConnectionsModule], connections: 'connections: []\n' });
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
