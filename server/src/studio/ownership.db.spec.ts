import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import type {
  Run,
  SavedQuery,
  SavedQueryList,
  SqlFile,
  SqlFileList,
  StudioSession,
  StudioSessionList,
} from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { ConnectionAccess } from '../connections/index.js';
import { EventBus, Identification } from '../platform/index.js';
import { StudioApp } from './testing/studio-app.js';

const ANN: Actor = { ...LOCAL_ACTOR, userId: 'ann', name: 'ann@example.org', role: 'user' };
const BOB: Actor = { ...LOCAL_ACTOR, userId: 'bob', name: 'bob@example.org', role: 'user' };

let app: StudioApp;
let asking: Actor = ANN;
const as = (actor: Actor) => (asking = actor);

beforeAll(async () => {
  app = await StudioApp.start((login) => `  - { id: shared, name: Shared, ${login} }\n`);
  app.workbench.app.get(Identification).use(() => asking);
});
afterAll(() => app.stop());

const grant = (...grants: Parameters<ConnectionAccess['change']>[2]) =>
  app.workbench.app.get(ConnectionAccess).change(LOCAL_ACTOR, 'shared', grants);
const everybody = (level: 'query' | 'write') => ({ subject: { kind: 'everybody' }, level }) as const;
const only = (userId: string) => ({ subject: { kind: 'user', userId }, level: 'write' }) as const;

async function begin(sessionId: string, sql: string): Promise<Run> {
  const body = { connection_id: 'shared', session_id: sessionId, sql };
  return app.whenOver((await app.send<Run>('POST', '/api/studio/runs', body)).body.id);
}
const sessions = async () => (await app.send<StudioSessionList>('GET', '/api/studio/sessions')).body.items;

describe('a tab session', () => {
  it('is of one person, although another one chose the same id', async () => {
    await grant(everybody('write'));
    as(ANN);
    await begin('tab', 'BEGIN; CREATE TEMP TABLE mine (i int)');
    as(BOB);
    expect(await sessions()).toEqual([]);
    const { status } = await app.send('POST', '/api/studio/sessions/tab/commit?connection_id=shared');
    expect(status).toBe(404);
    expect((await begin('tab', 'SELECT * FROM mine')).status).toBe('failed');
    as(ANN);
    expect((await begin('tab', 'SELECT * FROM mine')).status).toBe('succeeded');
  });

  it('ends, and its run is cancelled, when its owner may no longer see the connection', async () => {
    await grant(everybody('write'));
    as(ANN);
    const body = { connection_id: 'shared', session_id: 'long', sql: 'SELECT pg_sleep(60)' };
    const { id } = (await app.send<Run>('POST', '/api/studio/runs', body)).body;
    await grant(only('bob'));
    expect((await app.send('GET', `/api/studio/runs/${id}`)).status).toBe(404);
    await grant(only('ann'));
    expect((await app.whenOver(id)).status).toBe('cancelled');
  });

  it('is gone, and said to be, when its owner is disabled', async () => {
    await grant(everybody('write'));
    as(ANN);
    await begin('open', 'BEGIN; SELECT 1');
    app.workbench.app.get(EventBus).publish('access.revoked', { user_id: 'ann', token_id: null, session_id: null });
    await app.until(sessions, (open: StudioSession[]) => open.every(({ id }) => id !== 'open'));
    const next = await begin('open', 'SELECT 1');
    expect(next.error?.message).toContain('what you may do has changed');
  });

  it('is gone, and said to be once, when its owner may only read from now on', async () => {
    await grant(everybody('write'));
    as(ANN);
    await begin('reduced', 'BEGIN; CREATE TEMP TABLE written (i int)');
    await grant(everybody('query'));
    await app.until(sessions, (open: StudioSession[]) => open.every(({ id }) => id !== 'reduced'));
    const next = await begin('reduced', 'COMMIT');
    expect(next.status).toBe('failed');
    expect(next.error?.message).toContain('what you may do has changed');
    expect((await begin('reduced', 'SELECT 1')).status).toBe('succeeded');
    await grant(everybody('write'));
    expect((await begin('reduced', 'SELECT 1')).status).toBe('succeeded');
  });

  it('stays when only one of their tokens is revoked', async () => {
    as(ANN);
    await begin('kept', 'SET application_name = kept');
    app.workbench.app.get(EventBus).publish('access.revoked', { user_id: 'ann', token_id: 't', session_id: null });
    expect((await begin('kept', 'SHOW application_name')).statements[0]?.rows).toEqual([['kept']]);
  });
});

describe('what people keep', () => {
  it('is seen by others where a query is shared, and changed by its owner alone', async () => {
    await grant(everybody('write'));
    as(ANN);
    const input = { name: 'Ours', connection_id: 'shared', sql: 'SELECT 1' };
    const own = (await app.send<SavedQuery>('POST', '/api/studio/queries', input)).body;
    as(BOB);
    expect((await app.send('GET', `/api/studio/queries/${own.id}`)).status).toBe(404);
    as(ANN);
    const shared = { ...input, shared: true, version: 1 };
    await app.send('PUT', `/api/studio/queries/${own.id}`, shared);
    as(BOB);
    const { items } = (await app.send<SavedQueryList>('GET', '/api/studio/queries')).body;
    expect(items).toMatchObject([{ name: 'Ours', shared: true, is_own: false }]);
    const refused = await app.send<ProblemDocument>('PUT', `/api/studio/queries/${own.id}`, { ...shared, version: 2 });
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    expect((await app.send('DELETE', `/api/studio/queries/${own.id}`)).status).toBe(403);
    await grant(only('ann'));
    expect((await app.send<SavedQueryList>('GET', '/api/studio/queries')).body.items).toEqual([]);
  });

  it('is each person’s own: bookmarks of files, and entries of the history', async () => {
    await grant(everybody('write'));
    as(ANN);
    const path = join(app.workbench.home, 'files', 'ann.sql');
    const made = await app.send<SqlFile>('POST', '/api/studio/files', { path, create: true });
    const { id } = await begin('history', 'SELECT 1 AS of_ann');
    expect((await app.send('GET', `/api/studio/history/${id}`)).status).toBe(200);
    as(BOB);
    expect((await app.send<SqlFileList>('GET', '/api/studio/files')).body.items).toEqual([]);
    expect((await app.send('GET', `/api/studio/files/${made.body.id}`)).status).toBe(404);
    expect((await app.send('GET', `/api/studio/history/${id}`)).status).toBe(404);
  });

  it('is not offered on a connection that one may not query, although another one just completed there', async () => {
    await grant(only('ann'));
    const body = { connection_id: 'shared', sql: 'SELECT ', offset: 7 };
    as(ANN);
    expect((await app.send('POST', '/api/studio/complete', body)).status).toBe(200);
    as(BOB);
    expect((await app.send('POST', '/api/studio/complete', body)).status).toBe(404);
    expect((await app.send('GET', '/api/studio/completion?connection_id=shared')).status).toBe(404);
  });
});
