import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { ChangeSetDetails, ChangeState } from '#libs/api';
import { State } from '../platform/index.js';
import { ChangeSetRecord } from './storage/change-set.entity.js';
import { FileChangesApp } from './testing/file-changes-app.js';
import { ChangeTransaction } from './work/change-transaction.js';

let app: FileChangesApp;
beforeAll(async () => (app = await FileChangesApp.start('lite')));
afterAll(() => app.stop());
beforeEach(async () => {
  await app.execute('DROP TABLE IF EXISTS log', 'CREATE TABLE log (n INTEGER)', 'INSERT INTO log VALUES (0)');
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Writes down, right behind the commit, what another process makes of rows that a third one has changed by then. */
function settledElsewhere(id: string, state: ChangeState): void {
  const { manager } = app.workbench.app.get(State);
  const { prototype } = ChangeTransaction;
  const spy = jest.spyOn(prototype, 'commitIsRefused').mockImplementation(async function (this: ChangeTransaction) {
    spy.mockRestore();
    const isRefused = await this.commitIsRefused();
    const { version } = await manager.findOneByOrFail(ChangeSetRecord, { id });
    await manager.update(ChangeSetRecord, { id }, { state, attempt: null, version: version + 1 });
    return isRefused;
  });
}

it.each(['conflicted', 'draft'] as const)(
  'what its own process knows to be committed is applied, also where another one has made it %s meanwhile',
  async (state) => {
    const change = await app.rehearsed([{ kind: 'statement', sql: 'UPDATE log SET n = n + 1' }]);
    settledElsewhere(change.id, state);
    const { status, body } = await app.apply(change);
    expect([status, body.state]).toEqual([200, 'applied']);
    const found = await app.ask<ChangeSetDetails>('GET', `/api/changes/${change.id}`);
    expect([found.state, found.is_uncertain, found.applied_by]).toEqual(['applied', false, change.author]);
    expect((await app.apply(found)).status).toBe(409);
    expect(await app.execute('SELECT n FROM log')).toEqual([['1']]);
  },
);
