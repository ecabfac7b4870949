import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Connection } from '#libs/api';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { sshKeyPair } from '../connections/tunnels/testing/ssh-key-pair.js';
import { TestSshServer } from '../connections/tunnels/testing/test-ssh-server.js';
import { SchedulerApp } from './testing/scheduler-app.js';

const KEYS = sshKeyPair();
const USER = { name: 'tunnel', password: 'let me through', publicKey: KEYS.public };

describe('jobs on a connection behind an SSH tunnel', () => {
  let [database, server, app]: [TestDatabase, TestSshServer, SchedulerApp] = [] as never;

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.execute('CREATE TABLE orders AS SELECT i AS id FROM generate_series(1, 100) i');
    server = await TestSshServer.start(USER);
    app = await SchedulerApp.start();
    const { host, port, database: name, user, password } = database.config;
    const tunnel = { ssh: 'password', ssh_host: '127.0.0.1', ssh_port: server.port, ssh_user: USER.name };
    const secrets = { ssh_password: USER.password, ssh_host_key: server.fingerprint };
    const login = { host, port, database: name, user, password };
    const input = { id: 'far', name: 'Far', kind: 'postgres', ...login, ...tunnel, ...secrets };
    expect(await app.send<Connection>('POST', '/api/connections', input)).toMatchObject({ status: 201 });
  });
  afterAll(async () => {
    await app.stop();
    await server.stop();
    await database.dispose();
  });

  const run = async (kind: string, settings: Record<string, unknown> = {}) => {
    const before = server.forwards;
    const job = await app.create(kind, { connection_id: 'far', settings });
    const { status, error } = await app.runNow(job.id);
    return { status, error, forwards: server.forwards - before };
  };

  it.each<[string, Record<string, unknown>]>([
    ['query', { sql: 'SELECT count(*) FROM orders', save_results_as: 'orders.csv' }],
    ['schema_watch', {}],
    ['analyze', {}],
    ['backup', { format: 'custom', proof: true }],
  ])('of the kind %s go through it', async (kind, settings) => {
    const ended = await run(kind, settings);
    expect(ended).toMatchObject({ status: 'success', error: null });
    // A session of the pool is used again.
    if (kind === 'backup') expect(ended.forwards).toBeGreaterThan(0);
    expect(server.logins).toBeGreaterThan(0);
  });

  it('fail with the part of the way that failed', async () => {
    await server.stop();
    const { status, error } = await run('analyze');
    expect(status).toBe('error');
    expect(error).toMatch(/SSH/);
  });
});
