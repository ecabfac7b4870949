import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { AuditList, ChannelInput, Subscription, SubscriptionList } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { bodyOf } from '../auth/testing/auth-app.js';
import { EventBus, State } from '../platform/index.js';
import { EventRecord } from './outbox/outbox.entity.js';
import { Retention } from './outbox/retention.js';
import { jobRun, schemaChanged } from './testing/events.js';
import { Mailbox } from './testing/mailbox.js';
import { NotificationsApp } from './testing/notifications-app.js';
import { Receiver } from './testing/receiver.js';
import { eventually } from '../platform/testing/eventually.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Hook {
  readonly id: string;
  readonly event: string;
  readonly title: string;
  readonly message: string;
  readonly occurred_at: string;
  readonly context: { readonly connection_id: string; readonly changes: unknown[]; readonly events?: Hook[] };
}

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
  const { items } = bodyOf<{ items: { id: string }[] }>(await app.me.get('/api/notifications/channels').expect(200));
  for (const { id } of items) await app.me.delete(`/api/notifications/channels/${id}`).expect(204);
  await receiver.stop();
});

const arrived = (count: number) =>
  eventually(
    () => receiver.received,
    (all) => all.length >= count,
  );
/** Long enough for what must not come. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 150));
const hooks = () => receiver.bodies<Hook>();

describe('a webhook', () => {
  it('gets everything, signed by the Standard Webhooks specification', async () => {
    const { secret, secrets_set: set, settings } = await app.webhook(`${receiver.url}/hook`);
    expect([set, settings]).toEqual([['secret'], { url: `${receiver.url}/hook`, allow_loopback: false }]);
    await app.publish('schema.changed', schemaChanged('shop', 3));
    const [request] = await arrived(1);
    const { title, message, changes } = schemaChanged('shop', 3);
    const body = new Webhook(secret ?? '').verify(
      request?.body ?? '',
      request?.headers as Record<string, string>,
    ) as Hook;
    expect(body).toEqual({
      ...{ id: expect.any(String), event: 'schema.changed', title, message, occurred_at: expect.any(String) },
      context: { connection_id: 'shop', connection_name: 'The shop', change_id: 'change-shop', changes },
    });
    const tampered = `${request?.body ?? ''} `;
    expect(() => new Webhook(secret ?? '').verify(tampered, request?.headers as Record<string, string>)).toThrow();
  });

  it('is signed by the former secret, too, for a day after a new one was made', async () => {
    const { id, secret: former } = await app.webhook(receiver.url);
    const rotated = await app.me.post(`/api/notifications/channels/${id}/rotate-secret`).expect(200);
    const { secret } = bodyOf<{ secret: string }>(rotated);
    expect(secret).not.toBe(former);
    await app.publish('schema.changed', schemaChanged('shop'));
    await arrived(1);
    const verify = (key: string | null, n: number) => {
      const { body = '', headers = {} } = receiver.received[n] ?? {};
      return new Webhook(key ?? '').verify(body, headers as Record<string, string>);
    };
    expect([verify(former, 0), verify(secret, 0)]).toHaveLength(2);
    const signatures = receiver.received[0]?.headers['webhook-signature'];
    expect(String(signatures).split(' ')).toHaveLength(2);
  });

  it('takes a secret that somebody brings, and shows none', async () => {
    const brought = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const channel = await app.channel({ kind: 'webhook', settings: { url: receiver.url, secret: brought } });
    expect(channel.secret).toBeNull();
    const all = JSON.stringify([channel, await app.channelState(channel.id)]);
    expect(all).not.toContain('whsec_');
    const dump = await app.auth.workbench.app.get(State).manager.query<object[]>('SELECT * FROM notification_channel');
    expect(JSON.stringify(dump)).not.toContain(brought.slice(6, 20));
  });
});

describe('the outbox', () => {
  it('sends nothing that was rolled back', async () => {
    await app.webhook(receiver.url);
    const { app: nest } = app.auth.workbench;
    const failing = nest.get(State).transaction(() => {
      nest.get(EventBus).publish('schema.changed', schemaChanged('shop'));
      return Promise.reject(new Error('no'));
    });
    await expect(failing).rejects.toThrow('no');
    await app.publish('schema.changed', schemaChanged('vault'));
    await arrived(1);
    expect(hooks().map(({ context }) => context.connection_id)).toEqual(['vault']);
  });

  it('tries again with the same id, after longer and longer waits, until it is taken', async () => {
    await app.webhook(receiver.url);
    receiver.reply = () => ({ status: receiver.received.length < 3 ? 500 : 204 });
    await app.publish('schema.changed', schemaChanged('shop'));
    await arrived(1);
    await eventually(
      () => app.deliveries(),
      ({ items }) => items[0]?.attempts === 1,
    );
    await quiet();
    expect(receiver.received).toHaveLength(1);
    app.advance(7000);
    await arrived(2);
    await eventually(
      () => app.deliveries(),
      ({ items }) => items[0]?.attempts === 2,
    );
    app.advance(MINUTE_MS);
    await arrived(3);
    const { items } = await eventually(
      () => app.deliveries(),
      (list) => list.items[0]?.state === 'delivered',
    );
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    const { tries } = await app.delivery(items[0]?.id ?? '');
    expect(tries.map(({ status, outcome }) => [status, outcome])).toEqual([
      [500, 'failing'],
      [500, 'failing'],
      [204, 'accepted'],
    ]);
  });

  it.each<[string, { status: number; headers?: Record<string, string> }, string]>([
    ['a redirect', { status: 302, headers: { Location: 'http://169.254.169.254/' } }, 'redirected'],
    ['a refusal', { status: 401 }, 'refused'],
  ])('does not go on against %s', async (_, reply, outcome) => {
    await app.webhook(receiver.url);
    receiver.reply = () => reply;
    await app.publish('schema.changed', schemaChanged('shop'));
    for (let n = 0; n < 4; n += 1) {
      await quiet();
      app.advance(HOUR_MS);
    }
    const { items } = await eventually(
      () => app.deliveries(),
      (list) => list.items[0]?.state === 'failed',
    );
    expect(items[0]?.last_attempt?.outcome).toBe(outcome);
    expect(receiver.received).toHaveLength(2);
  });

  it('waits as long as it is asked to', async () => {
    await app.webhook(receiver.url);
    receiver.reply = () =>
      receiver.received.length === 1 ? { status: 429, headers: { 'Retry-After': '120' } } : { status: 200 };
    await app.publish('schema.changed', schemaChanged('shop'));
    await arrived(1);
    await eventually(
      () => app.deliveries(),
      ({ items }) => items[0]?.attempts === 1,
    );
    app.advance(100_000);
    await quiet();
    expect(receiver.received).toHaveLength(1);
    app.advance(30_000);
    await arrived(2);
  });

  it('waits with every message, not only with the one that was refused', async () => {
    const { id } = await app.webhook(receiver.url);
    receiver.reply = () => ({ status: 429, headers: { 'Retry-After': '120' } });
    await app.publish('schema.changed', schemaChanged('shop', 0));
    await eventually(
      () => app.channelState(id),
      ({ state }) => state === 'resting',
    );
    for (let n = 1; n <= 20; n += 1) await app.publish('schema.changed', schemaChanged('shop', n));
    await quiet();
    expect(receiver.received).toHaveLength(1);
    receiver.reply = () => ({ status: 200 });
    app.advance(150_000);
    await arrived(22);
    await quiet();
    expect(receiver.received).toHaveLength(22);
    expect(await app.channelState(id)).toMatchObject({ state: 'active' });
  });

  it.each(['0', 'Fri, 20 Nov 2020 09:00:00 GMT'])(
    'does not hurry where it may at once: Retry-After %s',
    async (asked) => {
      await app.webhook(receiver.url);
      receiver.reply = () => ({ status: 503, headers: { 'Retry-After': asked } });
      await app.publish('schema.changed', schemaChanged('shop'));
      for (let second = 0; second < 120; second += 10) {
        await quiet();
        app.advance(10_000);
      }
      await quiet();
      expect(receiver.received.length).toBeLessThanOrEqual(4);
    },
  );

  it('tries again in time beside a message that takes long', async () => {
    await app.webhook(`${receiver.url}/slow`);
    const quick = await Receiver.start();
    await app.webhook(quick.url);
    receiver.reply = () => null;
    quick.reply = () => ({ status: 500 });
    await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => quick.received.length,
      (count) => count === 1,
    );
    await quiet();
    app.advance(7_000);
    await eventually(
      () => quick.received.length,
      (count) => count === 2,
    );
    await quick.stop();
  });

  it('keeps no answer with the secret that the receiver quotes', async () => {
    const secret = 'abcdefgh12345678';
    const { id } = await app.channel({ kind: 'slack', settings: { url: `${receiver.url}/services/T0/B0/${secret}` } });
    receiver.reply = ({ path }) => ({ status: 404, body: `Cannot POST ${path}` });
    expect((await app.test(id)).detail).toContain('Cannot POST …');
    await app.subscribe({ channel_id: id, events: ['schema.changed'] });
    await app.publish('schema.changed', schemaChanged('shop'));
    const { items } = await eventually(
      () => app.deliveries(`channel_id=${id}`),
      (list) => list.items[0]?.attempts === 1,
    );
    expect(items[0]?.last_attempt?.answer).toBe('Cannot POST …');
    expect(receiver.received[0]?.path).toContain(secret);
  });

  it('disables a channel that is gone, says so in the bell, and notifies nobody else', async () => {
    const { id } = await app.webhook(receiver.url);
    receiver.reply = () => ({ status: 410 });
    await app.publish('schema.changed', schemaChanged('shop'));
    const { reason } = await eventually(
      () => app.channelState(id),
      ({ state }) => state === 'disabled',
    );
    expect(reason).toMatch('410');
    expect((await app.inbox()).items[0]).toMatchObject({ title: 'Channel disabled: a webhook', tone: 'bad' });
    await app.publish('schema.changed', schemaChanged('shop'));
    await quiet();
    expect(receiver.received).toHaveLength(1);
    receiver.reply = () => ({ status: 200 });
    await app.me.post(`/api/notifications/channels/${id}/enable`).expect(200);
    await app.publish('schema.changed', schemaChanged('shop'));
    await arrived(2);
    const { items } = bodyOf<AuditList>(await app.me.get('/api/audit?action=notification.channel_disable').expect(200));
    expect(items[0]).toMatchObject({ actor: { kind: 'system' }, object: { id } });
  });

  it('rests after five failures and tries one message before it sends the others', async () => {
    const { id } = await app.webhook(receiver.url);
    receiver.reply = () => ({ status: 500 });
    for (let n = 0; n < 12; n += 1) await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => app.channelState(id),
      ({ state }) => state === 'resting',
    );
    await quiet();
    const before = receiver.received.length;
    receiver.reply = () => null;
    app.advance(40_000);
    await eventually(
      () => receiver.received,
      (all) => all.length > before,
    );
    await quiet();
    expect(receiver.received).toHaveLength(before + 1);
  });

  it('sends one message for a hundred thousand changes, all of them in a webhook', async () => {
    await app.webhook(receiver.url);
    await app.publish('schema.changed', schemaChanged('shop', 100_000));
    await arrived(1);
    expect(hooks()[0]?.context.changes).toHaveLength(100_000);
  });

  it('never reaches where it may not, and says why', async () => {
    const { id } = await app.channel({ kind: 'webhook', settings: { url: 'http://name.invalid/' } });
    expect(await app.test(id)).toMatchObject({
      delivered: false,
      status: null,
      detail: expect.stringMatching('not known|looked up'),
    });
    for (const url of [
      'http://10.0.0.1/',
      'http://169.254.169.254/',
      'http://[::ffff:10.0.0.1]/',
      'ftp://x.org/',
      'x',
    ]) {
      const answer = await app.me.post('/api/notifications/channels', {
        name: 'x',
        kind: 'webhook',
        settings: { url },
      });
      const { code, errors } = bodyOf<ProblemDocument>(answer);
      expect([url, code, errors?.[0]?.pointer]).toEqual([url, 'validation-failed', '/settings/url']);
    }
  });

  it('takes what a receiver did not answer for failed', async () => {
    receiver.reply = () => null;
    await app.webhook(receiver.url);
    await app.publish('schema.changed', schemaChanged('shop'));
    await arrived(1);
    await receiver.stop();
    const { items } = await eventually(
      () => app.deliveries(),
      (list) => list.items[0]?.attempts === 1,
    );
    expect(items[0]).toMatchObject({ state: 'pending', last_attempt: { outcome: 'failing', status: null } });
    receiver = await Receiver.start();
  });

  it('sends a message again with its old id', async () => {
    await app.webhook(receiver.url);
    await app.publish('schema.changed', schemaChanged('shop'));
    const { items } = await eventually(
      () => app.deliveries(),
      (list) => list.items[0]?.state === 'delivered',
    );
    await app.me.post(`/api/notifications/deliveries/${items[0]?.id ?? ''}/resend`).expect(202);
    await arrived(2);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    const { items: after } = await eventually(
      () => app.deliveries(),
      (list) => list.items[0]?.attempts === 2,
    );
    expect(after[0]?.state).toBe('delivered');
  });
});

describe('the stored secret of a channel', () => {
  const MAIL = {
    host: '127.0.0.1',
    port: 2525,
    security: 'starttls',
    user: 'bench',
    from: 'a@b.example',
    to: ['c@d.example'],
  };
  const TOKEN = `12345:${'x'.repeat(35)}`;
  const changes: [ChannelInput['kind'], Record<string, unknown>, Record<string, unknown>, Record<string, unknown>][] = [
    ['email', MAIL, { password: 'hunter2' }, { host: '127.0.0.2' }],
    ['email', MAIL, { password: 'hunter2' }, { port: 2526 }],
    ['email', MAIL, { password: 'hunter2' }, { security: 'none' }],
    [
      'telegram',
      { chat_id: '@team', api_url: 'http://127.0.0.1:1' },
      { bot_token: TOKEN },
      { api_url: 'http://127.0.0.1:2' },
    ],
    [
      'telegram',
      { chat_id: '@team', api_url: 'https://127.0.0.1:1' },
      { bot_token: TOKEN },
      { api_url: 'http://127.0.0.1:1' },
    ],
  ];

  it.each(changes)('of the kind %s does not go along to another place', async (kind, settings, secret, change) => {
    const { id } = await app.channel({ kind, settings: { ...settings, ...secret } });
    const path = `/api/notifications/channels/${id}`;
    const put = (next: object) => app.me.put(path, { name: 'moved', kind, settings: next });
    const refused = bodyOf<ProblemDocument>(await put({ ...settings, ...change }).expect(422));
    const pointers = Object.keys(secret).map((name) => `/settings/${name}`);
    expect([refused.code, refused.errors?.map(({ pointer }) => pointer)]).toEqual(['secret-needed', pointers]);
    expect((await app.channelState(id)).settings).toMatchObject(settings);
    await put(settings).expect(200);
    await put({ ...settings, ...change, ...secret }).expect(200);
    const audit = bodyOf<AuditList>(await app.me.get('/api/audit?action=notification.channel_change').expect(200));
    const [name = ''] = Object.keys(change);
    expect(audit.items[0]?.details).toEqual({
      ...{ kind, from: `${name} ${String(settings[name])}`, to: `${name} ${String(change[name])}` },
    });
  });
});

describe('chat services', () => {
  const chats: [ChannelInput['kind'], (url: string) => Record<string, unknown>, number, string][] = [
    ['slack', (url) => ({ url }), 200, 'ok'],
    ['discord', (url) => ({ url }), 204, ''],
    ['teams', (url) => ({ url }), 202, ''],
    ['mattermost', (url) => ({ url }), 200, 'ok'],
    [
      'telegram',
      (url) => ({ bot_token: `12345:${'x'.repeat(35)}`, chat_id: '-100200', api_url: url }),
      200,
      '{"ok":true}',
    ],
  ];

  it.each(chats)('%s gets its own format', async (kind, settingsOf, status, body) => {
    receiver.reply = () => ({ status, body });
    const channel = await app.channel({ kind, settings: settingsOf(`${receiver.url}/secret-path`) });
    expect(JSON.stringify(channel)).not.toMatch(kind === 'telegram' ? 'xxxx' : 'secret-path');
    await app.subscribe({ channel_id: channel.id, events: ['schema.changed'] });
    await app.publish(
      'schema.changed',
      schemaChanged('shop', 600, () => '<!here> @all *x* \u{1f480}\u0000'),
    );
    const [request] = await arrived(1);
    const text = request?.body ?? '';
    expect(text).toContain('Schema of The shop changed');
    expect(text).toMatch(/… and \d+ more/);
    expect(text.length).toBeLessThan(28_000);
    await eventually(
      () => app.deliveries(),
      ({ items }) => items[0]?.state === 'delivered',
    );
    const places = {
      slack: 'blocks',
      discord: 'embeds',
      teams: 'attachments',
      mattermost: 'attachments',
      telegram: 'chat_id',
    };
    expect(JSON.parse(text)).toHaveProperty(places[kind as keyof typeof places]);
    if (kind === 'telegram') expect(request?.path).toBe(`/secret-path/bot12345:${'x'.repeat(35)}/sendMessage`);
  });

  it('say in the body how long to wait: Telegram', async () => {
    const busy = '{"ok":false,"parameters":{"retry_after":60}}';
    receiver.reply = () => (receiver.received.length === 1 ? { status: 429, body: busy } : { status: 200 });
    const settings = { bot_token: `12345:${'x'.repeat(35)}`, chat_id: '@team', api_url: receiver.url };
    const { id } = await app.channel({ kind: 'telegram', settings });
    await app.subscribe({ channel_id: id, events: ['schema.changed'] });
    await app.publish('schema.changed', schemaChanged('shop'));
    const { items } = await eventually(
      () => app.deliveries(),
      (list) => list.items[0]?.attempts === 1,
    );
    const inMs = Date.parse(items[0]?.next_attempt_at ?? '') - app.now;
    expect(inMs).toBeGreaterThan(50_000);
    expect(inMs).toBeLessThanOrEqual(60_000);
  });

  it('whose token was revoked are disabled after some messages', async () => {
    receiver.reply = () => ({ status: 403, body: 'invalid_token' });
    const { id } = await app.channel({ kind: 'slack', settings: { url: receiver.url } });
    await app.subscribe({ channel_id: id, events: ['schema.changed'] });
    expect(await app.test(id)).toEqual({
      delivered: false,
      status: 403,
      detail: expect.stringMatching('invalid_token'),
    });
    for (let n = 0; n < 12; n += 1) {
      await app.publish('schema.changed', schemaChanged('shop'));
      await quiet();
      app.advance(2 * HOUR_MS);
      if ((await app.channelState(id)).state === 'disabled') break;
    }
    // One more may have been on its way.
    expect((await app.channelState(id)).reason).toMatch(/[56] messages in a row/);
  });

  it('get a storm as one message', async () => {
    const { id } = await app.channel({ kind: 'discord', settings: { url: receiver.url } });
    await app.subscribe({ channel_id: id, events: ['schema.changed'] });
    for (let n = 0; n < 60; n += 1)
      await app.publish(
        'schema.changed',
        schemaChanged('shop', 1, () => `storm${n}`),
      );
    for (let n = 0; n < 5; n += 1) {
      await quiet();
      app.advance(MINUTE_MS);
    }
    const { items } = await eventually(
      () => app.deliveries('limit=100'),
      (list) => list.items.every(({ state }) => state !== 'pending'),
    );
    expect(items.filter(({ state }) => state === 'digested').length).toBeGreaterThan(30);
    expect(receiver.received.length).toBeLessThan(25);
    expect(receiver.received.some(({ body }) => /\d+ events on The shop/.test(body))).toBe(true);
  });
});

describe('e-mail', () => {
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await Mailbox.start();
  });
  afterAll(() => mailbox.stop());

  const settings = (more: object = {}) => ({
    ...{ host: '127.0.0.1', port: mailbox.port, security: 'none', from: 'bench@example.org' },
    ...{ to: ['ann@example.org', 'bob@example.org'], ...more },
  });

  it('is sent as text and HTML to everybody, with one line of subject', async () => {
    const channel = await app.channel({
      kind: 'email',
      settings: settings({ user: 'bench', password: 'open sesame' }),
    });
    expect([JSON.stringify(channel).includes('sesame'), channel.secrets_set]).toEqual([false, ['password']]);
    await app.subscribe({ channel_id: channel.id, events: ['schema.changed'] });
    const title = 'Schema of x\r\nBcc: evil@example.org changed';
    await app.publish('schema.changed', { ...schemaChanged('shop', 1, () => '<b>orders</b>'), title });
    await eventually(
      () => mailbox.mails,
      (mails) => mails.length === 1,
    );
    const [mail] = mailbox.mails;
    expect(mail).toMatchObject({
      from: 'bench@example.org',
      to: ['ann@example.org', 'bob@example.org'],
      user: 'bench',
    });
    expect(mail?.raw).toMatch(/^Subject: Schema of x Bcc: evil@example\.org changed\r$/m);
    expect(mail?.raw).not.toMatch(/^Bcc:/m);
    expect(mail?.raw).toContain('&lt;b&gt;orders&lt;/b&gt;');
    expect(mail?.raw).toMatch('text/plain');
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it('names whom the server refused and is not sent twice', async () => {
    const { id } = await app.channel({
      kind: 'email',
      settings: settings({ to: ['nobody@example.org', 'ann@example.org'] }),
    });
    expect(await app.test(id)).toEqual({
      ...{ delivered: true, status: 250 },
      detail: 'The mail server accepted the message for 1 of 2. Refused for nobody@example.org.',
    });
    const { id: all } = await app.channel({ kind: 'email', settings: settings({ to: ['nobody@example.org'] }) });
    expect(await app.test(all)).toMatchObject({ delivered: false, status: 550 });
  });

  it('insists on the security and the password that were set', async () => {
    const { id } = await app.channel({ kind: 'email', settings: settings({ security: 'starttls' }) });
    expect(await app.test(id)).toMatchObject({ delivered: false, status: null });
    const { id: wrong } = await app.channel({ kind: 'email', settings: settings({ user: 'bench', password: 'x' }) });
    expect((await app.test(wrong)).delivered).toBe(false);
  });

  it('keeps its password over a change, but not towards another server', async () => {
    const before = settings({ user: 'bench', password: 'open sesame' });
    const { id } = await app.channel({ kind: 'email', settings: before });
    const change = async (more: object) => {
      const body = { name: 'x', kind: 'email', settings: settings({ user: 'bench', ...more }) };
      return app.me.put(`/api/notifications/channels/${id}`, body);
    };
    const kept = bodyOf<{ secrets_set: string[] }>(await change({ from: 'other@example.org' }));
    expect(kept.secrets_set).toEqual(['password']);
    expect((await app.test(id)).delivered).toBe(true);
    expect((await change({ port: mailbox.port + 1 })).status).toBe(422);
  });
});

describe('subscriptions', () => {
  it('let through what is named, each message once', async () => {
    const { id } = await app.webhook(receiver.url, { filter: { connection_ids: ['shop'] } });
    await app.subscribe({
      channel_id: id,
      events: ['schema.changed', 'scheduler.job.error'],
      filter: { connection_ids: ['shop'] },
    });
    await app.subscribe({ channel_id: id, events: ['core.backup.failed'], filter: { job_ids: ['job-7'] } });
    await app.publish('schema.changed', schemaChanged('vault'));
    await app.publish('core.backup.failed', jobRun({ job_id: 'job-8' }));
    await app.publish('schema.changed', schemaChanged('shop'));
    await app.publish('core.backup.failed', jobRun({ job_id: 'job-7' }));
    await arrived(2);
    await quiet();
    // Both go out at once: either may arrive first.
    const events = hooks().map(({ event }) => event);
    expect(events.sort()).toEqual(['core.backup.failed', 'schema.changed']);
  });

  it('is not sent for a subscription that was removed, except what another one wants', async () => {
    const { id } = await app.channel({ kind: 'webhook', settings: { url: receiver.url } });
    const subscribed = await app.subscribe({ channel_id: id, events: ['schema.changed'], digest_minutes: 10 });
    for (const name of ['shop', 'vault']) await app.publish('schema.changed', schemaChanged(name));
    await app.me.delete(`/api/notifications/subscriptions/${subscribed.id}`).expect(204);
    await app.subscribe({ channel_id: id, events: ['schema.changed'], filter: { connection_ids: ['vault'] } });
    app.advance(11 * MINUTE_MS);
    await arrived(1);
    await quiet();
    expect(hooks().map(({ context }) => context.connection_id)).toEqual(['vault']);
  });

  it('collect what comes within their window', async () => {
    await app.webhook(receiver.url, { digest_minutes: 10 });
    await app.publish('schema.changed', schemaChanged('shop'));
    app.advance(5 * MINUTE_MS);
    await app.publish('schema.changed', schemaChanged('vault'));
    await quiet();
    expect(receiver.received).toHaveLength(0);
    app.advance(6 * MINUTE_MS);
    await arrived(1);
    await quiet();
    expect(
      hooks().map(({ event, context }) => [event, context.events?.map((one) => one.context.connection_id)]),
    ).toEqual([['digest', ['shop', 'vault']]]);
  });

  it('are changed and ended', async () => {
    const { id: channelId } = await app.channel({ kind: 'webhook', settings: { url: receiver.url } });
    const { id } = await app.subscribe({ channel_id: channelId, events: ['schema.changed'] });
    const change = { channel_id: channelId, events: ['contract.violated'], digest_minutes: 5 };
    const changed = bodyOf<Subscription>(
      await app.me.put(`/api/notifications/subscriptions/${id}`, change).expect(200),
    );
    expect(changed).toMatchObject({ id, events: ['contract.violated'], filter: {}, digest_minutes: 5 });
    await app.publish('schema.changed', schemaChanged('shop'));
    await app.me.delete(`/api/notifications/subscriptions/${id}`).expect(204);
    await quiet();
    expect(receiver.received).toEqual([]);
    const { items } = bodyOf<SubscriptionList>(await app.me.get('/api/notifications/subscriptions').expect(200));
    expect(items).toEqual([]);
  });

  it('a job asks for by its own settings, once', async () => {
    const { id } = await app.channel({ kind: 'webhook', settings: { url: receiver.url } });
    await app.channel({ kind: 'webhook', settings: { url: receiver.url }, for_jobs: false });
    await app.publish('scheduler.job.error', jobRun());
    await app.publish('scheduler.job.error', jobRun({ notify: true }));
    await app.publish('core.backup.failed', jobRun({ notify: true }));
    await arrived(1);
    await app.subscribe({ channel_id: id, events: ['scheduler.job.success'] });
    await app.publish('scheduler.job.success', jobRun({ notify: true, status: 'success', error: null }));
    await arrived(2);
    await quiet();
    expect(hooks().map(({ event }) => event)).toEqual(['scheduler.job.error', 'scheduler.job.success']);
  });

  it.each<[string, object, string]>([
    ['no event', { events: [] }, '/events'],
    ['an unknown event', { events: ['schema.exploded'] }, '/events'],
    ['a window of a year', { events: ['schema.changed'], digest_minutes: 525_600 }, '/digest_minutes'],
  ])('refuse %s', async (_, body, pointer) => {
    const { id } = await app.channel({ kind: 'webhook', settings: { url: receiver.url } });
    const answer = await app.me.post('/api/notifications/subscriptions', { channel_id: id, ...body });
    const { code, errors } = bodyOf<ProblemDocument>(answer);
    expect([code, errors?.[0]?.pointer]).toEqual(['validation-failed', pointer]);
  });
});

describe('the bell', () => {
  it('counts what is new, until it is read', async () => {
    const { items: old } = await app.inbox();
    if (old[0] !== undefined) await app.me.post('/api/notifications/inbox/read', { up_to: old[0].id }).expect(204);
    app.advance(1000);
    await app.publish('schema.changed', schemaChanged('shop'));
    await app.publish('scheduler.job.error', jobRun());
    app.advance(1000);
    await app.publish('scheduler.job.error', jobRun({ notify: true }));
    const { items, unread_count: unread } = await app.inbox();
    expect([unread, items.slice(0, 2).map(({ label, path, is_read: isRead }) => [label, path, isRead])]).toEqual([
      2,
      [
        ['Job error', '/jobs?run=run-1', false],
        ['Schema Changed', '/schema-watch/shop', false],
      ],
    ]);
    await app.me.post('/api/notifications/inbox/read', { up_to: items[1]?.id }).expect(204);
    expect((await app.inbox()).unread_count).toBe(1);
  });

  it('forgets after a month, but nothing that still waits', async () => {
    receiver.reply = () => ({ status: 500 });
    await app.webhook(receiver.url);
    await app.publish('schema.changed', schemaChanged('shop'));
    await eventually(
      () => app.deliveries(),
      ({ items }) => items[0]?.attempts === 1,
    );
    const retention = app.auth.workbench.app.get(Retention);
    app.auth.advance(31 * 24 * HOUR_MS);
    await retention.forgetOld();
    expect((await app.deliveries()).items).toHaveLength(1);
    expect((await app.inbox()).items).toHaveLength(1);
  });

  it('forgets all of a month with many events at once', async () => {
    const { manager } = app.auth.workbench.app.get(State, { strict: false });
    const texts = { event: 'schema.changed', title: 'Schema changed', message: '', context: '{}', path: '/' };
    const places = { connectionId: null, ownerId: null, isInBell: true, occurredAt: '2020-01-01T00:00:00.000Z' };
    const old = Array.from({ length: 1_200 }, (_, place) => ({ id: `old-${place}`, ...texts, ...places }));
    await manager.insert(EventRecord, old);
    await app.auth.workbench.app.get(Retention).forgetOld();
    expect(await manager.countBy(EventRecord, { occurredAt: places.occurredAt })).toBe(0);
  });
});
