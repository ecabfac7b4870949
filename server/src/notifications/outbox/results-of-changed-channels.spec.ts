import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HEALTHY } from '#libs/notifications';
import { State } from '../../platform/index.js';
import { eventually } from '../../platform/testing/eventually.js';
import { ChannelRecord } from '../channels/channel.entity.js';
import { Directory } from '../directory.js';
import { schemaChanged } from '../testing/events.js';
import { NotificationsApp } from '../testing/notifications-app.js';
import { Receiver } from '../testing/receiver.js';
import { DeliveryRecord } from './outbox.entity.js';

type Health = Partial<Pick<ChannelRecord, 'failures' | 'givenUp' | 'closedUntil' | 'disabledReason'>>;

const ACTIVE: Health = { ...HEALTHY, disabledReason: null };

describe('a result of a channel that another process has changed', () => {
  let app: NotificationsApp;
  let receiver: Receiver;
  let state: State;
  beforeAll(async () => {
    [app, receiver] = [await NotificationsApp.start(), await Receiver.start()];
    state = app.auth.workbench.app.get(State);
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  /** Writes to the row alone, as another process does before this one hears of it. */
  const writeElsewhere = (id: string, values: Health) => state.manager.update(ChannelRecord, { id }, values);
  const kept = (id: string) => state.manager.findOneByOrFail(ChannelRecord, { id });

  /** Delivers an event to a channel of which this process knows what it had `before`, and the state what it has `now`. */
  async function deliver(status: number, before: Health, now: Health): Promise<string> {
    const { id } = await app.webhook(receiver.url);
    await writeElsewhere(id, before);
    await app.auth.workbench.app.get(Directory).load();
    await writeElsewhere(id, now);
    receiver.reply = () => ({ status });
    await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => state.manager.findBy(DeliveryRecord, { channelId: id }),
      (found) => found.length > 0 && found.every(({ attempts }) => attempts > 0),
    );
    receiver.reply = () => ({ status: 204 });
    return id;
  }

  it('leaves a channel disabled that was disabled meanwhile', async () => {
    const id = await deliver(204, ACTIVE, { disabledReason: 'revoked' });
    expect(await kept(id)).toMatchObject({ disabledReason: 'revoked', lastDeliveredAt: expect.any(String) });
    expect(app.auth.workbench.app.get(Directory).channel(id)?.disabledReason).toBe('revoked');
  });

  it('counts for the health of a channel that was enabled meanwhile', async () => {
    const id = await deliver(500, { ...ACTIVE, failures: 19, givenUp: 4 }, ACTIVE);
    expect(await kept(id)).toMatchObject({ failures: 1, givenUp: 0, disabledReason: null });
  });
});
