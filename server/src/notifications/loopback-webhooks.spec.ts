import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChannelKindList } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { NotificationsApp } from './testing/notifications-app.js';
import { Receiver } from './testing/receiver.js';

let app: NotificationsApp;
let receiver: Receiver;
/** The person of single-user mode, or the administrator. */
let me: Caller;
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  await app.stop();
  await receiver.stop();
});

const hasSwitch = async (): Promise<boolean> => {
  const { items } = bodyOf<ChannelKindList>(await me.get('/api/notifications/kinds').expect(200));
  const fields = items.find(({ kind }) => kind === 'webhook')?.fields ?? [];
  return fields.some(({ name, warning }) => name === 'allow_loopback' && warning !== undefined);
};
const create = (settings: object) => me.post('/api/notifications/channels', { name: 'Own', kind: 'webhook', settings });
const refusal = async (settings: object, status: number): Promise<(string | undefined)[]> => {
  const { errors = [] } = bodyOf<ProblemDocument>(await create(settings).expect(status));
  return errors.flatMap(({ pointer, detail }) => [pointer, detail]);
};

describe('a webhook on this machine', () => {
  it('is refused with advice until its switch is on, and then receives messages', async () => {
    app = await NotificationsApp.start({ allow: '' });
    me = app.me;
    expect(await hasSwitch()).toBe(true);
    expect(await refusal({ url: receiver.url }, 400)).toEqual([
      '/settings/url',
      '127.0.0.1 is this machine itself. Turn on “Allow this machine” if the receiver is yours.',
    ]);
    const { id } = await app.channel({ kind: 'webhook', settings: { url: receiver.url, allow_loopback: true } });
    expect(await app.test(id)).toEqual({ delivered: true, status: 200, detail: 'Delivered. (HTTP 200)' });
    expect(receiver.received).toHaveLength(1);
  });

  it('is known by its name, too, unless the administrator has opened it', async () => {
    app = await NotificationsApp.start({ allow: '' });
    me = app.me;
    for (const host of ['localhost', 'LOCALHOST.', 'hooks.localhost']) {
      expect(await refusal({ url: `http://${host}:9999/x` }, 400)).toEqual([
        '/settings/url',
        `${host.toLowerCase()} is this machine itself. Turn on “Allow this machine” if the receiver is yours.`,
      ]);
    }
    await create({ url: 'http://localhost.example.org/x' }).expect(201);
    await app.stop();
    app = await NotificationsApp.start({ allow: '::1' });
    me = app.me;
    await create({ url: 'http://localhost:9999/x' }).expect(201);
  });

  it('is named as well as numbered: the address decides', async () => {
    app = await NotificationsApp.start({ allow: '' });
    me = app.me;
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    const open = await app.channel({ kind: 'webhook', settings: { url, allow_loopback: true } });
    expect(await app.test(open.id)).toMatchObject({ delivered: true });
    expect(await refusal({ url: 'http://10.0.0.1/', allow_loopback: true }, 400)).toEqual([
      '/settings/url',
      expect.stringContaining('a private network'),
    ]);
  });

  it('has no switch in multi-user mode', async () => {
    app = await NotificationsApp.start({ allow: '', isMulti: true });
    me = await app.auth.signIn();
    expect(await hasSwitch()).toBe(false);
    expect(await refusal({ url: 'http://localhost:9999/x' }, 400)).toEqual([
      '/settings/url',
      expect.stringContaining('WORKBENCH_OUTBOUND_ALLOW'),
    ]);
    expect(await refusal({ url: receiver.url, allow_loopback: true }, 400)).toEqual([
      '/settings/allow_loopback',
      'is not known here',
    ]);
    expect(receiver.received).toEqual([]);
  });
});
