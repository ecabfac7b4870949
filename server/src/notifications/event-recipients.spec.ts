import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HIDDEN_ERROR } from '#libs/access';
import type { ChannelList, DeliveryDetails, DeliveryList, SubscriptionList } from '#libs/api';
import { bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { jobRun, schemaChanged } from './testing/events.js';
import { NotificationsApp } from './testing/notifications-app.js';
import { Receiver } from './testing/receiver.js';
import { eventually } from '../platform/testing/eventually.js';

/** Ann sees the shop; the vault is the administrator's. */
describe('with several people', () => {
  let app: NotificationsApp;
  let admin: Caller;
  let ann: Caller;
  let annId: string;
  let bob: Caller;
  let annsHook: Receiver;
  let adminsHook: Receiver;
  let annsChannel: string;

  beforeAll(async () => {
    [app, annsHook, adminsHook] = await Promise.all([
      NotificationsApp.start({ isMulti: true }),
      Receiver.start(),
      Receiver.start(),
    ]);
    admin = await app.auth.signIn();
    ({ caller: ann, id: annId } = await app.auth.admit(admin, 'ann@example.org'));
    ({ caller: bob } = await app.auth.admit(admin, 'bob@example.org'));
    await admin.put('/api/connections/vault/access', { items: [] }).expect(200);
    const events = ['schema.changed', 'contract.violated', 'scheduler.job.error'] as const;
    ({ id: annsChannel } = await app.webhook(annsHook.url, { events: [...events] }, ann));
    await app.webhook(adminsHook.url, { events: [...events] }, admin);
  });
  afterAll(async () => {
    await Promise.all([app.stop(), annsHook.stop(), adminsHook.stop()]);
  });
  beforeEach(() => {
    annsHook.received.length = 0;
    adminsHook.received.length = 0;
  });

  const receivedBy = (hook: Receiver) =>
    hook.bodies<{ context: { connection_id: string } }>().map(({ context }) => context.connection_id);

  it('a channel hears of nothing that its owner may not see', async () => {
    await app.publish('schema.changed', schemaChanged('vault'));
    await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => [receivedBy(annsHook), receivedBy(adminsHook)],
      ([anns, admins]) => anns?.length === 1 && admins?.length === 2,
    );
    expect(receivedBy(annsHook)).toEqual(['shop']);
    expect(receivedBy(adminsHook).sort()).toEqual(['shop', 'vault']);
  });

  it('neither does the bell, the list of deliveries, or a message that was sent before', async () => {
    expect(JSON.stringify(await app.inbox(ann))).not.toContain('vault');
    expect(JSON.stringify(await app.inbox(admin))).toContain('vault');
    await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => app.deliveries('', ann),
      ({ items }) => items.some(({ state }) => state === 'delivered'),
    );
    const [delivery] = (await app.deliveries('', ann)).items;
    await admin.put('/api/connections/shop/access', { items: [] }).expect(200);
    expect([(await app.deliveries('', ann)).items, (await app.inbox(ann)).items]).toEqual([[], []]);
    await ann.get(`/api/notifications/deliveries/${delivery?.id ?? ''}`).expect(404);
    await ann.post(`/api/notifications/deliveries/${delivery?.id ?? ''}/resend`).expect(404);
    const everybody = { items: [{ subject: 'everybody', level: 'write' }] };
    await admin.put('/api/connections/shop/access', everybody).expect(200);
  });

  it('jobs reach their owner and administrators', async () => {
    await app.publish('scheduler.job.error', jobRun({ owner_id: 'somebody', connection_id: 'shop', notify: true }));
    await app.publish('scheduler.job.error', jobRun({ owner_id: annId, connection_id: 'shop', notify: true }));
    await eventually(
      () => receivedBy(adminsHook),
      (all) => all.length === 2,
    );
    await eventually(
      () => receivedBy(annsHook),
      (all) => all.length === 1,
    );
    expect((await app.inbox(ann)).items.filter(({ event }) => event === 'scheduler.job.error')).toHaveLength(1);
    expect((await app.inbox(bob)).items.filter(({ event }) => event === 'scheduler.job.error')).toHaveLength(0);
  });

  it('an error that quotes rows is shown to those who may see every connection that its job has read', async () => {
    const failed = { owner_id: annId, connection_id: 'shop', notify: true };
    const own = jobRun({ ...failed, message: 'only the shop', read_connections: ['shop'] });
    const others = jobRun({ ...failed, message: 'the vault, too', read_connections: ['shop', 'vault'] });
    for (const event of [own, others]) await app.publish('scheduler.job.error', event);
    const messages = (await app.inbox(ann)).items.slice(0, 2).map(({ message }) => message);
    expect(messages.toSorted()).toEqual([HIDDEN_ERROR, 'only the shop'].toSorted());
    const { items } = bodyOf<DeliveryList>(await ann.get('/api/notifications/deliveries').expect(200));
    const details = await Promise.all(
      items.slice(0, 2).map(async ({ id }) => {
        const path = `/api/notifications/deliveries/${id}`;
        return bodyOf<DeliveryDetails>(await ann.get(path).expect(200)).message;
      }),
    );
    expect(details.toSorted()).toEqual([HIDDEN_ERROR, 'only the shop'].toSorted());
  });

  it("a channel is its owner's: to others it is not there, administrators see it without its answers hidden", async () => {
    expect(bodyOf<ChannelList>(await bob.get('/api/notifications/channels').expect(200)).items).toEqual([]);
    expect(bodyOf<SubscriptionList>(await bob.get('/api/notifications/subscriptions').expect(200)).items).toEqual([]);
    await bob
      .post('/api/notifications/subscriptions', { channel_id: annsChannel, events: ['schema.changed'] })
      .expect(404);
    const { items } = bodyOf<ChannelList>(await admin.get('/api/notifications/channels').expect(200));
    expect(items.map(({ owner_name: owner }) => owner)).toEqual(expect.arrayContaining(['ann@example.org']));
    annsHook.reply = () => ({ status: 500, body: 'a stack trace' });
    expect((await app.test(annsChannel, ann)).detail).not.toContain('stack trace');
    expect((await app.test(annsChannel, admin)).detail).toContain('stack trace');
    annsHook.reply = () => ({ status: 200, body: 'thanks' });
    await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => app.deliveries(`channel_id=${annsChannel}`, ann),
      (list) => list.items[0]?.state === 'delivered',
    );
    const answers = async (by: Caller) =>
      (await app.deliveries(`channel_id=${annsChannel}`, by)).items[0]?.last_attempt?.answer;
    expect([await answers(ann), await answers(admin)]).toEqual([undefined, 'thanks']);
  });

  it('a filter by a hidden connection is refused like one that there is not', async () => {
    for (const id of ['vault', 'nowhere']) {
      const body = { channel_id: annsChannel, events: ['schema.changed'], filter: { connection_ids: [id] } };
      const answer = await ann.post('/api/notifications/subscriptions', body).expect(404);
      expect(bodyOf<{ code: string }>(answer).code).toBe('connection-not-found');
    }
  });

  it('a token for some connections gets no more out of its owner than those', async () => {
    const { token } = await ann.token({ name: 'narrow', scopes: ['read', 'manage'], connection_ids: [] });
    const narrow = app.auth.bearer(token);
    expect(bodyOf<ChannelList>(await narrow.get('/api/notifications/channels').expect(200)).items).toEqual([]);
    await narrow.get(`/api/notifications/channels/${annsChannel}`).expect(404);
    const hook = await Receiver.start();
    await app.webhook(hook.url, {}, narrow);
    expect(JSON.stringify((await app.inbox(narrow)).items)).not.toContain('shop');
    await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => receivedBy(annsHook),
      (all) => all.length === 1,
    );
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(hook.received).toEqual([]);
    await hook.stop();
  });

  it('what waits is not sent to who may not see it any more, alone or in a digest', async () => {
    const everybody = { items: [{ subject: 'everybody', level: 'write' }] };
    const hook = await Receiver.start();
    const { id } = await app.webhook(hook.url, {}, ann);
    const late = await Receiver.start();
    const { id: lateId } = await app.webhook(late.url, { digest_minutes: 5 }, ann);
    hook.reply = () => ({ status: 500 });
    await admin.put('/api/connections/vault/access', everybody).expect(200);
    await app.publish('schema.changed', schemaChanged('shop'));
    await app.publish('schema.changed', schemaChanged('vault'));
    await eventually(
      () => app.deliveries(`channel_id=${id}`, admin),
      ({ items }) => items.every(({ attempts }) => attempts === 1),
    );
    await admin.put('/api/connections/vault/access', { items: [] }).expect(200);
    hook.reply = () => ({ status: 200 });
    hook.received.length = 0;
    app.advance(6 * 60_000);
    const outcomes = async (channelId: string) =>
      (await app.deliveries(`channel_id=${channelId}`, admin)).items.map(({ state, last_attempt: last }) => [
        state,
        last?.outcome,
      ]);
    await eventually(
      async () => [...(await outcomes(id)), ...(await outcomes(lateId))],
      (all) => all.every(([state]) => state !== 'pending'),
    );
    expect(receivedBy(hook)).toEqual(['shop']);
    expect(await outcomes(id)).toEqual(
      expect.arrayContaining([
        ['delivered', 'accepted'],
        ['failed', 'withheld'],
      ]),
    );
    expect(JSON.stringify(late.bodies())).toContain('shop');
    expect(JSON.stringify(late.bodies())).not.toContain('vault');
    expect(await app.channelState(id, ann)).toMatchObject({ state: 'active' });
    for (const channelId of [id, lateId]) await ann.delete(`/api/notifications/channels/${channelId}`).expect(204);
    await Promise.all([hook.stop(), late.stop()]);
  });

  it('a disabled user receives nothing more', async () => {
    await admin.put(`/api/users/${annId}`, { disabled: true }).expect(200);
    await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => receivedBy(adminsHook),
      (all) => all.length === 1,
    );
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(receivedBy(annsHook)).toEqual([]);
  });
});
