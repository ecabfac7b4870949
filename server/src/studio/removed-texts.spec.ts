import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DraftList, SavedQuery } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { State } from '../platform/index.js';
import { DraftRecord } from './drafts/draft.entity.js';
import { SavedQueryRecord } from './queries/saved-query.entity.js';
import { RemovedTexts } from './removed-texts.js';
import { StudioWithoutDatabases } from './testing/studio-without-databases.js';

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

describe('tabs and queries that were removed', () => {
  let studio: StudioWithoutDatabases;
  beforeEach(async () => {
    studio = await StudioWithoutDatabases.start();
  });
  afterEach(() => studio.stop());

  const removed = async (name: string, days: number): Promise<string> => {
    const input = { name, connection_id: 'shop', sql: 'SELECT 1', description: '' };
    const { body } = await studio.send<SavedQuery>('POST', '/api/studio/queries', input);
    await studio.send('DELETE', `/api/studio/queries/${body.id}`);
    const { manager } = studio.workbench.app.get(State);
    await manager.update(SavedQueryRecord, { id: body.id }, { removedAt: daysAgo(days) });
    return body.id;
  };
  const closed = async (id: string, days: number): Promise<void> => {
    const tab = { title: null, sql: '', cursor: 0, connection_id: 'shop', position: 0, version: 0 };
    await studio.send('PUT', `/api/studio/tabs/${id}`, tab);
    await studio.send('DELETE', `/api/studio/tabs/${id}`);
    const { manager } = studio.workbench.app.get(State);
    await manager.update(DraftRecord, { id }, { closedAt: daysAgo(days) });
  };

  it('are forgotten after thirty days while the workbench runs', async () => {
    await closed('old', 31);
    await closed('new', 29);
    const [old, young] = [await removed('Old', 31), await removed('New', 29)];
    await studio.workbench.app.get(RemovedTexts).forgetOld();
    expect((await studio.send<DraftList>('GET', '/api/studio/tabs')).body.closed_ids).toEqual(['new']);
    const { manager } = studio.workbench.app.get(State);
    expect([
      await manager.countBy(SavedQueryRecord, { id: old }),
      await manager.countBy(SavedQueryRecord, { id: young }),
    ]).toEqual([0, 1]);
  });

  it('do not come back after thirty days, also before they are forgotten', async () => {
    const [old, young] = [await removed('Old', 31), await removed('New', 29)];
    const restore = (id: string) => studio.send<ProblemDocument>('POST', `/api/studio/queries/${id}/restore`);
    expect((await restore(old)).body.code).toBe('query-not-found');
    expect((await restore(young)).status).toBe(200);
  });
});
