import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { AdminOverview, Connection, ConnectionList, ConnectionTestResult } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { AdminModule } from './admin/index.js';
import { bodyOf } from './auth/testing/auth-app.js';
import { ConnectionsModule } from './connections/index.js';
import { testPostgres } from './connections/testing/connections-app.js';
import { schemaChanged } from './notifications/testing/events.js';
import { NotificationsApp } from './notifications/testing/notifications-app.js';
import { Receiver } from './notifications/testing/receiver.js';
import { CapturedLog } from './platform/testing/captured-log.js';
import { eventually } from './platform/testing/eventually.js';

const HOUR_MS = 3_600_000;
const UNREADABLE =
  /encrypted with key [0-9a-f]{16}, (?:and secret\.key is missing|but secret\.key holds key [0-9a-f]{16})/;

let app: NotificationsApp;
let receiver: Receiver;
let home: string;
const key = () => join(home, 'secret.key');
/** The first application of a process decides how all of them log. */
const LOGGING = { LOG_LEVEL: 'error' };
const features = [ConnectionsModule, AdminModule];

/** What happens to the key while the workbench is stopped. */
const LOSSES: [string, () => void][] = [
  ['missing', () => renameSync(key(), `${key()}.away`)],
  ['another one', () => replaceKey()],
];

function replaceKey(): void {
  renameSync(key(), `${key()}.away`);
  writeFileSync(key(), randomBytes(32), { mode: 0o600 });
}

/** Puts the key back in one step, as a restored file. */
function restoreKey(): void {
  renameSync(`${key()}.away`, key());
}

async function restart(change: () => void): Promise<string> {
  await app.stop({ keepHome: true });
  change();
  const log = new CapturedLog();
  log.start();
  try {
    app = await NotificationsApp.start({ home, features, state: LOGGING, keepsConnections: true });
  } finally {
    log.stop();
  }
  return log.text;
}

