import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContractView, SchemaChangeList, ViolationList } from '#libs/api';
import { Receiver } from '../server/src/notifications/testing/receiver.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { sql } from './run-sql.js';
import { Workbench, expect, temporaryHome, test } from './workbench.js';

/** How often the process is killed; `npm run soak` sets more. */
const ROUNDS = Number(process.env.SOAK_ROUNDS ?? 2);
const ROUND_MS = 20_000;
const COLUMNS = Array.from({ length: ROUNDS }, (_, round) => `c${round}`);

interface Hook {
  readonly id: string;
  readonly event: string;
  readonly message: string;
}

/** A workbench that watches the demo's shop and has nothing of its own to start. */
function watcherOf(demo: Workbench): Workbench {
  const home = temporaryHome();
  writeFileSync(join(home, 'connections.yaml'), readFileSync(join(demo.home, 'connections.yaml'), 'utf8'));
  copyFileSync(join(demo.home, 'secret.key'), join(home, 'secret.key'));
  return new Workbench(home, { WORKBENCH_DEMO: 'off', WORKBENCH_OUTBOUND_ALLOW: '127.0.0.0/8' });
}

async function listen(watcher: Workbench, receiver: Receiver): Promise<void> {
  const { body: channel } = await watcher.api<{ id: string }>('POST', '/api/notifications/channels', {
    ...{ name: 'hook', kind: 'webhook', settings: { url: receiver.url } },
  });
  const events = ['schema.changed', 'contract.violated', 'contract.restored'];
  await watcher.api('POST', '/api/notifications/subscriptions', { channel_id: channel.id, events });
}

const check = async (watcher: Workbench) => (await watcher.api('POST', '/api/schema-watch/shop/run')).status;

/** How long a check takes on this machine, with a snapshot and an evaluation, in milliseconds. */
async function timeOfCheck(demo: Workbench, watcher: Workbench): Promise<number> {
  await sql(demo, 'CREATE TABLE killed.more (id int)');
  const begin = performance.now();
  await check(watcher);
  return performance.now() - begin;
}

/** The events that were sent, each once: a webhook may come again, with the same id. */
function toldOf(receiver: Receiver, event: string): string[] {
  const hooks = new Map(receiver.bodies<Hook>().map((hook) => [hook.id, hook]));
  return [...hooks.values()].filter((hook) => hook.event === event).map(({ message }) => message);
}

test('a change and the breach of a contract are each reported once, however often the process is killed on the way', async ({
  demo,
}) => {
  test.setTimeout(240_000 + ROUNDS * ROUND_MS);
  await waitUntilShopAnswers(demo);
  const columns = COLUMNS.map((name) => `${name} text`).join(', ');
  await sql(
    demo,
    `DROP SCHEMA IF EXISTS killed CASCADE; CREATE SCHEMA killed; CREATE TABLE killed.t (id int, ${columns})`,
  );
  const [receiver, watcher] = [await Receiver.start(), watcherOf(demo)];
  await watcher.start();
  expect(await check(watcher)).toBe(200);
  await watcher.api<ContractView>('POST', '/api/contracts/shop/freeze', { name: 'Frozen' });
  const usualMs = await timeOfCheck(demo, watcher);
  await listen(watcher, receiver);

  for (const [round, column] of COLUMNS.entries()) {
    await sql(demo, `ALTER TABLE killed.t DROP COLUMN ${column}`);
    const asked = check(watcher).catch(() => null);
    // All over the check and a little beyond it, a different part in each round.
    await Promise.race([asked, sleep(usualMs * 1.2 * ((0.37 + round * 0.618) % 1))]);
    await watcher.stop('SIGKILL');
    await asked;
    await watcher.start();
    expect(await check(watcher)).toBe(200);
  }

  const { body: list } = await watcher.api<SchemaChangeList>('GET', '/api/schema-watch/shop/changes?search=killed.t:');
  const recorded = list.changes.flatMap(({ changes }) => changes.map(({ summary }) => summary));
  expect(recorded).toEqual(COLUMNS.toReversed().map((column) => `killed.t: - column ${column}`));
  const { body: past } = await watcher.api<ViolationList>('GET', '/api/contracts/shop/violations');
  expect(past.violations.map(({ state, items }) => [state, items.length])).toEqual([['open', ROUNDS]]);

  const changes = COLUMNS.map((column) => `killed.t: - column ${column}`);
  await expect.poll(() => toldOf(receiver, 'schema.changed').sort()).toEqual(changes.sort());
  const breaches = COLUMNS.map((_, round) =>
    COLUMNS.slice(0, round + 1)
      .map((column) => `killed.t.${column}: column no longer exists`)
      .join('; '),
  );
  await expect.poll(() => toldOf(receiver, 'contract.violated').sort()).toEqual(breaches.sort());
  expect(toldOf(receiver, 'contract.restored')).toEqual([]);

  await watcher.stop();
  await receiver.stop();
  await sql(demo, 'DROP SCHEMA killed CASCADE');
  rmSync(watcher.home, { recursive: true, force: true });
});
