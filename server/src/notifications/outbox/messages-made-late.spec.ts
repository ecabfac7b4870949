import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChannelList } from '#libs/api';
import { bodyOf } from '../../auth/testing/auth-app.js';
import { State } from '../../platform/index.js';
import { eventually } from '../../platform/testing/eventually.js';
import { Directory } from '../directory.js';
import { schemaChanged } from '../testing/events.js';
import { NotificationsApp } from '../testing/notifications-app.js';
import { Receiver } from '../testing/receiver.js';
import type { Reply } from '../testing/receiver.js';
import { DeliveryStore } from './delivery-store.js';
import type { KeptEvent } from './delivery-store.js';

import { ChannelRecord } from '../channels/channel.entity.js';
import { DeliveryRecord, EventRecord } from './outbox.entity.js';
import type { DeliveryFields } from './outbox.entity.js';
import { Results } from './results.js';

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
  afterEach(async () => {
    const { items } = bodyOf<ChannelList>(await app.me.get('/api/notifications/channels').expect(200));
    for (const { id } of items) await app.me.delete(`/api/notifications/channels/${id}`).expect(204);
    await receiver.stop();
  });

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

  it.each([
    ['alone', 0],
    ['of a digest', 5],
  ])('whose event is removed before it is sent says nothing of its channel: %s', async (_, digestMinutes) => {
    const { id } = await app.webhook(receiver.url, { digest_minutes: digestMinutes });
    const store = app.auth.workbench.app.get(DeliveryStore);
    const { manager } = app.auth.workbench.app.get(State);
    const read = store.eventsOf.bind(store);
    const made = Promise.withResolvers<undefined>();
    store.eventsOf = async (delivery: DeliveryFields): Promise<KeptEvent[]> => {
      store.eventsOf = read;
      const { eventId } = delivery;
      await manager.delete(DeliveryRecord, { eventId });
      await manager.delete(EventRecord, { id: eventId });
      return read(delivery).finally(() => made.resolve(undefined));
    };
    await publish();
    app.advance(LATER_MS);
    await made.promise;
    const answer = Promise.withResolvers<Reply>();
    receiver.reply = () => answer.promise;
    await publish();
    app.advance(LATER_MS);
    await eventually(
      () => receiver.received.length,
      (count) => count > 0,
    );
    // The second one is under way, so that what there was to write of the first one is there.
    await app.auth.workbench.app.get(Results).flush();
    expect(await manager.findOneBy(ChannelRecord, { id })).toMatchObject({ failures: 0, lastError: null });
    answer.resolve({ status: 204 });
    await eventually(
      () => app.deliveries(`channel_id=${id}`),
      ({ items }) => items[0]?.state === 'delivered',
    );
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
