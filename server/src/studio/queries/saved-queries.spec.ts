import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import type { SavedQuery, SavedQueryInput, SavedQueryList, SavedQueryVersion, SavedQueryVersionList } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { StudioWithoutDatabases } from '../testing/studio-without-databases.js';
import { SavedQueriesService } from './saved-queries.service.js';

let studio: StudioWithoutDatabases;
beforeAll(async () => {
  studio = await StudioWithoutDatabases.start();
});
afterAll(() => studio.stop());

const PATH = '/api/studio/queries';
let count = 0;
const input = (change: Partial<SavedQueryInput> = {}): SavedQueryInput => ({
  name: `Query ${(count += 1)}`,
  connection_id: 'shop',
  sql: 'SELECT 1',
  description: '',
  ...change,
});

async function saved(change: Partial<SavedQueryInput> = {}): Promise<SavedQuery> {
  const { status, body } = await studio.send<SavedQuery>('POST', PATH, input(change));
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

async function names(query: string): Promise<string[]> {
  const { body } = await studio.send<SavedQueryList>('GET', `${PATH}?${query}`);
  return body.items.map(({ name }) => name);
}

describe('saved queries', () => {
  it('are answered as they were saved, with odd characters and line breaks', async () => {
    const sql = "-- 'ünï' 😀\r\nSELECT $$\t\u0000\u2028$$;\n";
    const made = await saved({ name: '  Orders · 2026 ', sql, description: 'Two\nlines' });
    expect(made).toMatchObject({ name: 'Orders · 2026', sql, description: 'Two\nlines', version: 1 });
    expect((await studio.send('GET', `${PATH}/${made.id}`)).body).toEqual(made);
  });

  it.each<[string, unknown, string[]]>([
    ['no members', {}, ['/name', '/connection_id', '/sql']],
    ['an empty name', input({ name: '  ' }), ['/name']],
    ['a name of two lines', input({ name: 'a\nb' }), ['/name']],
    ['a long name', input({ name: 'x'.repeat(201) }), ['/name']],
    ['a member too many', { ...input(), owner: 'x' }, ['/owner']],
    ['a text that is none', { ...input(), sql: 7 }, ['/sql']],
    ['a description that is none', { ...input(), description: null }, ['/description']],
  ])('refuse %s', async (_, body, pointers) => {
    const answer = await studio.send<ProblemDocument>('POST', PATH, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation-failed']);
    expect([...new Set(answer.body.errors?.map(({ pointer }) => pointer))]).toEqual(pointers);
  });

  it('refuse a connection that there is not, a text above 12 MB and an id that there is not', async () => {
    const gone = await studio.send<ProblemDocument>('POST', PATH, input({ connection_id: 'gone' }));
    expect([gone.status, gone.body.code]).toEqual([404, 'connection-not-found']);
    const large = await studio.send<ProblemDocument>('POST', PATH, input({ sql: 'é'.repeat(6 * 1024 * 1024 + 1) }));
    expect([large.status, large.body.code]).toEqual([413, 'too-large']);
    for (const [method, path] of [
      ['GET', `${PATH}/nope`],
      ['GET', `${PATH}/nope/versions`],
      ['DELETE', `${PATH}/nope`],
      ['POST', `${PATH}/nope/restore`],
    ] as const) {
      const answer = await studio.send<ProblemDocument>(method, path);
      expect([answer.status, answer.body.code]).toEqual([404, 'query-not-found']);
    }
  });

  it('have a name of their own within a connection, also when two are saved at once', async () => {
    const same = input({ name: 'Twice' });
    const answers = await Promise.all([1, 2, 3].map(() => studio.send<ProblemDocument>('POST', PATH, same)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'name-taken',
      errors: [{ pointer: '/name' }],
    });
    expect((await studio.send('POST', PATH, { ...same, connection_id: 'lake' })).status).toBe(201);
    const other = await saved();
    const renamed = await studio.send<ProblemDocument>('PUT', `${PATH}/${other.id}`, { ...same, version: 1 });
    expect([renamed.status, renamed.body.code]).toEqual([409, 'name-taken']);
  });

  it('keep the former text with each change of it, and only then', async () => {
    const { id, name } = await saved({ sql: 'first' });
    const put = (sql: string, version: number, newName = name) =>
      studio.send<SavedQuery>('PUT', `${PATH}/${id}`, { ...input({ sql, name: newName }), version });
    expect((await put('second', 1)).body).toMatchObject({ version: 2, sql: 'second' });
    expect((await put('second', 2, `${name} renamed`)).body).toMatchObject({ version: 3, name: `${name} renamed` });
    expect((await put('third', 3)).body.version).toBe(4);
    const { body } = await studio.send<SavedQueryVersionList>('GET', `${PATH}/${id}/versions`);
    expect(body.items.map(({ version, sql }) => [version, sql])).toEqual([
      [3, 'second'],
      [1, 'first'],
    ]);
  });

  it('show a former text in the list cut, and by itself whole', async () => {
    const long = `SELECT '${'x'.repeat(3_000)}'`;
    const { id, name } = await saved({ sql: long });
    await studio.send('PUT', `${PATH}/${id}`, { ...input({ name, sql: 'short' }), version: 1 });
    const { body } = await studio.send<SavedQueryVersionList>('GET', `${PATH}/${id}/versions`);
    expect(body.items).toMatchObject([{ version: 1, sql: long.slice(0, 2_000), sql_truncated: true }]);
    const whole = await studio.send<SavedQueryVersion>('GET', `${PATH}/${id}/versions/1`);
    expect([whole.status, whole.body.sql, whole.body.sql_truncated]).toEqual([200, long, false]);
    const missing = await studio.send<ProblemDocument>('GET', `${PATH}/${id}/versions/7`);
    expect([missing.status, missing.body.code]).toEqual([404, 'version-not-found']);
  });

  it('are shared when that is asked for, and stay so until something else is asked', async () => {
    const made = await saved();
    expect(made.shared).toBe(false);
    const put = async (version: number, change: object) =>
      (
        await studio.send<SavedQuery>('PUT', `${PATH}/${made.id}`, {
          ...input({ name: made.name, ...change }),
          version,
        })
      ).body;
    expect((await put(1, { shared: true })).shared).toBe(true);
    expect((await put(2, { sql: 'SELECT 2' })).shared).toBe(true);
    expect((await put(3, { shared: false })).shared).toBe(false);
    expect((await saved({ shared: true })).shared).toBe(true);
  });

  it('are in a folder when one is named, and stay there until another one is', async () => {
    const made = await saved({ folder: ' Reports ' });
    expect([made.folder, made.owner_name, (await saved()).folder]).toEqual(['Reports', 'local', '']);
    const put = (version: number, change: object) =>
      studio.send<SavedQuery>('PUT', `${PATH}/${made.id}`, { ...input({ name: made.name, ...change }), version });
    expect((await put(1, { sql: 'SELECT 2' })).body.folder).toBe('Reports');
    expect((await put(2, { folder: '' })).body.folder).toBe('');
    expect((await put(3, { folder: 'x'.repeat(101) })).status).toBe(400);
    expect((await put(3, { folder: 'a\u0000b' })).status).toBe(400);
  });

  it('show their former texts to their owner alone, since they may be of a connection that others do not see', async () => {
    const { id, name } = await saved({ connection_id: 'lake', sql: 'SELECT secret FROM vault' });
    const moved = { ...input({ name, sql: 'SELECT 1' }), shared: true, version: 1 };
    expect((await studio.send('PUT', `${PATH}/${id}`, moved)).status).toBe(200);
    const service = studio.workbench.app.get(SavedQueriesService);
    const reader: Actor = { ...LOCAL_ACTOR, userId: 'bob', role: 'user' };
    expect((await service.get(reader, id)).sql).toBe('SELECT 1');
    await expect(service.versions(reader, id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(service.version(reader, id, 1)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await service.version(LOCAL_ACTOR, id, 1)).sql).toBe('SELECT secret FROM vault');
  });

  it('keep the newest hundred of their former texts', async () => {
    const { id } = await saved({ sql: '0' });
    for (let version = 1; version <= 103; version += 1) {
      await studio.send('PUT', `${PATH}/${id}`, { ...input({ sql: String(version) }), version });
    }
    const { body } = await studio.send<SavedQueryVersionList>('GET', `${PATH}/${id}/versions`);
    expect([body.items.length, body.items.at(0)?.sql, body.items.at(-1)?.sql]).toEqual([100, '102', '3']);
  });

  it('are changed by one of two who change the same version', async () => {
    const { id } = await saved();
    const put = (sql: string) =>
      studio.send<ProblemDocument>('PUT', `${PATH}/${id}`, { ...input({ sql }), version: 1 });
    const answers = await Promise.all([put('a'), put('b')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed-meanwhile');
    expect((await put('c')).status).toBe(409);
  });

  it('are found by name, description and text without regard to case, and by connection', async () => {
    await saved({ name: 'ÉTÉ by Week', description: 'needle-d', sql: 'SELECT 100%_x' });
    await saved({ name: 'Other', connection_id: 'lake', sql: 'needle-s' });
    expect(await names('search=%C3%A9t%C3%A9%20BY')).toEqual(['ÉTÉ by Week']);
    expect(await names('search=NEEDLE')).toEqual(['Other', 'ÉTÉ by Week']);
    expect(await names('search=needle&connection_id=lake')).toEqual(['Other']);
    expect(await names('search=100%25_X')).toEqual(['ÉTÉ by Week']);
    expect(await names('search=100%25%25')).toEqual([]);
    expect(await names('search=needle%27%3B--')).toEqual([]);
  });

  it('are listed by name in pages that lose and repeat nothing while queries are added', async () => {
    for (const name of ['b', 'A', 'c', 'B', 'a']) await saved({ name: `page-${name}` });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await studio.send<SavedQueryList>('GET', `${PATH}?search=page-&limit=2${query}`);
      seen.push(...body.items.map(({ name }) => name));
      if (cursor === '') await saved({ name: 'page-0' });
      cursor = body.next_cursor;
    }
    expect(seen.map((name) => name.toLowerCase())).toEqual(['page-a', 'page-a', 'page-b', 'page-b', 'page-c']);
    expect(new Set(seen).size).toBe(5);
  });

  it.each(['cursor=nonsense', 'cursor=e30', 'cursor=W10', 'limit=0', 'limit=x', 'owner=me'])(
    'refuse ?%s',
    async (query) => {
      const { status, body } = await studio.send<ProblemDocument>('GET', `${PATH}?${query}`);
      expect([status, body.code]).toEqual([400, 'validation-failed']);
    },
  );

  it('come back with their versions after a removal, unless their name was taken', async () => {
    const made = await saved({ name: 'Removed', sql: 'old' });
    await studio.send('PUT', `${PATH}/${made.id}`, { ...input({ name: 'Removed', sql: 'new' }), version: 1 });
    expect((await studio.send('DELETE', `${PATH}/${made.id}`)).status).toBe(204);
    expect((await studio.send('GET', `${PATH}/${made.id}`)).status).toBe(404);
    expect(await names('search=removed')).toEqual([]);
    const follower = await saved({ name: 'Removed' });
    const refused = await studio.send<ProblemDocument>('POST', `${PATH}/${made.id}/restore`);
    expect([refused.status, refused.body.code]).toEqual([409, 'name-taken']);
    await studio.send('DELETE', `${PATH}/${follower.id}`);
    const restored = await studio.send<SavedQuery>('POST', `${PATH}/${made.id}/restore`);
    expect([restored.status, restored.body.sql]).toEqual([200, 'new']);
    const { body } = await studio.send<SavedQueryVersionList>('GET', `${PATH}/${made.id}/versions`);
    expect(body.items.map(({ sql }) => sql)).toEqual(['old']);
  });

  it('publish events for what was saved and removed, and none for what was refused', async () => {
    const savedEvents = studio.heard('studio.query_saved');
    const removedEvents = studio.heard('studio.query_removed');
    const { id, name } = await saved();
    await studio.send('POST', PATH, input({ name }));
    await studio.send('DELETE', `${PATH}/${id}`);
    expect(savedEvents).toEqual([{ query_id: id, owner_id: 'local', connection_id: 'shop', name, version: 1 }]);
    expect(removedEvents).toEqual([{ query_id: id, owner_id: 'local', connection_id: 'shop', name }]);
  });
});
