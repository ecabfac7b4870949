import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { ConnectionGrant } from '#libs/access';
import type { AuditList } from '#libs/api';
import { ConnectionAccess, ConnectionsModule } from '../connections/index.js';
import { State } from '../platform/index.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { AuditModule } from './audit.module.js';

describe('the actions that features publish', () => {
  let workbench: TestWorkbench;
  beforeAll(async () => {
    workbench = await TestWorkbench.start({ features: [AuditModule, ConnectionsModule] });
  });
  afterAll(() => workbench.stop());

  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { 'Content-Type': 'application/json' };
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    return fetch(new URL(path, await workbench.app.getUrl()), init);
  };
  const entries = async (query: string) =>
    ((await (await send('GET', `/api/audit?${query}`)).json()) as AuditList).items.reverse();

  it('is there for connections, without their passwords', async () => {
    const lake = { id: 'lake', name: 'Lake', kind: 'duckdb', path: './lake.duckdb' };
    const shop = { id: 'shop', name: 'Shop', kind: 'postgres', host: 'db', database: 'shop', user: 'app' };
    expect((await send('POST', '/api/connections', lake)).status).toBe(201);
    expect((await send('POST', '/api/connections', { ...shop, password: 'open-sesame' })).status).toBe(201);
    expect((await send('PUT', '/api/connections/lake', { ...lake, colour: 'red' })).status).toBe(200);
    expect((await send('DELETE', '/api/connections/shop')).status).toBe(204);
    const found = await entries('action=connection');
    expect(found.map(({ action, object, actor }) => [action, object.id, object.name, actor?.user_id])).toEqual([
      ['connection.create', 'lake', 'Lake', 'local'],
      ['connection.create', 'shop', 'Shop', 'local'],
      ['connection.change', 'lake', 'Lake', 'local'],
      ['connection.remove', 'shop', 'Shop', 'local'],
    ]);
    expect(JSON.stringify(found)).not.toContain('sesame');
  });

  it('is there for who may use a connection, and nothing is in force that could not be written down', async () => {
    const access = workbench.app.get(ConnectionAccess);
    const run = (sql: string) => workbench.app.get(State).transaction((manager) => manager.query(sql));
    const everybody: ConnectionGrant = { subject: { kind: 'everybody' }, level: 'query' };
    await access.change(LOCAL_ACTOR, 'lake', [everybody]);
    await run("CREATE TRIGGER full BEFORE INSERT ON audit_entry BEGIN SELECT RAISE(ABORT, 'disk full'); END");
    await expect(access.change(LOCAL_ACTOR, 'lake', [])).rejects.toThrow('disk full');
    await run('DROP TRIGGER full');
    expect(access.grantsOf('lake')).toEqual([everybody]);
    expect(await run('SELECT grants FROM connection_access')).toEqual([{ grants: JSON.stringify([everybody]) }]);
    expect((await entries('action=connection.access_change')).map(({ details }) => details)).toEqual([
      { grants: ['everybody: query'] },
    ]);
  });
});
