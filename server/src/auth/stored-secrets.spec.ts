import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConnectionsModule } from '../connections/index.js';
import { AuthApp, problemOf } from './testing/auth-app.js';
import type { Caller } from './testing/auth-app.js';

const SECRET = 'the password of the shop';
const SHOP = { name: 'Shop', kind: 'postgres', host: '127.0.0.1', port: 1, database: 'shop', user: 'app' };
const TRIES = [
  ['host', { host: 'localhost' }],
  ['socket', { host: '/tmp' }],
  ['port', { port: 0 }],
  ['user', { user: 'other' }],
  ['database', { database: 'other' }],
  ['TLS', { ssl: 'disable' }],
  ['service', { service: 'other' }],
  ['SSH tunnel', { ssh: 'password', ssh_host: 'bastion', ssh_user: 'ann', ssh_password: 'typed as well' }],
] as const;

describe('the stored password of a connection', () => {
  let app: AuthApp;
  let admin: Caller;
  let manager: Caller;
  let server: Server;
  let port: number;
  let heard: number;

  beforeEach(async () => {
    heard = 0;
    server = createServer((socket) => {
      heard++;
      socket.on('error', () => undefined).destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
    app = await AuthApp.startWithAdmin({ features: [ConnectionsModule] });
    admin = await app.signIn();
    const ann = await app.admit(admin, 'ann@example.org');
    manager = ann.caller;
    const shop = { ...SHOP, id: 'shop', ssl: 'require', password: SECRET };
    await admin.post('/api/connections', shop).expect(201);
    const grants = { items: [{ subject: `user:${ann.id}`, level: 'manage' }] };
    await admin.put('/api/connections/shop/access', grants).expect(200);
    app.facts.splice(0);
  });
  afterEach(async () => {
    await app.stop();
    await new Promise((resolve) => server.close(resolve));
  });

  const file = () => readFileSync(join(app.workbench.home, 'connections.yaml'), 'utf8');
  const wanted = (change: object, more: object = {}) => {
    const elsewhere = 'port' in change ? { port } : change;
    return { ...SHOP, ssl: 'require', ...elsewhere, ...more };
  };
  const put = (by: Caller, body: object) => by.put('/api/connections/shop', body);
  const test = (by: Caller, body: object) => by.post('/api/connections/test', { ...body, id: 'shop' });

  it.each(TRIES)('does not follow an administrator to another %s, saved or tried', async (_, change) => {
    const before = file();
    for (const attempt of [put, test]) {
      const problem = problemOf(await attempt(admin, wanted(change)).expect(422));
      expect(problem).toMatchObject({ code: 'secret-needed', errors: [{ pointer: '/password' }] });
    }
    expect([file(), heard, app.facts]).toEqual([before, 0, []]);
  });

  it.each(TRIES)('does not let a manager point it to another %s, with or without a password', async (_, change) => {
    const before = file();
    for (const attempt of [put, test]) {
      for (const more of [{}, { password: 'typed' }, { password: null }, { password: '' }]) {
        const problem = problemOf(await attempt(manager, wanted(change, more)).expect(403));
        expect(problem.detail).toBe(
          'Only administrators can change the server, user, database, SSL or SSH tunnel of a connection.',
        );
      }
    }
    expect([file(), heard, app.facts]).toEqual([before, 0, []]);
  });

  it.each([
    ['ssl_root_cert', '-----BEGIN CERTIFICATE-----'],
    ['ssl_cert', '-----BEGIN CERTIFICATE-----'],
    ['ssh_host_key', `SHA256:${'A'.repeat(43)}`],
  ])('is used by administrators alone with another %s', async (name, value) => {
    for (const attempt of [put, test]) await attempt(manager, wanted({}, { [name]: value })).expect(403);
    await put(admin, wanted({}, { [name]: value })).expect(200);
    // What was not changed is no reason to refuse.
    await put(manager, wanted({}, { name: 'Shop 2', folder: 'Production' })).expect(200);
  });

  it.each([
    { kind: 'duckdb', path: 'new.duckdb' },
    { kind: 'sqlite', path: 'new.sqlite' },
    { kind: 'files', path: '/etc' },
  ])('gives a manager no way to try a connection of another kind: %j', async (input) => {
    const path = join(app.workbench.home, input.path);
    const answer = await test(manager, { ...input, path, name: 'Lake' }).expect(400);
    expect(problemOf(answer)).toMatchObject({ code: 'validation-failed', errors: [{ pointer: '/kind' }] });
    expect(existsSync(path)).toBe(false);
  });

  it('stays where it is through changes that do not concern it', async () => {
    await put(manager, { ...SHOP, name: 'Shop 2' }).expect(200);
    await put(manager, { ...wanted({}), port: undefined, name: 'Shop 3' }).expect(200);
    await put(admin, { ...wanted({}), ssl: 'verify-full' }).expect(200);
    expect(file()).toMatch(/password: enc:v1:/);
  });

  it('is replaced by the one that is typed, and the audit has the old and the new target', async () => {
    await put(admin, wanted({ port: 0 }, { password: 'a new password' })).expect(200);
    const fact = app.facts.find(({ action }) => action === 'connection.target_change');
    expect(fact).toMatchObject({
      actor: { name: 'boss@example.org' },
      object: { id: 'shop' },
      details: { from: 'app@127.0.0.1:1/shop (ssl require)', to: `app@127.0.0.1:${port}/shop (ssl require)` },
    });
    expect(JSON.stringify(app.facts)).not.toMatch(/a new password|the password of the shop/);
  });

  it('is gone where a connection is added anew under its id', async () => {
    await admin.delete('/api/connections/shop').expect(204);
    await admin.post('/api/connections', { ...SHOP, id: 'shop', port }).expect(201);
    expect(file()).not.toContain('password:');
  });
});

describe('trying settings out', () => {
  it('is for administrators, in the same words whatever is there', async () => {
    const app = await AuthApp.startWithAdmin({ features: [ConnectionsModule] });
    const admin = await app.signIn();
    const { caller } = await app.admit(admin, 'ann@example.org');
    const { token } = await caller.token({ scopes: ['manage'] });
    const ports = [(app.workbench.app.getHttpServer().address() as AddressInfo).port, 1];
    const answers = new Set<string>();
    for (const by of [caller, app.bearer(token)]) {
      for (const target of [...ports.map((port) => ({ port })), { host: 'nowhere.invalid' }, { host: '/tmp' }]) {
        for (const id of [{}, { id: 'unknown' }]) {
          const answer = await by.post('/api/connections/test', { ...SHOP, ...target, ...id });
          answers.add(JSON.stringify([answer.status, problemOf(answer).detail]));
        }
      }
    }
    expect([...answers]).toEqual([JSON.stringify([403, 'Not allowed'])]);
    await app.stop();
  });
});
