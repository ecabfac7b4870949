import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SchemaChangeList } from '#libs/api';
import { Receiver } from '../server/src/notifications/testing/receiver.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { sql } from './run-sql.js';
import { Workbench, expect, temporaryHome, test } from './workbench.js';

/** How often the process is killed; `npm run soak` sets more. */
const ROUNDS = Number(process.env.SOAK_ROUNDS ?? 3);
const ROUND_MS = 20_000;
/** Different in each round, the same in each campaign: around the moment of the commit. */
const delayOf = (round: number) => (round * 29) % 120;

interface Hook {
  readonly id: string;
  readonly context: { readonly change_id: string };
}

/** A workbench that watches the demo's shop and has nothing of its own to start. */
function watcherOf(demo: Workbench): Workbench {
  const home = temporaryHome();
  const configuration = readFileSync(join(demo.home, 'connections.yaml'), 'utf8');
  writeFileSync(join(home, 'connections.yaml'), configuration);
  copyFileSync(join(demo.home, 'secret.key'), join(home, 'secret.key'));
  return new Workbench(home, { WORKBENCH_DEMO: 'off', WORKBENCH_OUTBOUND_ALLOW: '127.0.0.0/8' });
}

test('whatever was committed is sent, however often the process is killed', async ({ demo }) => {
  test.setTimeout(240_000 + ROUNDS * ROUND_MS);
  await waitUntilShopAnswers(demo);
  await sql(demo, 'DROP SCHEMA IF EXISTS crash CASCADE; CREATE SCHEMA crash');
  const receiver = await Receiver.start();
  const watcher = watcherOf(demo);
  await watcher.start();
  const { body: channel } = await watcher.api<{ id: string }>('POST', '/api/notifications/channels', {
    ...{ name: 'hook', kind: 'webhook', settings: { url: receiver.url } },
  });
  const subscription = { channel_id: channel.id, events: ['schema.changed'] };
  await watcher.api('POST', '/api/notifications/subscriptions', subscription);
  await watcher.api('POST', '/api/schema-watch/shop/run');
  for (let round = 0; round < ROUNDS; round += 1) {
    await sql(demo, `CREATE TABLE crash.t${round} (id int)`);
    const asked = watcher.api('POST', '/api/schema-watch/shop/run').catch(() => null);
    await Promise.race([asked, sleep(400 + delayOf(round))]);
    await watcher.stop('SIGKILL');
    await asked;
    await watcher.start();
  }
  await watcher.api('POST', '/api/schema-watch/shop/run');
  const { body } = await watcher.api<SchemaChangeList>('GET', '/api/schema-watch/shop/changes');
  const changes = body.changes.map(({ id }) => id).sort();
  expect(changes.length).toBeGreaterThan(0);
  const received = () => [...new Set(receiver.bodies<Hook>().map(({ context }) => context.change_id))].sort();
  await expect.poll(received).toEqual(changes);
  const ids = new Map(
    receiver.received.map(({ headers, body: text }) => [String(headers['webhook-id']), (JSON.parse(text) as Hook).id]),
  );
  expect(new Set(ids.values()).size).toBe(ids.size);
  await watcher.stop();
  await receiver.stop();
  await sql(demo, 'DROP SCHEMA IF EXISTS crash CASCADE');
  rmSync(watcher.home, { recursive: true, force: true });
});
