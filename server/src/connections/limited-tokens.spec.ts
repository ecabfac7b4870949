import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiTokenInput, ConnectionList } from '#libs/api';
import { AuthApp, bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { ConnectionsModule } from './connections.module.js';

const CONNECTIONS = 'connections:\n  - { id: lake, name: Lake, kind: files, path: lake }\n';

describe('a token of an administrator', () => {
  let app: AuthApp;
  let admin: Caller;
  let elsewhere: string;
  beforeAll(async () => {
    app = await AuthApp.startWithAdmin({ features: [ConnectionsModule], connections: CONNECTIONS });
    admin = await app.signIn();
    elsewhere = join(app.workbench.home, 'elsewhere');
    for (const folder of ['lake', 'elsewhere']) mkdirSync(join(app.workbench.home, folder));
  });
  afterAll(() => app.stop());

  const LIMITS: [string, Partial<ApiTokenInput>][] = [
    ['for some connections', { connection_ids: ['lake'] }],
    ['for some connections and all scopes of connections', { scopes: ['admin', 'manage'], connection_ids: ['lake'] }],
    ['without the scope of administrators', { scopes: ['manage', 'read'] }],
  ];

  it.each(LIMITS)('%s neither adds connections nor tries or sets other places', async (_, limits) => {
    const program = app.bearer((await admin.token(limits)).token);
    const input = { name: 'Elsewhere', kind: 'files', path: elsewhere };
    await program.post('/api/connections', input).expect(403);
    await program.post('/api/connections/test', input).expect(403);
    await program.post('/api/connections/test', { ...input, id: 'lake' }).expect(400);
    await program.put('/api/connections/lake', { ...input, name: 'Lake' }).expect(400);
    const { items } = bodyOf<ConnectionList>(await admin.get('/api/connections').expect(200));
    expect(items.map(({ id }) => id)).toEqual(['lake']);
  });

  it.each(LIMITS)('%s changes what else the connection has', async (_, limits) => {
    const program = app.bearer((await admin.token({ ...limits, scopes: ['manage', 'read'] })).token);
    await program.put('/api/connections/lake', { name: 'Lake', kind: 'files' }).expect(200);
  });

  it('with the scope of administrators for all connections does all of it', async () => {
    const program = app.bearer((await admin.token({ scopes: ['admin', 'manage', 'read'] })).token);
    const input = { name: 'Elsewhere', kind: 'files', path: elsewhere };
    await program.post('/api/connections/test', input).expect(200);
    await program.post('/api/connections', input).expect(201);
  });
});

describe('the mistakes of the configuration', () => {
  let app: AuthApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await AuthApp.startWithAdmin({ features: [ConnectionsModule], connections: 'connections: [' });
    admin = await app.signIn();
  });
  afterAll(() => app.stop());

  it.each<[string, Partial<ApiTokenInput> | null, number]>([
    ['an administrator', null, 1],
    ['a token with the scope of administrators', { scopes: ['admin', 'read'] }, 1],
    ['a token for some connections', { scopes: ['admin', 'read'], connection_ids: ['lake'] }, 0],
    ['a token without the scope of administrators', { scopes: ['manage', 'read'] }, 0],
  ])('are shown to those who may add any connection: %s', async (_, limits, count) => {
    const caller = limits === null ? admin : app.bearer((await admin.token(limits)).token);
    const list = bodyOf<ConnectionList>(await caller.get('/api/connections').expect(200));
    expect(list.configuration_errors).toHaveLength(count);
  });
});
