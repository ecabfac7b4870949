import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NewChannel } from '#libs/api';
import type { Caller } from '../auth/testing/auth-app.js';
import { State } from '../platform/index.js';
import { eventually } from '../platform/testing/eventually.js';
import { Directory } from './directory.js';
import { jobRun, schemaChanged } from './testing/events.js';
import { NotificationsApp } from './testing/notifications-app.js';
import { Receiver } from './testing/receiver.js';

const ROW = 'Key (email)=(victim@example.org) already exists';
const EVERYBODY = { items: [{ subject: 'everybody', level: 'write' }] };
const HOUR_MS = 3_600_000;

/** Errors of jobs may quote rows, and wait for a channel whose settings and whose owner may change meanwhile. */
describe('an error that quotes rows', () => {
  let app: NotificationsApp;
  let admin: Caller;
  let ann: Caller;
  let annId: string;
  /** A program that manages channels and may read no rows. */
  let program: Caller;
  let before: Receiver;
  let after: Receiver;

  beforeAll(async () => {
    app = await NotificationsApp.start({ isMulti: true });
    admin = await app.auth.signIn();
    ({ caller: ann, id: annId } = await app.auth.admit(admin, 'ann@example.org'));
    program = app.auth.bearer((await ann.token({ scopes: ['manage', 'read'] })).token);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    [before, after] = await Promise.all([Receiver.start(), Receiver.start()]);
    await admin.put('/api/connections/vault/access', EVERYBODY).expect(200);
  });
  afterEach(async () => {
    await Promise.all([before.stop(), after.stop()]);
  });

  const channelOfJobs = (by = ann) =>
    app.channel({ kind: 'webhook', for_jobs: true, settings: { url: before.url } }, by);
  const failed = (more = {}) =>
    app.publish(
      'scheduler.job.error',
      jobRun({ owner_id: annId, connection_id: 'shop', notify: true, message: ROW, error: ROW, ...more }),
    );
  const leadTo = (by: Caller, { id, name, kind }: NewChannel, more = {}) =>
    by.put(`/api/notifications/channels/${id}`, { name, kind, settings: { url: after.url }, ...more });
  const outcomes = async ({ id }: NewChannel) =>
    (await app.deliveries(`channel_id=${id}`, admin)).items.map(({ state, last_attempt: last }) => [
      state,
      last?.outcome,
    ]);
  const settled = (channel: NewChannel) =>
    eventually(
      () => outcomes(channel),
      (all) => all.length > 0 && all.every(([state]) => state !== 'pending'),
    );
  const waiting = (channel: NewChannel) =>
    eventually(
      () => outcomes(channel),
      (all) => all.some(([state, outcome]) => state === 'pending' && outcome !== undefined),
    );
  const sent = (receiver: Receiver) => JSON.stringify(receiver.bodies());

  it('does not go where a token without the scope query has led its channel meanwhile', async () => {
    const channel = await channelOfJobs();
    before.reply = () => ({ status: 500 });
    await failed();
    await waiting(channel);
    await leadTo(program, channel).expect(403);
    await leadTo(program, channel, { for_jobs: false }).expect(200);
    app.advance(60_000);
    expect(await settled(channel)).toEqual([['failed', 'withheld']]);
    expect(after.received).toEqual([]);
  });

  it('is not sent again by a token without the scope query, nor where that has led the channel', async () => {
    const channel = await channelOfJobs();
    await failed();
    await settled(channel);
    expect(sent(before)).toContain(ROW);
    const [delivery] = (await app.deliveries(`channel_id=${channel.id}`, ann)).items;
    const resend = (by: Caller) => by.post(`/api/notifications/deliveries/${delivery?.id ?? ''}/resend`);
    await resend(program).expect(403);
    await leadTo(program, channel, { for_jobs: false }).expect(200);
    await resend(program).expect(403);
    await resend(ann).expect(202);
    expect(await settled(channel)).toEqual([['failed', 'withheld']]);
    await leadTo(ann, channel, { for_jobs: true }).expect(200);
    await resend(ann).expect(202);
    await eventually(
      () => sent(after),
      (text) => text.includes(ROW),
    );
  });

  it('is sent again through a channel of such a token once a person has enabled that', async () => {
    const channel = await channelOfJobs();
    const directory = app.auth.workbench.app.get(Directory);
    const saved = directory.channel(channel.id);
    if (saved === null) throw new Error('There is no channel.');
    // As a channel that such a token saved before its scopes were kept.
    await app.auth.workbench.app
      .get(State)
      .transaction(() => directory.saveChannel({ ...saved, savedScopes: ['manage', 'read'] }));
    await failed();
    expect(await settled(channel)).toEqual([['failed', 'withheld']]);
    const enable = (by: Caller) => by.post(`/api/notifications/channels/${channel.id}/enable`);
    await enable(program).expect(403);
    await enable(ann).expect(200);
    const [delivery] = (await app.deliveries(`channel_id=${channel.id}`, ann)).items;
    await ann.post(`/api/notifications/deliveries/${delivery?.id ?? ''}/resend`).expect(202);
    await eventually(
      () => sent(before),
      (text) => text.includes(ROW),
    );
  });

  it('goes to a channel of such a token that a person has subscribed to it', async () => {
    const channel = await app.channel({ kind: 'webhook', settings: { url: after.url } }, program);
    const subscription = { channel_id: channel.id, events: ['scheduler.job.error'] as const };
    await program.post('/api/notifications/subscriptions', subscription).expect(403);
    await app.subscribe({ ...subscription, events: [...subscription.events] }, ann);
    await failed({ notify: false });
    expect(await settled(channel)).toEqual([['delivered', 'accepted']]);
    await ann.delete(`/api/notifications/channels/${channel.id}`).expect(204);
  });

  it('is sent, alone or in a digest, only while its owner may see every connection that was read', async () => {
    const alone = await channelOfJobs();
    const late = await app.channel({ kind: 'webhook', for_jobs: false, settings: { url: after.url } }, ann);
    const events = ['scheduler.job.error', 'schema.changed'] as const;
    await app.subscribe({ channel_id: late.id, events: [...events], digest_minutes: 5 }, ann);
    before.reply = () => ({ status: 500 });
    await failed({ read_connections: ['shop', 'vault'] });
    await app.publish('schema.changed', schemaChanged('shop'));
    await waiting(alone);
    await admin.put('/api/connections/vault/access', { items: [] }).expect(200);
    before.received.length = 0;
    app.advance(HOUR_MS);
    expect(await settled(alone)).toEqual([['failed', 'withheld']]);
    await settled(late);
    expect(before.received).toEqual([]);
    expect(sent(after)).toContain('schema.changed');
    expect(sent(after)).not.toContain(ROW);
  });
});
