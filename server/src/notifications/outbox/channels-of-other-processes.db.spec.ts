import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { State } from '../../platform/index.js';
import { ChannelRecord } from '../channels/channel.entity.js';
import type { ChannelFields } from '../channels/channel.entity.js';
import { SubscriptionRecord } from '../subscription.entity.js';
import type { SubscriptionFields } from '../subscription.entity.js';
import { schemaChanged } from '../testing/events.js';
import { eventually } from '../../platform/testing/eventually.js';
import { NotificationsApp } from '../testing/notifications-app.js';
import { Receiver } from '../testing/receiver.js';
import { ChannelLeases } from './channel-leases.js';
import { DeliveryRecord } from './outbox.entity.js';

process.env.TEST_STATE = 'postgres';

describe('an event reported before this process hears of what another one has changed', () => {
  let app: NotificationsApp;
  let receiver: Receiver;
  beforeAll(async () => {
    [app, receiver] = await Promise.all([NotificationsApp.start(), Receiver.start()]);
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  // Writes to rows alone, as another process does.
  const manager = () => app.auth.workbench.app.get(State).manager;
  const deliveriesTo = (channelId: string) => manager().countBy(DeliveryRecord, { channelId });

  it('is kept where a channel that would receive it was removed', async () => {
    const { id } = await app.webhook(receiver.url);
    await manager().delete(ChannelRecord, { id });
    await app.publish('schema.changed', schemaChanged('shop'));
    const { items } = await app.inbox();
    expect(items.map(({ event }) => event)).toEqual(['schema.changed']);
    expect(await deliveriesTo(id)).toBe(0);
  });

  it('reaches a channel and a subscription that were added', async () => {
    const known = await app.webhook(receiver.url);
    const channel: ChannelFields = await manager().findOneByOrFail(ChannelRecord, { id: known.id });
    const subscription: SubscriptionFields = await manager().findOneByOrFail(SubscriptionRecord, {
      channelId: known.id,
    });
    const id = randomUUID();
    await manager().save(ChannelRecord, { ...channel, id });
    await manager().save(SubscriptionRecord, { ...subscription, id: randomUUID(), channelId: id });
    await app.publish('schema.changed', schemaChanged('shop'));
    expect([await deliveriesTo(known.id), await deliveriesTo(id)]).toEqual([1, 1]);
  });

  it('leaves its channel to other processes where the result cannot be kept', async () => {
    const leases = app.auth.workbench.app.get(ChannelLeases);
    await manager().query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no attempts are kept'; END $$`);
    await manager().query(
      'CREATE TRIGGER refused BEFORE INSERT ON notification_attempt FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    const { id } = await app.webhook(receiver.url);
    await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => manager().findOneByOrFail(DeliveryRecord, { channelId: id }),
      ({ state }) => state === 'delivered',
    );
    await manager().query('DROP TRIGGER refused ON notification_attempt');
    await eventually(
      () => leases.serves(id),
      (isServed) => !isServed,
    );
    await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => manager().countBy(DeliveryRecord, { channelId: id, state: 'delivered' }),
      (count) => count === 2,
    );
  });

  it('does not reach a channel that was disabled', async () => {
    const { id } = await app.webhook(receiver.url);
    await manager().update(ChannelRecord, { id }, { disabledReason: 'The token was revoked.' });
    await app.publish('schema.changed', schemaChanged('shop'));
    expect(await deliveriesTo(id)).toBe(0);
  });
});
