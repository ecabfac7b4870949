import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { SavedQuery, TileLayerInfo } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import type { TileJson } from '#libs/tiles';
import { AuthApp, bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { ConnectionsModule } from '../connections/index.js';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { EventBus, State } from '../platform/index.js';
import { StudioModule } from '../studio/index.js';
import { DrawCheck } from './draw-check.js';
import { TilesModule } from './index.js';
import { TileSettings } from './tile-settings.js';

let app: AuthApp;
let database: TestDatabase;
let admin: Caller;
let ann: { id: string; caller: Caller };
let bob: { id: string; caller: Caller };
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute('CREATE EXTENSION postgis');
  const { host, port, user, password, database: name } = database.config;
  const login = `kind: postgres, host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}"`;
  const connections = `connections:\n  - { id: maps, name: Maps, ${login} }\n  - { id: other, name: Other, ${login} }\n`;
  const features = [ConnectionsModule, StudioModule, TilesModule];
  app = await AuthApp.startWithAdmin({ features, connections });
  admin = await app.signIn();
  ann = await app.admit(admin, 'ann@example.org');
  bob = await app.admit(admin, 'bob@example.org');
});
afterAll(async () => {
  await app.stop();
  await database.dispose();
});

const PLACES = 'SELECT 1 AS id, ST_SetSRID(ST_Point(0, 0), 4326) AS geom';

async function saved(shared = false, sql = PLACES, { caller } = ann): Promise<SavedQuery> {
  const input = { name: `Places ${String((count += 1))}`, connection_id: 'maps', sql, shared };
  return bodyOf<SavedQuery>(await caller.post('/api/studio/queries', input).expect(201));
}
const pathOf = ({ id }: SavedQuery, token?: string) =>
  `/api/tiles/${id}/0/0/0${token === undefined ? '' : `?token=${token}`}`;

it('lets a token in the address in, until it is revoked', async () => {
  const query = await saved();
  const { id, token } = await ann.caller.token({ scopes: ['tiles'] });
  await app.anybody.get(pathOf(query)).expect(401);
  const answer = await app.anybody.get(pathOf(query, token)).expect(200);
  expect(answer.get('Access-Control-Allow-Origin')).toBe('*');
  expect(answer.get('Referrer-Policy')).toBe('no-referrer');
  const json = bodyOf<TileJson>(await app.anybody.get(`/api/tiles/${query.id}/tilejson?token=${token}`).expect(200));
  expect(json.tiles).toEqual([`${app.origin}/api/tiles/${query.id}/{z}/{x}/{y}?token=${token}`]);
  await ann.caller.delete(`/api/profile/tokens/${id}`).expect(204);
  await app.anybody.get(pathOf(query, token)).expect(401);
  await ann.caller.get(pathOf(query, token)).expect(401);
});

it('answers the question of a browser before a page of another origin sends its token', async () => {
  const query = await saved();
  const { token } = await ann.caller.token({ scopes: ['tiles'] });
  const asked = async (path: string) => {
    const headers = { Origin: 'https://maps.example.org', 'Access-Control-Request-Method': 'GET' };
    const answer = await fetch(new URL(path, app.origin), { method: 'OPTIONS', headers });
    return [answer.status, answer.headers.get('Access-Control-Allow-Origin')];
  };
  expect(await asked(pathOf(query, token))).toEqual([204, '*']);
  expect(await asked(`/api/tiles/${query.id}/tilejson?token=${token}`)).toEqual([204, '*']);
  expect(await asked(pathOf(query))).toEqual([204, null]);
  expect((await asked(`/api/tiles/${query.id}/layer?token=${token}`))[1]).toBeNull();
});

it('asks a token for its scope and its connections', async () => {
  const query = await saved();
  const tokenOf = async (limits: object) => (await ann.caller.token(limits)).token;
  await app.anybody.get(pathOf(query, await tokenOf({ scopes: ['read'] }))).expect(403);
  await app.anybody.get(pathOf(query, await tokenOf({ scopes: ['tiles'], connection_ids: ['other'] }))).expect(404);
  await app.anybody.get(pathOf(query, await tokenOf({ scopes: ['tiles'], connection_ids: ['maps'] }))).expect(200);
  await app.anybody.get(pathOf(query, 'svc_nonsense')).expect(401);
});

