import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { State } from '../../platform/index.js';
import { eventually } from '../../platform/testing/eventually.js';
import { Directory } from '../directory.js';
import { schemaChanged } from '../testing/events.js';
import { NotificationsApp } from '../testing/notifications-app.js';
import { Receiver } from '../testing/receiver.js';
import { DeliveryStore } from './delivery-store.js';
import type { KeptEvent } from './delivery-store.js';

import { EventRecord } from './outbox.entity.js';
import type { DeliveryFields } from './outbox.entity.js';

const COLLECTED = { digest_minutes: 5 };
const LATER_MS = 6 * 60_000;

interface Body {
  readonly event: string;
  readonly events?: readonly unknown[];
}

describe('a message', () => {
  let app: NotificationsApp;
  let receiver: Receiver;
  beforeAll(async () => {
    app = await NotificationsApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.stop());

  const publish = (payload = schemaChanged('shop')) => app.publish('schema.changed', payload);

  it('that cannot be made is a failed try, whose reason is not shown', async () => {
    const { id } = await app.webhook(receiver.url, COLLECTED);
    await publish();
    await publish();
    await app.auth.workbench.app.get(State).manager.update(EventRecord, { isInBell: true }, { context: '{' });
    app.advance(LATER_MS);
    const { items } = await eventually(
      () => app.deliveries(`channel_id=${id}`),
      ({ items: all }) => all.some(({ attempts }) => attempts > 0),
      10_000,
    );
    const [tried] = items.filter(({ attempts }) => attempts > 0);
    expect(tried).toMatchObject({ state: 'pending', last_attempt: { outcome: 'failing', status: null } });
    expect(tried?.last_attempt?.detail).toMatch(/^The message could not be created\./);
    await app.me.delete(`/api/notifications/channels/${id}`).expect(204);
  });

  it('collects no more than one message has room for; the rest is the next one', async () => {
    await app.webhook(receiver.url, COLLECTED);
    // Each more than half of what one message has room for.
    const large = schemaChanged('shop', 1, () => 'x'.repeat(2_500_000));
    await publish(large);
    await publish(large);
    await publish();
    app.advance(LATER_MS);
    const bodies = await eventually(
      () => receiver.bodies<Body>(),
      (all) => all.length >= 2,
    );
    expect(bodies.map(({ event }) => event).toSorted()).toEqual(['digest', 'schema.changed']);
  });

  it('goes to the address that a channel has when it is sent', async () => {
    const { id } = await app.webhook(`${receiver.url}/old`);
    const store = app.auth.workbench.app.get(DeliveryStore);
    const read = store.eventsOf.bind(store);
    const settings = { url: `${receiver.url}/new` };
    store.eventsOf = async (delivery: DeliveryFields): Promise<KeptEvent[]> => {
      store.eventsOf = read;
      const events = await read(delivery);
      await app.me
        .put(`/api/notifications/channels/${id}`, { name: 'a webhook', kind: 'webhook', settings })
        .expect(200);
      return events;
    };
    await publish();
    await eventually(
      () => receiver.received.map(({ path }) => path),
      (paths) => paths.length > 0,
    );
    expect(receiver.received.map(({ path }) => path)).toEqual(['/new']);
  });

  it('waits where its channel is disabled before it is sent', async () => {
    const { id } = await app.webhook(receiver.url);
    const store = app.auth.workbench.app.get(DeliveryStore);
    const directory = app.auth.workbench.app.get(Directory);
    const read = store.eventsOf.bind(store);
    store.eventsOf = async (delivery: DeliveryFields): Promise<KeptEvent[]> => {
      store.eventsOf = read;
      const channel = directory.channel(id);
      if (channel !== null) await directory.saveChannel({ ...channel, disabledReason: 'The token was revoked.' });
      return read(delivery);
    };
    await publish();
    await eventually(
      () => app.channelState(id),
      ({ state }) => state === 'disabled',
    );
    await app.me.post(`/api/notifications/channels/${id}/enable`).expect(200);
    await eventually(
      () => app.deliveries(`channel_id=${id}`),
      ({ items }) => items[0]?.state === 'delivered',
    );
    expect(receiver.received).toHaveLength(1);
  });
});
