import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Connection } from '#libs/api';
import { ConnectionsApp, bodyOf, testPostgres } from './testing/connections-app.js';

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const SECRETS = {
  ssl_root_cert: PEM,
  ssl_cert: `${PEM}2`,
  ssl_key: `${PEM}3`,
  ssl_key_password: 'key passphrase',
  ssh_password: 'ssh secret',
  ssh_key: `${PEM}4`,
  ssh_key_password: 'ssh passphrase',
};

describe('the secrets of a connection', () => {
  let app: ConnectionsApp;
  afterEach(() => app.stop());

  const put = async (body: object): Promise<Connection> =>
    bodyOf(await app.http.put('/api/connections/pg').send(body).expect(200)) as Connection;

  it('are encrypted in the file, and never shown', async () => {
    app = await ConnectionsApp.start();
    const created = await app.create({ ...testPostgres(), id: 'pg', ...SECRETS });
    for (const name of Object.keys(SECRETS)) {
      expect(created).toMatchObject({ [`${name}_set`]: true });
      expect(created).not.toHaveProperty(name);
      expect(app.text).toMatch(new RegExp(`^ {4}${name}: enc:v1:[\\w.-]+$`, 'm'));
    }
    expect(app.text + JSON.stringify(await app.list())).not.toMatch(/MIIB|passphrase|ssh secret/);
  });

  it('stay when they are left out, and go when they are null or empty', async () => {
    app = await ConnectionsApp.start();
    const input = testPostgres();
    await app.create({ ...input, id: 'pg', ...SECRETS });
    const before = app.text;
    await put({ ...input, ssh_password: SECRETS.ssh_password });
    expect(app.text).toBe(before);
    const changed = await put({ ...input, ssl_cert: null, ssl_key: '', ssh_password: 'another one' });
    expect(changed).toMatchObject({ ssl_cert_set: false, ssl_key_set: false, ssh_password_set: true });
    expect(app.text).not.toMatch(/ssl_(?:cert|key):/);
    expect(app.text).toContain('ssl_root_cert: enc:v1:');
  });

  it('may stand in the file as text, as a path and as a variable', async () => {
    app = await ConnectionsApp.start();
    writeFileSync(join(app.home, 'ca.pem'), 'no certificate');
    const { host, port, database, user, password } = testPostgres();
    const lines = [
      'connections:',
      `  - { id: a, name: A, kind: postgres, host: ${host}, port: ${port}, database: ${database}, user: ${user}, password: ${password}, ssl: verify-ca, ssl_root_cert: ca.pem }`,
      `  - id: b`,
      `    name: B`,
      `    folder: ' Production // Europe '`,
      `    kind: postgres`,
      `    service: shop`,
      `    ssl_cert: |`,
      `      -----BEGIN CERTIFICATE-----`,
      `      MIIB`,
      `    ssh: agent`,
      `    ssh_host: bastion`,
      `    ssh_user: ann`,
    ];
    await app.stop();
    app = await ConnectionsApp.start(`${lines.join('\n')}\n`);
    writeFileSync(join(app.home, 'ca.pem'), 'no certificate');
    const { items, configuration_errors: mistakes } = await app.list();
    expect(mistakes).toEqual([]);
    expect(items).toMatchObject([
      { id: 'a', ssl_root_cert_set: true, folder: null },
      { ...{ id: 'b', folder: 'Production/Europe', host: '', service: 'shop', ssl_cert_set: true }, ssh: 'agent' },
    ]);
    const result = bodyOf(await app.http.post('/api/connections/a/test').expect(200));
    expect(result).toMatchObject({
      ok: false,
      error: { message: 'The file of the root certificate has no PEM text.' },
    });
    expect(JSON.stringify(result)).not.toContain(app.home);
  });

  it.each([
    [{ ssh: 'password' }, ['/ssh_host', '/ssh_user']],
    [{ ssh: 'password', ssh_host: 'a://b', ssh_user: 'x' }, ['/ssh_host']],
    [{ ssh: 'tunnel' }, ['/ssh']],
    [{ ssh_host_key: 'MD5:aa' }, ['/ssh_host_key']],
    [{ ssl_key: 'a\u0000' }, ['/ssl_key']],
    [{ folder: 'x'.repeat(501) }, ['/folder']],
    [{ host: '' }, ['/host']],
  ])('are refused with %j', async (change, pointers) => {
    app = await ConnectionsApp.start();
    const input = { ...testPostgres(), ...change };
    const { errors } = bodyOf(await app.http.post('/api/connections').send(input).expect(400)) as {
      errors: { pointer: string }[];
    };
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('are not needed by a connection that a service names', async () => {
    app = await ConnectionsApp.start();
    const created = await app.create({ id: 'by-service', name: 'S', kind: 'postgres', service: 'shop' });
    expect(created).toMatchObject({ host: '', database: '', user: '', service: 'shop' });
    await app.http.put('/api/connections/by-service').send({ name: 'T', kind: 'postgres', service: null }).expect(400);
  });
});