it('takes a page of another origin for nobody, whatever cookie it brings', async () => {
  const answer = await ann.caller
    .with({ Origin: 'http://localhost:9' })
    .get(pathOf(await saved()))
    .expect(200);
  expect(answer.get('Access-Control-Allow-Origin')).toBeUndefined();
});

it('does not have the query of somebody else, unless it is shared', async () => {
  const query = await saved();
  await ann.caller.get(pathOf(query)).expect(200);
  for (const path of [pathOf(query), `/api/tiles/${query.id}/tilejson`, `/api/tiles/${query.id}/layer`]) {
    await bob.caller.get(path).expect(404);
    await admin.get(path).expect(404);
  }
  const { id, name, connection_id, sql, version } = query;
  await ann.caller.put(`/api/studio/queries/${id}`, { name, connection_id, sql, version, shared: true }).expect(200);
  await bob.caller.get(pathOf(query)).expect(200);
  await bob.caller.put(`/api/tiles/${id}/layer`, { attribution: 'Bob' }).expect(403);
  await ann.caller
    .put(`/api/studio/queries/${id}`, { name, connection_id, sql, version: version + 1, shared: false })
    .expect(200);
  await bob.caller.get(pathOf(query)).expect(404);
  await ann.caller.delete(`/api/studio/queries/${id}`).expect(204);
  await ann.caller.get(pathOf(query)).expect(404);
});

it('keeps no choice for a query that was changed or hidden while its columns were looked at', async () => {
  const check = app.workbench.app.get(DrawCheck);
  const chosenWhile = async (query: SavedQuery, meanwhile: () => Promise<unknown>): Promise<number> => {
    const spy = jest.spyOn(check, 'requireReadable').mockImplementationOnce(async (layer) => {
      await DrawCheck.prototype.requireReadable.call(check, layer);
      await meanwhile();
    });
    const { status } = await ann.caller.put(`/api/tiles/${query.id}/layer`, { attribution: 'Ann' });
    spy.mockRestore();
    return status;
  };
  const attributionOf = async ({ id }: SavedQuery) => (await app.workbench.app.get(TileSettings).of(id)).attribution;
  const query = await saved();
  const { id, name, connection_id, version } = query;
  const change = { name, connection_id, version, sql: `${PLACES} WHERE true` };
  expect(await chosenWhile(query, () => ann.caller.put(`/api/studio/queries/${id}`, change).expect(200))).toBe(409);
  expect(await attributionOf(query)).toBeNull();
  const hidden = await saved();
  const nobody = { items: [{ subject: `user:${bob.id}`, level: 'write' }] };
  expect(await chosenWhile(hidden, () => admin.put('/api/connections/maps/access', nobody).expect(200))).toBe(404);
  expect(await attributionOf(hidden)).toBeNull();
  const everybody = { items: [{ subject: 'everybody', level: 'write' }] };
  await admin.put('/api/connections/maps/access', everybody).expect(200);
});

it('reads a query again where changes of other processes may have been missed', async () => {
  const query = await saved(true);
  await bob.caller.get(pathOf(query)).expect(200);
  await app.workbench.app.get(State).manager.query(`UPDATE studio_query SET shared = false WHERE id = '${query.id}'`);
  await bob.caller.get(pathOf(query)).expect(200);
  app.workbench.app.get(EventBus).relay('state.changed_elsewhere', { action: null });
  await new Promise((resolve) => setImmediate(resolve));
  await bob.caller.get(pathOf(query)).expect(404);
});

it('draws a tile for one person at once while another waits for many slow ones', async () => {
  const world = 'ST_MakeEnvelope(-180, -80, 180, 80, 4326)::geometry(Polygon, 4326) AS geom';
  const slow = await saved(false, `SELECT 1 AS id, pg_sleep(0.2) IS NULL AS s, ${world}`, bob);
  const quick = await saved();
  let drawn = 0;
  const asked = Array.from({ length: 40 }, async (_, x) => {
    await bob.caller.get(`/api/tiles/${slow.id}/7/${x}/44`);
    drawn += 1;
  });
  await asked[0];
  await ann.caller.get(pathOf(quick)).expect(200);
  expect(drawn).toBeLessThan(10);
  await Promise.all(asked);
});

