import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConnectionAccessList, ConnectionList } from '#libs/api';
import { ConnectionsModule } from '../connections/index.js';
import { AuthApp, bodyOf, problemOf } from './testing/auth-app.js';
import type { Caller } from './testing/auth-app.js';

const CONNECTIONS = `connections:
  - { id: drop, name: Drop, kind: files, path: . }
  - { id: vault, name: Vault, kind: files, path: . }
`;
const EVERYBODY = { items: [{ subject: 'everybody', level: 'write' }] };

describe('who may use a connection', () => {
  let app: AuthApp;
  let admin: Caller;
  let ann: { id: string; caller: Caller };
  beforeEach(async () => {
    app = await AuthApp.startWithAdmin({ features: [ConnectionsModule], connections: CONNECTIONS });
    admin = await app.signIn();
    ann = await app.admit(admin, 'ann@example.org');
    app.takeFacts();
  });
  afterEach(() => app.stop());

  const PATH = '/api/connections/vault/access';
  const put = (items: unknown, by: Caller = admin) => by.put(PATH, { items });
  const seen = async (by: Caller) =>
    bodyOf<ConnectionList>(await by.get('/api/connections').expect(200)).items.map(({ id }) => id);

  it('is everybody until somebody says otherwise', async () => {
    expect(bodyOf<ConnectionAccessList>(await admin.get(PATH).expect(200))).toEqual(EVERYBODY);
    await ann.caller.get(PATH).expect(403);
    await put(EVERYBODY.items, ann.caller).expect(403);
  });

  it('hides it from all others at once, everywhere, and comes back with being named', async () => {
    await put([]).expect(200);
    expect(await seen(ann.caller)).toEqual(['drop']);
    expect(await seen(admin)).toEqual(['drop', 'vault']);
    for (const path of ['/api/connections/vault', '/api/connections/vault/schema', PATH]) {
      expect(problemOf(await ann.caller.get(path))).toMatchObject({ status: 404, code: 'connection-not-found' });
    }
    const items = [{ subject: `user:${ann.id}`, level: 'manage' }];
    expect(bodyOf(await put(items).expect(200))).toEqual({ items });
    expect(await seen(ann.caller)).toEqual(['drop', 'vault']);
    await put([{ subject: 'role:user', level: 'query' }], ann.caller).expect(200);
    await ann.caller.get(PATH).expect(403);
    expect(app.takeFacts().filter((fact) => fact === 'connection.access_change')).toHaveLength(3);
  });

  it('limits a token of an administrator as much as the token says', async () => {
    const { token } = await admin.token({ scopes: ['read', 'manage'], connection_ids: ['drop'] });
    expect(await seen(app.bearer(token))).toEqual(['drop']);
    await app.bearer(token).put(PATH, EVERYBODY).expect(404);
    await app.bearer(token).put('/api/connections/drop/access', EVERYBODY).expect(200);
    const { token: reader } = await admin.token({ scopes: ['read'] });
    await app.bearer(reader).get(PATH).expect(403);
  });

  it.each<[unknown, string]>([
    [[{ subject: 'nobody', level: 'query' }], '/items/0/subject'],
    [[{ subject: 'user:', level: 'query' }], '/items/0/subject'],
    [[{ subject: 'role:owner', level: 'query' }], '/items/0/subject'],
    [[{ subject: 'everybody\n', level: 'query' }], '/items/0/subject'],
    [[{ subject: 'everybody', level: 'none' }], '/items/0/level'],
    [[...EVERYBODY.items, ...EVERYBODY.items], '/items'],
    [[null], '/items/0'],
    ['everybody', '/items'],
  ])('is not said by %j', async (items, pointer) => {
    const answer = await put(items).expect(400);
    expect(problemOf(answer).errors?.map((error) => error.pointer)).toContain(pointer);
    expect(bodyOf(await admin.get(PATH))).toEqual(EVERYBODY);
  });

  it('is asked of connections that are there', async () => {
    await admin.get('/api/connections/nowhere/access').expect(404);
    await admin.put('/api/connections/nowhere/access', EVERYBODY).expect(404);
  });
});
