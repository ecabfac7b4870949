import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DriverFaults } from '../platform/state/testing/driver-faults.js';
import { AuditApp } from './testing/audit-app.js';

const faults = new DriverFaults();
let app: AuditApp;
beforeEach(async () => {
  faults.start();
  app = await AuditApp.start();
});
afterEach(async () => {
  faults.stop();
  await app.stop();
});

/** The ids in the audit once there are `count`, or what is there after half a minute. */
async function idsOnce(count: number): Promise<string[]> {
  const end = Date.now() + 30_000;
  let ids = await app.ids();
  while (ids.length < count && Date.now() < end) {
    await wait(100);
    ids = await app.ids();
  }
  return ids;
}

it.each([true, false])('has an entry once where its commit failed and it was kept: %s', async (isDone) => {
  faults.expect([{ step: 'COMMIT', after: 0, code: 'SQLITE_IOERR', isDone, rollsBack: false }]);
  app.publish('first');
  // Written and failed by now; the next try is a second later.
  await wait(300);
  app.publish('second');
  expect(await idsOnce(2)).toEqual(['first', 'second']);
  expect(await app.verification()).toMatchObject({ valid: true, entries: 2 });
});
