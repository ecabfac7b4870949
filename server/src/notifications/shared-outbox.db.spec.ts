import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { State } from '../platform/index.js';
import { stateDatabaseOf } from '../platform/testing/state-database.js';
import { Directory } from './directory.js';
import { ChannelLeases } from './outbox/channel-leases.js';
import { schemaChanged } from './testing/events.js';
import { NotificationsApp } from './testing/notifications-app.js';
import { Receiver } from './testing/receiver.js';

process.env.TEST_STATE = 'postgres';

const CHANNELS = 6;
const EVENTS = 40;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('two workbenches that share an outbox', () => {
  let apps: NotificationsApp[];
  let receiver: Receiver;
  const at = (place: number): NotificationsApp => {
    const app = apps[place];
    if (app === undefined) throw new Error('This workbench has not started.');
    return app;
  };
  const first = () => at(0);
  const second = () => at(1);
  const share = (app: NotificationsApp) => app.auth.workbench.app.get(ChannelLeases);
  const idsAt = (path: string) =>
    receiver.received.flatMap((request) => (request.path === path ? [String(request.headers['webhook-id'])] : []));

  beforeAll(async () => {
    receiver = await Receiver.start();
    const one = await NotificationsApp.start();
    const [own, home] = [one.auth.workbench.home, mkdtempSync(join(tmpdir(), 'shared-outbox-'))];
    copyFileSync(join(own, 'secret.key'), join(home, 'secret.key'));
    apps = [one, await NotificationsApp.start({ home, state: await stateDatabaseOf(own) })];
  });
  afterAll(async () => {
    for (const app of [...apps].reverse()) await app.stop();
    await receiver.stop();
  });

  it('send each event to each channel once, whichever of them published it', async () => {
    const ids: string[] = [];
    for (let place = 0; place < CHANNELS; place += 1) {
      ids.push((await first().webhook(`${receiver.url}/${place}`)).id);
    }
    await until(() => second().auth.workbench.app.get(Directory).subscriptions.length === CHANNELS);
    for (let n = 0; n < EVENTS; n += 1) {
      await (n % 2 === 0 ? first() : second()).publish('schema.changed', schemaChanged('shop'));
    }
    await until(() => receiver.received.length >= CHANNELS * EVENTS);
    // What is under way twice would arrive before everything is written down as delivered.
    const { manager } = first().auth.workbench.app.get(State);
    await until(async () => {
      const [open] = await manager.query<{ count: number }[]>(
        "SELECT count(*)::int AS count FROM notification_delivery WHERE state = 'pending'",
      );
      return open?.count === 0;
    });
    for (let place = 0; place < CHANNELS; place += 1) {
      const received = idsAt(`/${place}`);
      expect([received.length, new Set(received).size]).toEqual([EVENTS, EVENTS]);
    }
    // A channel is with one of them at a time.
    for (const id of ids) {
      expect(apps.filter((app) => share(app).serves(id)).length).toBeLessThanOrEqual(1);
    }
  });

  it('go on with what one of them leaves when it ends', async () => {
    receiver.received.length = 0;
    await second().publish('schema.changed', schemaChanged('shop'));
    await until(() => receiver.received.length >= CHANNELS);
    const last = apps.pop();
    await last?.stop();
    await first().publish('schema.changed', schemaChanged('shop'));
    await until(() => receiver.received.length >= 2 * CHANNELS);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2 * CHANNELS);
  });
});
