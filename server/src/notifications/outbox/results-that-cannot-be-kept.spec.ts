import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { State } from '../../platform/index.js';
import { eventually } from '../../platform/testing/eventually.js';
import { schemaChanged } from '../testing/events.js';
import { NotificationsApp } from '../testing/notifications-app.js';
import { Receiver } from '../testing/receiver.js';
import type { Reply } from '../testing/receiver.js';
import { DeliveryRecord, EventRecord } from './outbox.entity.js';
import { Results } from './results.js';
import type { Result } from './results.js';

describe('a result that cannot be kept', () => {
  let app: NotificationsApp;
  let receiver: Receiver;
  let answerLate: (reply: Reply) => void;
  beforeAll(async () => {
    app = await NotificationsApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    answerLate = resolve;
    receiver = await Receiver.start();
    receiver.reply = ({ path }) => (path === '/slow' ? promise : { status: 204 });
  });
  afterEach(() => receiver.stop());

  const manager = () => app.auth.workbench.app.get(State).manager;
  const deliveryTo = (channelId: string) => manager().findOneByOrFail(DeliveryRecord, { channelId });

  /** A delivery to a receiver that has the message, and has not answered. */
  async function underWay(): Promise<DeliveryRecord> {
    const { id } = await app.webhook(`${receiver.url}/slow`);
    await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => receiver.received.filter(({ path }) => path === '/slow'),
      (all) => all.length === 1,
    );
    return deliveryTo(id);
  }

  it('as its delivery was removed meanwhile keeps no other from being written', async () => {
    const { eventId, channelId } = await underWay();
    await manager().delete(DeliveryRecord, { eventId });
    await manager().delete(EventRecord, { id: eventId });
    const { id: other } = await app.webhook(`${receiver.url}/other`);
    answerLate({ status: 204 });
    await app.publish('schema.changed', schemaChanged('shop'));
    const { items } = await eventually(
      () => app.deliveries(`channel_id=${other}`),
      ({ items: all }) => all[0]?.state === 'delivered',
      10_000,
    );
    expect(items).toHaveLength(1);
    // The answer says how the channel fares all the same.
    expect(await app.channelState(channelId)).toMatchObject({ last_delivered_at: expect.any(String) });
  });

  it('for a fault of its own keeps no other from being written, and is not sent again', async () => {
    const delivery = await underWay();
    const { id: other } = await app.webhook(`${receiver.url}/other`);
    const attempt = { at: '', status: 204, latencyMs: 1, outcome: 'accepted', detail: '', answer: '' };
    const broken = { ...attempt, detail: null } as unknown as Result['attempt'];
    const common = { state: 'delivered', dueAt: 0, openRecipients: null, retryAfterMs: null } as const;
    const step = { kind: 'delivered' } as const;
    const { channelId } = delivery;
    app.auth.workbench.app.get(Results).add({ ...common, step, delivery, channelId, attempt: broken });
    await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => app.deliveries(`channel_id=${other}`),
      ({ items }) => items[0]?.state === 'delivered',
      10_000,
    );
    // What became of it is kept without the details.
    const kept = await manager().findOneByOrFail(DeliveryRecord, { id: delivery.id });
    expect(kept).toMatchObject({ state: 'delivered', attempts: 1, finishedAt: expect.any(Number) });
    answerLate({ status: 204 });
  });
});
