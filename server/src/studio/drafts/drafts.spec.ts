import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Draft, DraftInput, DraftList, DraftReceipt } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { SecretKeys, State } from '../../platform/index.js';
import { StudioWithoutDatabases } from '../testing/studio-without-databases.js';

let studio: StudioWithoutDatabases;
beforeEach(async () => {
  studio = await StudioWithoutDatabases.start();
});
afterEach(() => studio.stop());

const input = (change: Partial<DraftInput> = {}): DraftInput => ({
  title: null,
  sql: 'SELECT 1',
  cursor: 3,
  connection_id: 'shop',
  position: 0,
  version: 0,
  ...change,
});
const put = <T = DraftReceipt>(id: string, change: Partial<DraftInput> = {}) =>
  studio.send<T>('PUT', `/api/studio/tabs/${id}`, input(change));
const list = async () => (await studio.send<DraftList>('GET', '/api/studio/tabs')).body;

describe('drafts', () => {
  it('come back as they were typed, in the order of the strip', async () => {
    const sql = "SELECT '😀\u0000', '\r\n';\n";
    await put('b', { sql, cursor: 9, position: 1, title: 'Second', query_id: 'q1', query_version: 4, writer: 'w1' });
    const { body, status } = await put('a');
    expect([status, body.version]).toEqual([200, 1]);
    const { items, closed_ids } = await list();
    expect([items.map(({ id }) => id), closed_ids]).toEqual([['a', 'b'], []]);
    expect(items[1]).toMatchObject({
      sql,
      cursor: 9,
      title: 'Second',
      query_id: 'q1',
      query_version: 4,
      writer: 'w1',
      version: 1,
    });
    expect((await studio.send<Draft>('GET', '/api/studio/tabs/b')).body).toEqual(items[1]);
  });

  it('keep the number and the last run of a tab, and forget the run with the tab', async () => {
    const last_run = {
      run_id: 'r1',
      sql_offset: 2,
      started_at: '2026-05-19T09:41:12Z',
      row_count: null,
      mark: '8-a-b',
    };
    await put('a', { number: 3, last_run });
    expect((await list()).items[0]).toMatchObject({ number: 3, last_run });
    await put('a', { version: 1 });
    expect((await list()).items[0]).toMatchObject({ number: null, last_run: null });
    const refused = await put<ProblemDocument>('a', { version: 2, last_run: { ...last_run, sql_offset: -1 } });
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([400, '/last_run/sql_offset']);
  });

  it('keep staged edits of rows, encrypted, and forget them with the tab', async () => {
    const items = JSON.stringify([{ kind: 'insert', schema: 'public', table: 'orders', values: { note: 'hush' } }]);
    const staged = { connection_id: 'shop', changed_at: '2026-05-19T09:41:12.000Z', change_count: 1, items };
    await put('a', { staged });
    expect((await list()).items[0]?.staged).toEqual(staged);
    const { manager } = studio.workbench.app.get(State);
    const kept = await manager.query<{ staged: string }[]>('SELECT staged FROM studio_draft');
    expect(kept[0]?.staged).not.toContain('hush');
    const refused = await put<ProblemDocument>('a', { version: 1, staged: { ...staged, change_count: -1 } });
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([400, '/staged/change_count']);
    await studio.send('DELETE', '/api/studio/tabs/a');
    expect(await manager.query('SELECT staged FROM studio_draft')).toEqual([{ staged: null }]);
  });

  it('keep staged edits that cannot be decrypted, whatever a browser writes that does not see them', async () => {
    const staged = { connection_id: 'shop', changed_at: '2026-05-19T09:41:12.000Z', change_count: 1, items: '[]' };
    await put('a', { staged });
    await put('b', { staged, position: 1 });
    const { home, app } = studio.workbench;
    const [key, away] = [join(home, 'secret.key'), join(home, 'away.key')];
    renameSync(key, away);
    expect(await app.get(SecretKeys).missingKeys()).toMatchObject([
      { values: [{ kind: 'staged edits of', name: 'local' }] },
    ]);
    expect((await put('a', { sql: 'typed', version: 1, staged: null })).status).toBe(200);
    expect((await list()).items.map((draft) => [draft.id, draft.staged])).toEqual([
      ['a', null],
      ['b', null],
    ]);
    await studio.send('DELETE', '/api/studio/tabs/b');
    renameSync(away, key);
    expect((await list()).items.map((draft) => [draft.sql, draft.staged])).toEqual([['typed', staged]]);
    expect((await put('b', { sql: 'again', staged: null, position: 1 })).status).toBe(200);
    expect((await put('a', { sql: 'typed', version: 2, staged: null })).status).toBe(200);
    expect((await list()).items.map((draft) => [draft.sql, draft.staged])).toEqual([
      ['typed', null],
      ['again', staged],
    ]);
  });

  it('keep staged edits that a browser could not see when it read the tab', async () => {
    const staged = { connection_id: 'shop', changed_at: '2026-05-19T09:41:12.000Z', change_count: 1, items: '[]' };
    await put('a', { staged });
    const { home } = studio.workbench;
    const [key, away] = [join(home, 'secret.key'), join(home, 'away.key')];
    renameSync(key, away);
    const { version } = (await list()).items[0] ?? { version: 0 };
    renameSync(away, key);
    expect((await put('a', { sql: 'typed', version })).status).toBe(200);
    expect((await list()).items.map((draft) => [draft.sql, draft.staged])).toEqual([['typed', staged]]);
  });

  it('are written by one of two browsers that know the same version', async () => {
    await put('a');
    const answers = await Promise.all([
      put<ProblemDocument>('a', { sql: 'mine', version: 1 }),
      put<ProblemDocument>('a', { sql: 'theirs', version: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed-meanwhile');
    const [draft] = (await list()).items;
    expect([draft?.version, ['mine', 'theirs'].includes(draft?.sql ?? '')]).toEqual([2, true]);
  });

  it('are known as closed, without their text, and are opened only by a write that means it', async () => {
    await put('a', { title: 'Secret' });
    expect((await studio.send('DELETE', '/api/studio/tabs/a')).status).toBe(204);
    expect((await studio.send('DELETE', '/api/studio/tabs/a')).status).toBe(204);
    expect(await list()).toEqual({ items: [], closed_ids: ['a'], next_cursor: null });
    expect((await studio.send<ProblemDocument>('GET', '/api/studio/tabs/a')).body.code).toBe('tab-not-found');
    expect((await put<ProblemDocument>('a', { sql: 'cursor', version: 1 })).body.code).toBe('changed-meanwhile');
    const { body } = await put('a', { sql: 'again' });
    expect(body.version).toBe(2);
    expect((await list()).items.map(({ sql }) => sql)).toEqual(['again']);
  });

  it('are not closed by a browser that has not seen the newest text', async () => {
    await put('a');
    await put('a', { sql: 'newer', version: 1 });
    const refused = await studio.send<ProblemDocument>('DELETE', '/api/studio/tabs/a?version=1');
    expect([refused.status, refused.body.code]).toEqual([409, 'changed-meanwhile']);
    expect((await list()).items.map(({ sql }) => sql)).toEqual(['newer']);
    expect((await studio.send('DELETE', '/api/studio/tabs/a?version=x')).status).toBe(400);
    expect((await studio.send('DELETE', '/api/studio/tabs/a?version=2')).status).toBe(204);
  });

  it('count on from the version that a browser knows when the server has forgotten the tab', async () => {
    expect((await put('a', { version: 41 })).body.version).toBe(42);
  });

  it('may have 12 MB, and not a byte more', async () => {
    const most = 12 * 1024 * 1024;
    expect((await put('a', { sql: 'x'.repeat(most) })).status).toBe(200);
    const { status, body } = await put<ProblemDocument>('a', { sql: `${'x'.repeat(most - 1)}é`, version: 1 });
    expect([status, body.code]).toEqual([413, 'too-large']);
    expect((await list()).items[0]?.version).toBe(1);
  });

  it.each<[string, unknown, string]>([
    ['a cursor before the text', input({ cursor: -1 }), '/cursor'],
    ['half a cursor', input({ cursor: 1.5 }), '/cursor'],
    ['a text that is none', { ...input(), sql: null }, '/sql'],
    ['a title that is none', { ...input(), title: 5 }, '/title'],
    ['a version that is none', { ...input(), version: '1' }, '/version'],
    ['a member too many', { ...input(), run: true }, '/run'],
  ])('refuse %s', async (_, body, pointer) => {
    const answer = await studio.send<ProblemDocument>('PUT', '/api/studio/tabs/a', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation-failed']);
    expect(answer.body.errors?.map((error) => error.pointer)).toContain(pointer);
  });

  it('have an id that fits into an address', async () => {
    expect((await put<ProblemDocument>('..%2F..%2Fetc')).status).toBe(404);
    expect((await put<ProblemDocument>('x'.repeat(65))).status).toBe(404);
  });

  it('keep a cursor inside the text', async () => {
    await put('a', { sql: 'abc', cursor: 99 });
    expect((await list()).items[0]?.cursor).toBe(3);
  });
});