const connections = async () => bodyOf<ConnectionList>(await app.me.get('/api/connections').expect(200)).items;
const connection = async (id: string) => {
  const found = (await connections()).find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} is not listed`);
  return found;
};
const health = (id: string, state: Connection['health']['state']) =>
  eventually(
    () => connection(id),
    (one) => one.health.state === state,
  );
const overview = async () => bodyOf<AdminOverview>(await app.me.get('/api/admin/overview').expect(200));
const test = async (id: string) =>
  bodyOf<ConnectionTestResult>(await app.me.post(`/api/connections/${id}/test`).expect(200));

beforeEach(async () => {
  receiver = await Receiver.start();
  app = await NotificationsApp.start({ features, state: LOGGING });
  home = app.auth.workbench.home;
  await app.me.post('/api/connections', { ...testPostgres(), id: 'main' }).expect(201);
});
afterEach(async () => {
  await app.stop();
  await receiver.stop();
});

describe.each(LOSSES)('with a secret.key that is %s', (_, lose) => {
  it('a webhook is not sent, says why, and is sent signed once the key is back', async () => {
    const { id, secret } = await app.webhook(receiver.url);
    const log = await restart(lose);
    expect(log).toMatch(/"kind":"channel"/);
    await app.publish('schema.changed', schemaChanged('shop'));
    const { items } = await eventually(
      () => app.deliveries(),
      (list) => list.items[0]?.attempts === 1,
    );
    expect([items[0]?.state, receiver.received]).toEqual(['pending', []]);
    const { tries } = await app.delivery(items[0]?.id ?? '');
    expect(tries[0]?.detail).toMatch(UNREADABLE);
    expect(await app.test(id)).toEqual({ delivered: false, status: null, detail: tries[0]?.detail });
    expect(await app.channelState(id)).toMatchObject({ secrets_fault: tries[0]?.detail });
    expect(receiver.received).toEqual([]);
    restoreKey();
    app.advance(HOUR_MS);
    const [request] = await eventually(
      () => receiver.received,
      (all) => all.length > 0,
    );
    // The clock of the workbench was put forward; the signature is that of its time.
    const [atMs, realNow] = [app.now, Date.now];
    Date.now = () => atMs;
    try {
      new Webhook(secret ?? '').verify(request?.body ?? '', request?.headers as Record<string, string>);
    } finally {
      Date.now = realNow;
    }
    expect(await app.channelState(id)).toMatchObject({ secrets_fault: null });
  });

  it('a change of a channel drops no secret and makes none up', async () => {
    const { id, name } = await app.webhook(receiver.url);
    await restart(lose);
    const change = (more: object) =>
      app.me.put(`/api/notifications/channels/${id}`, {
        ...{ name: `${name}!`, kind: 'webhook', settings: { url: receiver.url, ...more } },
      });
    const { code, errors } = bodyOf<ProblemDocument>(await change({}).expect(422));
    expect([code, errors?.[0]?.pointer]).toEqual(['secret-needed', '/settings/secret']);
    expect((await app.channelState(id)).name).toBe(name);
  });

  it('a connection says why it cannot be opened, and every other one works', async () => {
    const log = await restart(lose);
    expect(log).toMatch(/"kind":"connection","id":"main"/);
    const lost = await health('main', 'failed');
    expect(lost.health.last_error).toMatch(UNREADABLE);
    expect(lost.password_set).toBe(true);
    expect((await connections()).map(({ id }) => id)).toEqual(['shop', 'vault', 'main']);
    expect(await test('shop')).toMatchObject({ ok: true });
    expect(await test('main')).toMatchObject({ ok: false });
    const { code } = bodyOf<ProblemDocument>(await app.me.get('/api/connections/main/schema').expect(502));
    expect(code).toBe('connection-unusable');
    const { password, ...withoutPassword } = testPostgres();
    expect(password).not.toBe('');
    await app.me.post('/api/connections/test', { ...withoutPassword, id: 'main' }).expect(422);
    restoreKey();
    await health('main', 'idle').catch(() => health('main', 'healthy'));
    expect(await test('main')).toMatchObject({ ok: true });
  });

  it('the Admin page names the key that is missing and what needs it', async () => {
    const { secret_key: before } = await overview();
    expect(before).toMatchObject({ state: 'present', problem: null, missing: [] });
    await app.webhook(receiver.url);
    await restart(lose);
    const { secret_key: status } = await overview();
    expect(status.missing).toEqual([
      {
        fingerprint: before.fingerprint,
        values: expect.arrayContaining([
          { kind: 'connection', id: 'main', name: 'Test' },
          { kind: 'channel', id: expect.any(String), name: 'a webhook' },
        ]),
      },
    ]);
    expect(status.fingerprint).not.toBe(before.fingerprint);
  });
});

describe('a key', () => {
  it('is created at the first start, and never unasked afterwards', async () => {
    expect(readFileSync(key())).toHaveLength(32);
    await restart(() => rmSync(key()));
    await app.me.post('/api/connections', { ...testPostgres(), name: 'Other' }).expect(409);
    await health('main', 'failed');
    expect(existsSync(key())).toBe(false);
  });

  it('is not created in the place of a lost one although nothing is encrypted at the moment', async () => {
    await app.me.delete('/api/connections/main').expect(204);
    await restart(() => rmSync(key()));
    expect((await overview()).secret_key).toMatchObject({ state: 'missing', fingerprint: null, missing: [] });
    expect(existsSync(key())).toBe(false);
  });

  it('is created anew by an administrator; then a password that is entered again makes its connection work', async () => {
    await restart(() => rmSync(key()));
    await health('main', 'failed');
    const { status } = await app.me.post('/api/admin/secret-key');
    expect([status, readFileSync(key()).length]).toEqual([201, 32]);
    expect(bodyOf<ProblemDocument>(await app.me.post('/api/admin/secret-key').expect(409)).code).toBe(
      'secret-key-present',
    );
    expect((await health('main', 'failed')).health.last_error).toMatch(/but secret\.key holds key|is missing/);
    await app.me.put('/api/connections/main', testPostgres()).expect(200);
    expect(await test('main')).toMatchObject({ ok: true });
    expect((await overview()).secret_key).toMatchObject({ state: 'present', missing: [] });
  });

  it('that is damaged is reported and left alone', async () => {
    await restart(() => writeFileSync(key(), 'short'));
    expect((await overview()).secret_key).toMatchObject({
      state: 'unreadable',
      problem: expect.stringContaining('it holds 5 bytes, not 32'),
    });
    expect((await health('main', 'failed')).health.last_error).toContain('it holds 5 bytes, not 32');
    expect(readFileSync(key(), 'utf8')).toBe('short');
  });
});
