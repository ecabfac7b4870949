import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_GRANTS } from '#libs/access';
import type { ConnectionGrant } from '#libs/access';
import type { DraftInput, SavedQuery } from '#libs/api';
import { RunningRequests } from '../connections/index.js';
import { EventBus } from '../platform/index.js';
import { SharedStudio } from './testing/shared-studio.js';
import type { Asker } from './testing/shared-studio.js';

let studio: SharedStudio;
beforeAll(async () => {
  studio = await SharedStudio.start();
});
afterAll(() => studio.stop());

const only = (userId: string): ConnectionGrant => ({ subject: { kind: 'user', userId }, level: 'manage' });
const draft = (connection_id: string): DraftInput => ({
  title: null,
  sql: `SELECT '${connection_id} secret'`,
  cursor: 0,
  connection_id,
  position: 0,
  version: 0,
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The ids of what Ann has on a connection. */
interface Belongings {
  readonly run: string;
  readonly query: string;
  readonly removed: string;
  readonly tab: string;
  readonly connection: string;
}

async function belongings(connection: string): Promise<Belongings> {
  const sql = `SELECT '${connection} secret' AS word`;
  const { id: run } = await studio.run('ann', { connection_id: connection, sql, session_id: `tab-${connection}` });
  const save = (name: string) =>
    studio.ask<SavedQuery>('ann', 'POST', '/api/studio/queries', { name, connection_id: connection, sql });
  const [query, removed] = [await save(`${connection} kept`), await save(`${connection} removed`)];
  await studio.ask('ann', 'DELETE', `/api/studio/queries/${removed.id}`);
  const tab = `tab-${connection}`;
  await studio.ask('ann', 'PUT', `/api/studio/tabs/${tab}`, draft(connection));
  return { run, query: query.id, removed: removed.id, tab, connection };
}

const change = ({ connection }: Belongings) => ({ name: 'x', connection_id: connection, sql: 'x', version: 1 });

/** Every way to what belongs to a person, by its id. */
const WAYS: readonly (readonly [string, (own: Belongings) => string, string, ((own: Belongings) => unknown)?])[] = [
  ['GET', ({ run }) => `/api/studio/runs/${run}`, 'run-not-found'],
  ['GET', ({ run }) => `/api/studio/runs/${run}/events`, 'run-not-found'],
  ['GET', ({ run }) => `/api/studio/runs/${run}/statements/0/rows`, 'run-not-found'],
  ['GET', ({ run }) => `/api/studio/runs/${run}/statements/0/rows?sort=0:asc`, 'run-not-found'],
  ['GET', ({ run }) => `/api/studio/runs/${run}/statements/0/export?format=csv`, 'run-not-found'],
  ['POST', ({ run }) => `/api/studio/runs/${run}/cancel`, 'run-not-found'],
  ['DELETE', ({ run }) => `/api/studio/runs/${run}`, 'run-not-found'],
  ['POST', (own) => `/api/studio/sessions/${own.tab}/commit?connection_id=${own.connection}`, 'session-not-found'],
  ['POST', (own) => `/api/studio/sessions/${own.tab}/rollback?connection_id=${own.connection}`, 'session-not-found'],
  ['POST', (own) => `/api/studio/sessions/${own.tab}/keep?connection_id=${own.connection}`, 'session-not-found'],
  ['DELETE', (own) => `/api/studio/sessions/${own.tab}?connection_id=${own.connection}`, 'session-not-found'],
  ['DELETE', (own) => `/api/studio/sessions/${own.tab}`, 'session-not-found'],
  ['GET', ({ query }) => `/api/studio/queries/${query}`, 'query-not-found'],
  ['GET', ({ query }) => `/api/studio/queries/${query}/versions`, 'query-not-found'],
  ['PUT', ({ query }) => `/api/studio/queries/${query}`, 'query-not-found', change],
  ['DELETE', ({ query }) => `/api/studio/queries/${query}`, 'query-not-found'],
  ['POST', ({ query }) => `/api/studio/queries/${query}/restore`, 'query-not-found'],
  ['POST', ({ removed }) => `/api/studio/queries/${removed}/restore`, 'query-not-found'],
];
const TAB_WAYS: typeof WAYS = [
  ['GET', ({ tab }) => `/api/studio/tabs/${tab}`, 'tab-not-found'],
  ['PUT', ({ tab }) => `/api/studio/tabs/${tab}`, 'tab-not-found', ({ connection }) => draft(connection)],
];
const LISTS = ['runs', 'history', 'history?search=secret', 'sessions', 'queries', 'queries?search=secret'];
const LISTS_WITH_TABS = [...LISTS, 'tabs'];

const listed = async (asker: Asker, lists: readonly string[] = LISTS_WITH_TABS) => {
  const answers = await Promise.all(lists.map((name) => studio.ask(asker, 'GET', `/api/studio/${name}`)));
  return answers.map((body) => (body as { items: unknown[] }).items);
};

/** Tries each way as a caller and says which did not end as a thing that there is not. */
async function openWays(asker: Asker, own: Belongings, ways: typeof WAYS): Promise<string[]> {
  const open: string[] = [];
  for (const [method, path, code, body] of ways) {
    const { status, body: problem } = await studio.send(asker, method, path(own), body?.(own));
    const isClosed = status === 404 && (problem as { code: string }).code === code;
    if (!isClosed) open.push(`${method} ${path(own)}: ${status}`);
  }
  return open;
}

describe("what is somebody else's", () => {
  let own: Belongings;
  beforeAll(async () => {
    own = await belongings('shop');
  });

  it.each<Asker>(['bob', 'admin'])(
    'is in no list of %s, by no id there for them, and stays as it is',
    async (asker) => {
      const before = await listed('ann');
      expect(before.map((items) => items.length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
      expect((await listed(asker)).flat()).toEqual([]);
      expect(await openWays(asker, own, [...WAYS, ...TAB_WAYS])).toEqual([]);
      await studio.ask(asker, 'DELETE', `/api/studio/tabs/${own.tab}`);
      expect(await listed('ann')).toEqual(before);
    },
  );

  it('has the same answers as something that does not exist', async () => {
    const without = ({ body }: { body: unknown }) => ({ ...(body as object), instance: null });
    const others = await studio.send('bob', 'GET', `/api/studio/runs/${own.run}`);
    expect(without(others)).toEqual(without(await studio.send('bob', 'GET', '/api/studio/runs/nope')));
    const query = await studio.send('bob', 'GET', `/api/studio/queries/${own.query}`);
    expect(without(query)).toEqual(without(await studio.send('bob', 'GET', '/api/studio/queries/nope')));
  });

  it('is not sent in the live stream', async () => {
    const [ann, bob] = [await studio.follow('ann', '/api/events'), await studio.follow('bob', '/api/events')];
    await studio.run('ann', { connection_id: 'shop', sql: 'SELECT 1', session_id: 'live' });
    await studio.ask('ann', 'DELETE', '/api/studio/sessions/live');
    const saved = { name: 'live', connection_id: 'shop', sql: 'SELECT 1' };
    const { id } = await studio.ask<SavedQuery>('ann', 'POST', '/api/studio/queries', saved);
    await studio.ask('ann', 'DELETE', `/api/studio/queries/${id}`);
    while (!ann.heard().includes('studio.query_removed')) await pause(20);
    for (const name of ['studio.run_finished', 'studio.session_changed', 'studio.query_saved'])
      expect(ann.heard()).toContain(name);
    expect(bob.heard()).not.toContain('studio.');
    [ann, bob].forEach(({ stop }) => stop());
  });

  it('is reported in the live stream of others while it is shared, without its name', async () => {
    const bob = await studio.follow('bob', '/api/events');
    const heard = (): number => bob.heard().split('event: studio.shared_queries_changed').length - 1;
    const saved = { name: 'ours', connection_id: 'shop', sql: 'SELECT 1', shared: true };
    const { id } = await studio.ask<SavedQuery>('ann', 'POST', '/api/studio/queries', saved);
    while (heard() < 1) await pause(20);
    await studio.ask('ann', 'PUT', `/api/studio/queries/${id}`, { ...saved, shared: false, version: 1 });
    while (heard() < 2) await pause(20);
    const again = await studio.ask('ann', 'PUT', `/api/studio/queries/${id}`, { ...saved, shared: false, version: 2 });
    expect(again).toMatchObject({ version: 3 });
    await studio.ask('ann', 'PUT', `/api/studio/queries/${id}`, { ...saved, version: 3 });
    while (heard() < 3) await pause(20);
    await studio.ask('ann', 'DELETE', `/api/studio/queries/${id}`);
    while (heard() < 4) await pause(20);
    expect(bob.heard()).not.toMatch(/ours|studio\.query_/);
    expect(heard()).toBe(4);
    bob.stop();
  });

  it('is open to its owner by every one of these ways', async () => {
    const paths = [...WAYS, ...TAB_WAYS].filter(([method]) => method === 'GET').map(([, path]) => path(own));
    const statuses = await Promise.all(paths.map(async (path) => (await studio.send('ann', 'GET', path)).status));
    expect(statuses).toEqual(paths.map(() => 200));
  });
});

describe('a connection that one may not see', () => {
  let own: Belongings;
  beforeAll(async () => {
    await studio.grant('vault', ...DEFAULT_GRANTS);
    own = await belongings('vault');
  });
  afterEach(() => studio.grant('vault', ...DEFAULT_GRANTS));

  it.each<[string, string, string, unknown]>([
    ['shown', 'GET', '', undefined],
    ['changed', 'PUT', '', { name: 'x', kind: 'duckdb', path: './x.duckdb' }],
    ['removed', 'DELETE', '', undefined],
    ['tested', 'POST', '/test', undefined],
    ['opened anew', 'POST', '/reconnect', undefined],
    ['looked into', 'GET', '/schema', undefined],
    ['looked into further', 'GET', '/schema?schema=main&table=x', undefined],
  ])('cannot be %s, as one that there is not', async (_, method, rest, body) => {
    await studio.grant('vault', only('ann'));
    const [vault, none] = await Promise.all(
      ['vault', 'nope'].map((id) => studio.send('bob', method, `/api/connections/${id}${rest}`, body)),
    );
    expect(vault).toMatchObject({ status: 404, body: { code: 'connection-not-found' } });
    expect({ ...(vault?.body as object), instance: null }).toEqual({ ...(none?.body as object), instance: null });
  });

  it.each<[string, string, unknown]>([
    ['runs', '/api/studio/runs', { connection_id: 'vault', sql: 'SELECT 1' }],
    ['saved queries', '/api/studio/queries', { connection_id: 'vault', sql: 'SELECT 1', name: 'x' }],
  ])('takes no %s', async (_, path, body) => {
    await studio.grant('vault', only('ann'));
    const { status, body: problem } = await studio.send('bob', 'POST', path, body);
    expect([status, (problem as { code: string }).code]).toEqual([404, 'connection-not-found']);
  });

  it('is in no list of connections but of those who may, and of administrators', async () => {
    await studio.grant('vault', only('ann'));
    const ids = async (asker: Asker) =>
      (await studio.ask<{ items: { id: string }[] }>(asker, 'GET', '/api/connections')).items.map(({ id }) => id);
    expect(await ids('bob')).toEqual(['shop']);
    expect(await ids('ann')).toEqual(['shop', 'vault']);
    expect(await ids('admin')).toEqual(['shop', 'vault']);
    expect(await ids('annsVaultToken')).toEqual(['vault']);
    expect(await ids('annsShopToken')).toEqual(['shop']);
  });

  it('takes what somebody did there out of their sight, and gives it back', async () => {
    const lasting = LISTS.filter((name) => name !== 'sessions');
    const ids = async () => (await listed('ann', lasting)).flat().map((item) => (item as { id: string }).id);
    const before = await ids();
    await studio.grant('vault', only('bob'));
    expect(JSON.stringify(await listed('ann', LISTS))).not.toContain('vault');
    expect(await openWays('ann', own, WAYS)).toEqual([]);
    await studio.grant('vault', only('ann'));
    expect(await ids()).toEqual(before);
  });

  it('leaves somebody the text that they typed in a tab', async () => {
    await studio.grant('vault', only('bob'));
    expect(await studio.ask('ann', 'GET', `/api/studio/tabs/${own.tab}`)).toMatchObject({ connection_id: 'vault' });
  });

  it('is closed to a token that is for another one, in everything that its owner has there', async () => {
    await studio.run('ann', { connection_id: 'vault', sql: 'SELECT 1', session_id: own.tab });
    const before = await listed('ann');
    expect(JSON.stringify(await listed('annsShopToken'))).not.toContain('vault');
    expect(await openWays('annsShopToken', own, [...WAYS, ...TAB_WAYS])).toEqual([]);
    await studio.ask('annsShopToken', 'DELETE', `/api/studio/tabs/${own.tab}`);
    expect(await listed('ann')).toEqual(before);
    expect((await listed('annsVaultToken')).every((items) => items.length > 0)).toBe(true);
  });

  it('is not where a saved query can be moved to', async () => {
    const input = { name: 'moved', connection_id: 'shop', sql: 'SELECT 1' };
    const { id } = await studio.ask<SavedQuery>('bob', 'POST', '/api/studio/queries', input);
    await studio.grant('vault', only('ann'));
    const moved = { ...input, connection_id: 'vault', version: 1 };
    expect((await studio.send('bob', 'PUT', `/api/studio/queries/${id}`, moved)).status).toBe(404);
    await studio.ask('bob', 'DELETE', `/api/studio/queries/${id}`);
  });

  it('is not sent in the live stream, neither its state nor who may use it', async () => {
    await studio.grant('vault', only('ann'));
    const [ann, bob] = [await studio.follow('ann', '/api/events'), await studio.follow('bob', '/api/events')];
    await studio.ask('ann', 'POST', '/api/connections/vault/reconnect');
    await studio.grant('vault', only('ann'), only('root'));
    while (!ann.heard().includes('"vault"') || !bob.heard().includes('connections.changed')) await pause(20);
    expect(bob.heard()).not.toContain('vault');
    [ann, bob].forEach(({ stop }) => stop());
  });

  // With the account its connections are cut off: server/src/attacks/revocation.db.spec.ts.
  it.each(['right', 'sessions'])('cancels an Analyze there with the %s of its person', async (taken) => {
    const { app } = studio.workbench;
    await studio.grant('vault', only('ann'));
    const sql = 'SELECT count(*) FROM range(3000000) a, range(1000000) b';
    const body = { connection_id: 'vault', sql, analyze: true, session_id: 'analyzing' };
    const answer = studio.send('ann', 'POST', '/api/studio/explain', body);
    const isAtWork = () => app.get(RunningRequests).all().length > 0;
    while (!isAtWork()) await pause(20);
    if (taken === 'right') await studio.grant('vault', only('bob'));
    if (taken === 'sessions')
      app.get(EventBus).publish('connection.sessions_reset', { owner_id: 'ann', connection_id: 'vault' });
    const { status, body: problem } = await answer;
    expect([status, (problem as { code: string }).code]).toEqual(
      taken === 'right' ? [404, 'connection-not-found'] : [422, 'plan-unavailable'],
    );
    expect(isAtWork()).toBe(false);
  });

  it('ends the stream of a run there, and the workbench goes on', async () => {
    const sql = 'SELECT count(*) FROM range(3000000) a, range(1000000) b';
    const body = { connection_id: 'vault', sql };
    const { id } = await studio.ask<{ id: string }>('ann', 'POST', '/api/studio/runs', body);
    const stream = await studio.follow('ann', `/api/studio/runs/${id}/events`);
    while (!stream.heard().includes('running')) await pause(20);
    await studio.grant('vault', only('bob'));
    await stream.ended;
    expect((await studio.send('ann', 'GET', `/api/studio/runs/${id}`)).status).toBe(404);
    await studio.grant('vault', only('ann'));
    let status = 'running';
    while (status === 'running') {
      ({ status } = await studio.ask<{ status: string }>('ann', 'GET', `/api/studio/runs/${id}`));
    }
    expect(status).toBe('cancelled');
  });
});