it('is not there on a connection that is hidden, also when it was served a moment ago', async () => {
  const query = await saved(true);
  await bob.caller.get(pathOf(query)).expect(200);
  const items = [{ subject: `user:${ann.id}`, level: 'query' }];
  await admin.put('/api/connections/maps/access', { items }).expect(200);
  await bob.caller.get(pathOf(query)).expect(404);
  await bob.caller.get(`/api/tiles/${query.id}/tilejson`).expect(404);
  await ann.caller.get(pathOf(query)).expect(200);
});

describe('a result that is drawn without being saved', () => {
  const PAIR = { latitude_column: 'lat', longitude_column: 'lng' };
  const asked = (sql: string, place: object = PAIR) =>
    ann.caller.post('/api/tiles', { connection_id: 'maps', sql, ...place });
  const drawn = async (sql: string, place: object = PAIR) => bodyOf<TileLayerInfo>(await asked(sql, place).expect(201));
  const world = ({ query_id }: TileLayerInfo) => `/api/tiles/${query_id}/0/0/0`;

  it('is a layer of its caller only', async () => {
    const layer = await drawn('SELECT 7 AS id, 52 AS lat, 5 AS lng UNION ALL SELECT 8, 91, 5;');
    expect(layer).toMatchObject({ is_own: false, geometry: { column: 'dw_place' }, bounds_estimated: false });
    const tile = await ann.caller.get(world(layer)).expect(200);
    expect(tile.get('X-Tile-Features')).toBe('1');
    await bob.caller.get(world(layer)).expect(404);
    await bob.caller.get(`/api/tiles/${layer.query_id}/layer`).expect(404);
    await admin.get(world(layer)).expect(404);
    await ann.caller.put(`/api/tiles/${layer.query_id}/layer`, { attribution: 'x' }).expect(403);
  });

  it('draws the geometry that was chosen of several', async () => {
    const sql = 'SELECT ST_SetSRID(ST_Point(1, 1), 4326) AS a, ST_SetSRID(ST_Point(100, 1), 4326) AS "b "" c"';
    const { bounds } = await drawn(sql, { geometry_column: 'b " c' });
    expect(bounds[0]).toBeCloseTo(100, 2);
  });

  it.each([
    ['writes', 'WITH gone AS (DELETE FROM places RETURNING lat, lng) SELECT * FROM gone', PAIR, 'not-a-layer'],
    ['is two statements', 'SELECT 1 AS lat, 2 AS lng; SELECT 2', PAIR, 'not-a-layer'],
    ['has parameters', 'SELECT $1::int AS lat, 2 AS lng', PAIR, 'not-a-layer'],
    ['lacks the column', 'SELECT 1 AS lat', PAIR, 'not-a-layer'],
    ['says of no place', 'SELECT 1 AS lat, 2 AS lng', {}, 'not-a-layer'],
    ['has half a place', 'SELECT 1 AS lat, 2 AS lng', { latitude_column: 'lat' }, 'not-a-layer'],
  ])('is refused where the statement %s', async (_, sql, place, code) => {
    await database.execute('CREATE TABLE IF NOT EXISTS places AS SELECT 1 AS lat, 2 AS lng');
    expect(bodyOf<ProblemDocument>(await asked(sql, place).expect(422)).code).toBe(code);
    const { rows } = await database.execute('SELECT count(*)::int AS n FROM places');
    expect(rows[0]?.n).toBe(1);
  });

  it('ends with the twentieth one after it', async () => {
    const first = await drawn('SELECT 1 AS lat, 2 AS lng');
    for (let more = 0; more < 20; more += 1) await drawn('SELECT 1 AS lat, 2 AS lng');
    await ann.caller.get(world(first)).expect(404);
  });
});
