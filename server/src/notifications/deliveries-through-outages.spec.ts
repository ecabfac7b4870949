import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bodyOf } from '../auth/testing/auth-app.js';
import { DriverFaults } from '../platform/state/testing/driver-faults.js';
import { schemaChanged } from './testing/events.js';
import { NotificationsApp } from './testing/notifications-app.js';
import { Receiver } from './testing/receiver.js';
import { eventually } from '../platform/testing/eventually.js';

const OUTAGE_MS = Number(process.env.STATE_OUTAGE_MS ?? 1_500);

describe('deliveries while the state vanishes', () => {
  const faults = new DriverFaults();
  let app: NotificationsApp;
  let receiver: Receiver;

  beforeAll(async () => {
    faults.start();
    app = await NotificationsApp.start();
  });
  afterAll(async () => {
    faults.stop();
    await app.stop();
  });
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    const { items } = bodyOf<{ items: { id: string }[] }>(await app.me.get('/api/notifications/channels').expect(200));
    for (const { id } of items) await app.me.delete(`/api/notifications/channels/${id}`).expect(204);
    await receiver.stop();
  });

  const vanish = async () => {
    faults.isDown = true;
    await wait(OUTAGE_MS);
    faults.isDown = false;
  };
  const settled = async () => {
    const { items } = await eventually(
      () => app.deliveries(),
      ({ items: all }) => all.every(({ state }) => state === 'delivered'),
    );
    return items;
  };

  it('are sent once the state is back', async () => {
    await app.webhook(`${receiver.url}/hook`);
    await app.publish('schema.changed', schemaChanged('shop', 1));
    await vanish();
    const items = await settled();
    expect([items.length, receiver.received.length]).toEqual([1, 1]);
  });

  it('are sent once where their result can only be written later', async () => {
    await app.webhook(`${receiver.url}/other`);
    await app.publish('schema.changed', schemaChanged('shop', 2));
    await eventually(
      () => receiver.received.length,
      (count) => count > 0,
    );
    await vanish();
    const items = await settled();
    expect([items.length, receiver.received.length]).toEqual([1, 1]);
  });

  it('count one try where a commit was kept although an error was reported', async () => {
    const { id } = await app.webhook(`${receiver.url}/uncertain`);
    // The first commit is that of the event, the second one that of the result.
    faults.expect([{ step: 'COMMIT', after: 1, code: 'SQLITE_IOERR', isDone: true, rollsBack: false }]);
    await app.publish('schema.changed', schemaChanged('shop', 3));
    await eventually(
      () => receiver.received.length,
      (count) => count > 0,
    );
    await wait(OUTAGE_MS);
    faults.expect([]);
    const { items } = await app.deliveries(`channel_id=${id}`);
    expect(items.map(({ state, attempts }) => [state, attempts])).toEqual([['delivered', 1]]);
  });
});
