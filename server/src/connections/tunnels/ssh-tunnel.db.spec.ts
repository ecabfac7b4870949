import { afterEach, beforeAll, afterAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../engines/account.js';
import type { SshSettings } from '../engines/common-config.js';
import type { Connector, StatementOutcome } from '../engines/connector.js';
import { openPostgresConnector } from '../engines/postgres/index.js';
import { runAlone } from '../engines/postgres/testing/run-statement.js';
import { createTestDatabase } from '../engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../engines/postgres/testing/test-database.js';
import { CollectingSink, neverAborted, RecordingContext, until } from '../engines/testing/index.js';
import { SshTunnel } from './ssh-tunnel.js';
import { sshKeyPair } from './testing/ssh-key-pair.js';
import { TestSshAgent } from './testing/test-ssh-agent.js';
import { TestSshServer } from './testing/test-ssh-server.js';

const KEYS = sshKeyPair();
const OTHER = sshKeyPair();
const LOCKED = sshKeyPair('open sesame');
const USER = { name: 'tunnel', password: 'let me through', publicKey: KEYS.public };

describe('an SSH tunnel', () => {
  let database: TestDatabase;
  let server: TestSshServer;
  let connector: Connector | undefined;
  let context: RecordingContext;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await connector?.close();
    connector = undefined;
    await server.stop();
  });
  afterAll(() => database.dispose());

  const settings = (change: Partial<SshSettings> = {}): SshSettings => ({
    ...{ auth: 'password', host: '127.0.0.1', port: server.port, user: USER.name, password: USER.password },
    ...{ key: null, keyPassword: null, hostKey: server.fingerprint, ...change },
  });
  const open = async (change: Partial<SshSettings> = {}, config = {}): Promise<Connector> => {
    context = new RecordingContext();
    connector = await openPostgresConnector({ ...database.config, ssh: settings(change), ...config }, context);
    return connector;
  };
  const start = async (port = 0): Promise<void> => {
    server = await TestSshServer.start(USER, port);
  };
  const failure = async (change: Partial<SshSettings>, config = {}): Promise<unknown> => {
    const opened = await open(change, config);
    return opened.openSession(neverAborted()).catch((error: unknown) => error);
  };
  const one = async (opened: Connector): Promise<unknown> => (await runAlone(opened, 'SELECT 1')).sink.rows[0]?.[0];

  it('carries sessions, schema, tiles and cancelling over one sign-in', async () => {
    await start();
    const opened = await open();
    expect(await one(opened)).toBe('1');
    expect((await opened.listSchemas(neverAborted())).schemas.length).toBeGreaterThan(0);
    expect(await opened.readers?.tiles.describe('SELECT 1 AS x', neverAborted())).toBeDefined();
    await opened.test(neverAborted());
    const session = await opened.openSession(neverAborted());
    const abort = new AbortController();
    const ended = session.run('SELECT pg_sleep(60)', new CollectingSink(), abort.signal);
    setTimeout(() => abort.abort(), 100);
    expect(await ended).toEqual({ status: 'cancelled' });
    await session.release();
    expect(server.logins).toBe(1);
    expect(server.forwards).toBeGreaterThan(3);
  });

  it('signs in with a key, also an encrypted one', async () => {
    await start();
    expect(await one(await open({ auth: 'key', password: null, key: KEYS.private }))).toBe('1');
    await connector?.close();
    await server.stop();
    server = await TestSshServer.start({ ...USER, publicKey: LOCKED.public });
    const locked = { auth: 'key', password: null, key: LOCKED.private } as const;
    expect(await one(await open({ ...locked, keyPassword: 'open sesame' }))).toBe('1');
    await connector?.close();
    expect(await failure({ ...locked, keyPassword: 'wrong' })).toMatchObject({
      code: 'connection-refused-login',
      message: expect.stringContaining('The SSH private key cannot be used'),
    });
  });

  it('signs in with a key of the SSH agent, and checks the host key as always', async () => {
    await start();
    const agent = await TestSshAgent.start([OTHER.private, KEYS.private]);
    const byAgent = async (change: Partial<SshSettings> = {}, path = agent.socket): Promise<unknown> => {
      const account: Account = { home: '/nowhere', env: { SSH_AUTH_SOCK: path } };
      const ssh = settings({ auth: 'agent', password: null, ...change });
      const context = Object.assign(new RecordingContext(), { account });
      connector = await openPostgresConnector({ ...database.config, ssh }, context);
      const result = await one(connector).catch((error: unknown) => error);
      await connector.close();
      return result;
    };
    try {
      expect([await byAgent(), agent.signatures]).toEqual(['1', 1]);
      expect(await byAgent({ hostKey: null })).toMatchObject({ code: 'ssh-host-key-unknown' });
      expect(agent.signatures).toBe(1);
      expect(await byAgent({}, `${agent.socket}-gone`)).toMatchObject({
        code: 'connection-refused-login',
        message: expect.stringContaining('agent'),
      });
    } finally {
      await agent.stop();
    }
    const empty = await TestSshAgent.start([OTHER.private]);
    try {
      expect(await byAgent({}, empty.socket)).toMatchObject({
        code: 'connection-refused-login',
        message: expect.stringContaining('did not accept any key of the agent of user "tunnel"'),
      });
    } finally {
      await empty.stop();
    }
    await expect(open({ auth: 'agent', password: null })).rejects.toMatchObject({ code: 'connection-unusable' });
  });

  it('carries a million rows and a cell of 20 MB', async () => {
    await start();
    const opened = await open();
    expect((await runAlone(opened, 'SELECT generate_series(1, 1000000)')).sink.rows).toHaveLength(1_000_000);
    const { sink } = await runAlone(opened, `SELECT repeat('x', 20 * 1024 * 1024)`);
    expect(sink.rows[0]?.[0]?.length).toBe(20 * 1024 * 1024);
  });

  it.each<[string, Partial<SshSettings>, string, string]>([
    [
      'a wrong password',
      { password: 'no' },
      'connection-refused-login',
      'did not accept the password of user "tunnel"',
    ],
    [
      'a wrong key',
      { auth: 'key', key: LOCKED.private, keyPassword: 'open sesame' },
      'connection-refused-login',
      'private key',
    ],
    [
      'a text that is no key',
      { auth: 'key', key: '-----BEGIN nonsense' },
      'connection-refused-login',
      'cannot be used',
    ],
    ['an unknown user', { user: 'other' }, 'connection-refused-login', 'user "other"'],
    ['a port without a server', { port: 1 }, 'connection-unreachable', 'The SSH server 127.0.0.1:1 cannot be reached'],
    ['an unknown host', { host: 'nowhere.invalid' }, 'connection-unreachable', 'the host name is not known'],
  ])('reports %s of the SSH server', async (_, change, code, message) => {
    await start();
    const error = await failure(change);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(String(error)).not.toContain(USER.password);
    expect(connector?.health()).toMatchObject({ state: 'failed', last_error: expect.stringContaining('SSH') });
  });

  it('distinguishes errors behind the SSH server from those of the server', async () => {
    await start();
    expect(await failure({}, { password: 'wrong-secret' })).toMatchObject({
      code: 'connection-refused-login',
      message: expect.stringContaining('did not accept the password of user "'),
      sqlstate: '28P01',
    });
    await connector?.close();
    expect(await failure({}, { port: 1 })).toMatchObject({
      code: 'connection-unreachable',
      message: expect.stringContaining(`The SSH server 127.0.0.1:${server.port} cannot reach 127.0.0.1:1`),
    });
  });

  it('asks whether to trust a key that it does not know, and sends no password before', async () => {
    await start();
    const error = await failure({ hostKey: null });
    expect(error).toMatchObject({ code: 'ssh-host-key-unknown', hostKey: server.fingerprint });
    expect(String(error)).toContain(server.fingerprint);
    expect(server.logins).toBe(0);
  });

  it('refuses a server whose key has changed', async () => {
    await start();
    const trusted = server.fingerprint;
    const { port } = server;
    expect(await one(await open())).toBe('1');
    await connector?.close();
    await server.stop();
    await start(port);
    const error = await failure({ hostKey: trusted });
    expect(error).toMatchObject({ code: 'ssh-host-key-changed', hostKey: server.fingerprint });
    expect(String(error)).toContain(trusted);
    expect([server.logins, connector?.health().state]).toEqual([0, 'failed']);
  });

  it('loses what runs when it is cut, says so, and is there again for the next statement', async () => {
    await start();
    const opened = await open();
    const session = await opened.openSession(neverAborted());
    const ended = session.run('SELECT pg_sleep(60)', new CollectingSink(), neverAborted());
    await until('a channel is open', () => server.forwards > 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    server.cut();
    const outcome: StatementOutcome = await ended;
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: true });
    await session.release();
    expect(await one(opened)).toBe('1');
    expect(server.logins).toBe(2);
  });

  it('does not wait for a server that is frozen', async () => {
    await start();
    const opened = await open();
    expect(await one(opened)).toBe('1');
    const session = await opened.openSession(neverAborted());
    server.freeze();
    const abort = new AbortController();
    const ended = session.run('SELECT 1', new CollectingSink(), abort.signal);
    setTimeout(() => abort.abort(), 100);
    const startedAt = Date.now();
    await ended;
    expect(Date.now() - startedAt).toBeLessThan(8_000);
    await session.release();
    const error = await opened.test(neverAborted()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining('SSH') });
  });

  it('signs out when it is idle, and in again for the next connection', async () => {
    await start();
    const target = { host: database.config.host, port: database.config.port };
    const tunnel = await SshTunnel.listen({
      ...{ ssh: settings(), target, agent: null, connectTimeoutMs: 10_000, idleMs: 100 },
    });
    const config = { ...database.config, ...tunnel.endpoint };
    for (const logins of [1, 2]) {
      const opened = await openPostgresConnector(config, new RecordingContext());
      expect(await one(opened)).toBe('1');
      await opened.close();
      await until('the SSH session has ended', () => server.openConnections === 0);
      expect(server.logins).toBe(logins);
    }
    tunnel.close();
  });

  it('ends with its connection', async () => {
    await start();
    const opened = await open();
    expect(await one(opened)).toBe('1');
    const { endpoint } = opened;
    await opened.close();
    await until('the tunnel is gone', () => server.openConnections === 0);
    await expect(runAlone(opened, 'SELECT 1')).rejects.toMatchObject({ code: 'connection-unusable' });
    expect(endpoint?.host).toBe('127.0.0.1');
  });
});
