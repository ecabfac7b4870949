import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { EventBus, State } from '../platform/index.js';
import { eventually } from '../platform/testing/eventually.js';
import { schemaChanged } from './testing/events.js';
import { NotificationsApp } from './testing/notifications-app.js';
import { Receiver } from './testing/receiver.js';

process.env.TEST_STATE = 'postgres';

/** As many channels as one process serves at once. */
const DEAD = 32;
/** More than a channel is sent at once, so that some are fetched and not sent. */
const EVENTS = 12;

let app: NotificationsApp;
let receiver: Receiver;

beforeEach(async () => {
  [receiver, app] = await Promise.all([Receiver.start(), NotificationsApp.start()]);
});
afterEach(async () => {
  await app.stop();
  await receiver.stop();
});

function publishAtOnce(): Promise<void> {
  const events = app.auth.workbench.app.get(EventBus);
  return app.auth.workbench.app.get(State).transaction(() => {
    for (let n = 0; n < EVENTS; n++) events.publish('schema.changed', schemaChanged('shop'));
    return Promise.resolve();
  });
}

it.each([
  ['are disabled', 410, 'disabled'],
  ['rest', 429, 'resting'],
] as const)('channels that %s leave their place to others', async (_, status, state) => {
  const dead: string[] = [];
  const answered = new Set<string>();
  for (let place = 0; place < DEAD; place++) dead.push((await app.webhook(`${receiver.url}/${place}`)).id);
  // The others are not answered, so that the channel has no room for what was fetched beside them.
  receiver.reply = ({ path }) => {
    if (answered.has(path)) return null;
    answered.add(path);
    return { status, headers: { 'retry-after': '3600' } };
  };
  await publishAtOnce();
  await eventually(
    () => Promise.all(dead.map(async (id) => (await app.channelState(id)).state)),
    (states) => states.every((one) => one === state),
  );
  await receiver.stop();
  receiver = await Receiver.start();
  await app.webhook(receiver.url);
  await app.publish('schema.changed', schemaChanged('shop'));
  const arrived = await eventually(
    () => receiver.received.map(({ path }) => path),
    (paths) => paths.length > 0,
  );
  expect(arrived).toEqual(['/']);
});
