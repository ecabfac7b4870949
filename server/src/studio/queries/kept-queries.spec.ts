import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import type { SavedQuery, SavedQueryInput, SavedQueryList, SavedQueryVersionList } from '#libs/api';
import { KEPT_TEXT_COUNTS } from '#libs/fair-share';
import type { ProblemDocument } from '#libs/problem';
import { State } from '../../platform/index.js';
import { StudioWithoutDatabases } from '../testing/studio-without-databases.js';
import { SavedQueryRecord } from './saved-query.entity.js';
import { SavedQueriesService } from './saved-queries.service.js';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 ** 2;
const PATH = '/api/studio/queries';

let studio: StudioWithoutDatabases;
const start = async (bytes: number): Promise<void> => {
  studio = await StudioWithoutDatabases.start({ WORKBENCH_PERSON_TEXTS_MAX_BYTES: String(bytes) });
};
afterEach(() => studio.stop());

const input = (name: string, kibibytes: number): SavedQueryInput => ({
  ...{ name, connection_id: 'shop', description: '', sql: 'x'.repeat(kibibytes * KIBIBYTE) },
});
const save = (name: string, kibibytes: number) => studio.send<SavedQuery>('POST', PATH, input(name, kibibytes));
const change = ({ id, version, name }: SavedQuery, kibibytes: number) =>
  studio.send<SavedQuery & ProblemDocument>('PUT', `${PATH}/${id}`, { ...input(name, kibibytes), version });
const remove = ({ id }: SavedQuery) => studio.send('DELETE', `${PATH}/${id}`);
const restore = ({ id }: SavedQuery) => studio.send<ProblemDocument>('POST', `${PATH}/${id}/restore`);
const versions = async ({ id }: SavedQuery) =>
  (await studio.send<SavedQueryVersionList>('GET', `${PATH}/${id}/versions`)).body.items.map(({ version }) => version);

/** Much faster than requests. */
const insert = (queries: readonly (readonly [name: string, sql: string])[]) =>
  studio.workbench.app.get(State).transaction(async (manager) => {
    const at = { createdAt: '', updatedAt: '' };
    const common = {
      ownerId: 'local',
      connectionId: 'shop',
      description: '',
      folder: '',
      shared: false,
      version: 1,
      ...at,
    };
    for (const [name, sql] of queries)
      await manager.insert(SavedQueryRecord, { ...common, id: name, name, nameKey: name, searchText: '', sql });
  });
const list = async (query = '') => (await studio.send<SavedQueryList>('GET', `${PATH}?${query}`)).body;

describe('the saved queries of a person', () => {
  beforeEach(() => start(40 * KIBIBYTE));

  it('have so many bytes together, and say what to remove', async () => {
    const [first] = [await save('a', 12), await save('b', 12), await save('c', 12)];
    const refused = await studio.send<ProblemDocument>('POST', PATH, input('d', 5));
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      429,
      'person-limit',
      'Your saved queries would take more than 40 KB on the server. Delete queries that you do not need.',
    ]);
    expect((await save('d', 4)).status).toBe(201);
    const shorter = await change(first.body, 11);
    expect(shorter.status).toBe(200);
    expect((await change(shorter.body, 12)).status).toBe(200);
    const other: Actor = { ...LOCAL_ACTOR, userId: 'bob' };
    const made = await studio.workbench.app.get(SavedQueriesService).create(other, input('e', 5));
    expect(made.version).toBe(1);
  });

  it('make room when they are removed, and come back only where there still is', async () => {
    const [first] = [await save('a', 12), await save('b', 12), await save('c', 12)];
    await remove(first.body);
    expect((await save('d', 12)).status).toBe(201);
    const refused = await restore(first.body);
    expect([refused.status, refused.body.code]).toEqual([429, 'person-limit']);
    await studio.send('DELETE', `${PATH}/${(await list()).items.at(-1)?.id}`);
    expect((await restore(first.body)).status).toBe(200);
  });

  it('are so many at most', async () => {
    await insert(Array.from({ length: KEPT_TEXT_COUNTS.queries }, (_, at) => [`n${at}`, '']));
    const refused = await studio.send<ProblemDocument>('POST', PATH, input('one more', 0));
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      'You already have 5,000 saved queries. Delete queries that you do not need.',
    ]);
  });

  it('are forgotten after their removal, the oldest first, where they take too much together', async () => {
    const made: SavedQuery[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      const { body } = await save(name, 12);
      made.push(body);
      await remove(body);
    }
    const answers = await Promise.all(made.slice(0, 2).map(restore));
    expect(answers.map(({ status }) => status)).toEqual([404, 200]);
  });

  it('lose their oldest former texts where those take too much together', async () => {
    const [one, two] = [(await save('a', 12)).body, (await save('b', 2)).body];
    for (let version = 1; version <= 3; version += 1) await change({ ...one, version }, 12 - version);
    expect(await versions(one)).toEqual([3, 2, 1]);
    await change(two, 3);
    await change({ ...two, version: 2 }, 4);
    await change({ ...two, version: 3 }, 5);
    expect([await versions(one), await versions(two)]).toEqual([
      [3, 2],
      [3, 2, 1],
    ]);
  });

  it('have former texts whose excerpts say that they are cut, also at U+0000', async () => {
    const sql = `SELECT '😀\u0000${'é'.repeat(3_000)}'`;
    const { body } = await studio.send<SavedQuery>('POST', PATH, { ...input('a', 0), sql });
    await studio.send('PUT', `${PATH}/${body.id}`, { ...input('a', 0), sql: "SELECT '\u0000'", version: 1 });
    await studio.send('PUT', `${PATH}/${body.id}`, { ...input('a', 0), sql: 'SELECT 2', version: 2 });
    const { items } = (await studio.send<SavedQueryVersionList>('GET', `${PATH}/${body.id}/versions`)).body;
    expect(items.map(({ version, sql_truncated: isCut }) => [version, isCut])).toEqual([
      [2, true],
      [1, true],
    ]);
    const whole = await studio.send<SavedQuery>('GET', `${PATH}/${body.id}/versions/1`);
    expect(whole.body.sql).toBe(sql);
  });
});

describe('long saved queries', () => {
  beforeEach(() => start(40 * MEBIBYTE));

  it('are listed in pages that end by their size', async () => {
    const long = 'x'.repeat(7 * MEBIBYTE);
    await insert([
      ['a', long],
      ['b', long],
      ['c', long],
      ['d', ''],
    ]);
    const first = await list();
    expect(first.items.map(({ name }) => name)).toEqual(['a', 'b']);
    const second = await list(`cursor=${first.next_cursor}`);
    expect([second.items.map(({ name }) => name), second.next_cursor]).toEqual([['c', 'd'], null]);
  });
});
