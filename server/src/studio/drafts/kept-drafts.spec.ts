import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DraftInput, DraftList } from '#libs/api';
import { FORMER_TEXT_COUNTS, KEPT_TEXT_COUNTS } from '#libs/fair-share';
import type { ProblemDocument } from '#libs/problem';
import { State } from '../../platform/index.js';
import { StudioWithoutDatabases } from '../testing/studio-without-databases.js';
import { DraftRecord } from './draft.entity.js';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 ** 2;
const PATH = '/api/studio/tabs';

let studio: StudioWithoutDatabases;
beforeEach(async () => {
  studio = await StudioWithoutDatabases.start({ WORKBENCH_PERSON_TEXTS_MAX_BYTES: String(40 * KIBIBYTE) });
});
afterEach(() => studio.stop());

const put = (id: string, kibibytes: number, change: Partial<DraftInput> = {}) =>
  studio.send<ProblemDocument>('PUT', `${PATH}/${id}`, {
    ...{ title: null, sql: 'x'.repeat(kibibytes * KIBIBYTE), cursor: 0, connection_id: 'shop', position: 0 },
    ...{ version: 0, ...change },
  });
const list = async (query = '') => (await studio.send<DraftList>('GET', `${PATH}${query}`)).body;
/** Much faster than requests. */
const insert = (tabs: readonly Pick<DraftRecord, 'id' | 'sql' | 'position' | 'closedAt'>[]) =>
  studio.workbench.app.get(State).transaction(async (manager) => {
    const common = { ownerId: 'local', cursor: 0, version: 1, updatedAt: '' };
    for (const tab of tabs) await manager.insert(DraftRecord, { ...common, ...tab });
  });
const many = (count: number, closedAt: string | null) =>
  Array.from({ length: count }, (_, at) => ({ id: `tab-${at}`, sql: '', position: at, closedAt }));

describe('the tabs of a person', () => {
  it('have so many bytes together, and say what to close', async () => {
    await put('a', 20);
    await put('b', 20);
    const refused = await put('c', 1);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      429,
      'person-limit',
      'Your open tabs would take more than 40 KB on the server. Close tabs that you do not need.',
    ]);
    expect((await put('a', 19, { version: 1 })).status).toBe(200);
    await studio.send('DELETE', `${PATH}/b`);
    expect((await put('c', 21)).status).toBe(200);
  });

  it('have room for their staged edits in it', async () => {
    const items = 'x'.repeat(31 * KIBIBYTE);
    const staged = { connection_id: 'shop', changed_at: '2026-05-19T09:41:12.000Z', change_count: 1, items };
    expect((await put('a', 0, { staged })).body.code).toBe('person-limit');
    expect((await put('a', 0, { staged: { ...staged, items: '[]' } })).status).toBe(200);
  });

  it('are so many at most', async () => {
    await insert(many(KEPT_TEXT_COUNTS.tabs, null));
    const refused = await put('a', 0);
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      'You already have 1,000 open tabs. Close tabs that you do not need.',
    ]);
    expect((await put('tab-7', 1, { version: 1 })).status).toBe(200);
  });

  it('are known as closed up to a number', async () => {
    await insert(many(FORMER_TEXT_COUNTS.closedTabs, '2026-01-01T00:00:00.000Z'));
    await put('a', 0);
    await studio.send('DELETE', `${PATH}/a`);
    const { closed_ids: closed } = await list();
    expect([closed.length, closed.includes('a')]).toEqual([FORMER_TEXT_COUNTS.closedTabs, true]);
  });

  it('are listed in pages that end by their size, each in the order of the tabs', async () => {
    const long = 'x'.repeat(7 * MEBIBYTE);
    await insert([
      { id: 'a', sql: long, position: 3, closedAt: null },
      { id: 'b', sql: long, position: 2, closedAt: null },
      { id: 'c', sql: long, position: 1, closedAt: null },
      { id: 'd', sql: '', position: 0, closedAt: null },
      { id: 'e', sql: '', position: 0, closedAt: '2026-01-01T00:00:00.000Z' },
    ]);
    const [first, second] = [await list(), await list('?cursor=b')];
    expect([first.items.map(({ id }) => id), first.next_cursor, first.closed_ids]).toEqual([['b', 'a'], 'b', ['e']]);
    expect([second.items.map(({ id }) => id), second.next_cursor, second.closed_ids]).toEqual([['d', 'c'], null, []]);
  });
});
