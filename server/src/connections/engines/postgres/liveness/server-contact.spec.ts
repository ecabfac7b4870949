import { expect, it } from '@jest/globals';
import { RecordingContext } from '../../testing/index.js';
import { configOf } from '../testing/test-database.js';
import { ServerContact } from './server-contact.js';

function contact(): ServerContact {
  const config = configOf('postgres://someone:secret@db.example/shop');
  return new ServerContact(config, {
    context: new RecordingContext(),
    probePausesMs: [60_000],
    probe: () => Promise.reject(new Error('not reached')),
    makeRoom: () => undefined,
  });
}

it.each([
  ['57P05', 'idle'],
  ['25P03', 'idle'],
  ['25P04', 'idle'],
  ['57P01', 'failed'],
  [null, 'failed'],
])('a session that ended with %s leaves the connection %s', (sqlstate, state) => {
  const one = contact();
  one.lost('terminating connection', sqlstate);
  expect(one.health().state).toBe(state);
  one.close();
});
