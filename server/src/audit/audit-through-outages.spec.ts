import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DriverFaults } from '../platform/state/testing/driver-faults.js';
import { AuditApp } from './testing/audit-app.js';
import { eventually } from '../platform/testing/eventually.js';

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

/** The ids in the audit once there are `count`. */
function idsOnce(count: number): Promise<string[]> {
  return eventually(
    () => app.ids(),
    (ids) => ids.length >= count,
  );
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
