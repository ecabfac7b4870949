import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SshSettings } from '../engines/common-config.js';
import type { Connector } from '../engines/connector.js';
import { openPostgresConnector } from '../engines/postgres/index.js';
import { runAlone } from '../engines/postgres/testing/run-statement.js';
import { createTestDatabase } from '../engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../engines/postgres/testing/test-database.js';
import { CollectingSink, neverAborted, RecordingContext, until } from '../engines/testing/index.js';
import { OpenSsh } from './testing/open-ssh.js';

describe('a tunnel through the SSH server of OpenSSH', () => {
  let database: TestDatabase;
  let ssh: OpenSsh;
  let connector: Connector | undefined;

  beforeAll(async () => {
    [database, ssh] = await Promise.all([createTestDatabase(), OpenSsh.start()]);
  });
  afterEach(async () => {
    await connector?.close();
    connector = undefined;
  });
  afterAll(async () => {
    await Promise.all([database.dispose(), ssh.stop()]);
  });

  const open = async (change: Partial<SshSettings>, agent: string | null = null): Promise<Connector> => {
    const settings: SshSettings = {
      ...{ auth: 'agent', host: '127.0.0.1', port: ssh.port, user: ssh.user, password: null },
      ...{ key: null, keyPassword: null, hostKey: ssh.fingerprint, ...change },
    };
    const account = { home: '/nowhere', env: agent === null ? {} : { SSH_AUTH_SOCK: agent } };
    const context = Object.assign(new RecordingContext(), { account });
    await connector?.close();
    connector = await openPostgresConnector({ ...database.config, ssh: settings }, context);
    return connector;
  };
  const one = async (opened: Connector): Promise<unknown> =>
    runAlone(opened, 'SELECT 1').then(
      ({ sink }) => sink.rows[0]?.[0],
      (error: unknown) => error,
    );

  it('signs in with a key that ssh-add gave to an ssh-agent', async () => {
    ssh.createKey('other', { isLetIn: false });
    ssh.createKey('agents');
    const agent = await ssh.startAgent(['other', 'agents']);
    const before = ssh.logins;
    expect(await one(await open({}, agent))).toBe('1');
    expect(ssh.logins).toBe(before + 1);
    expect(await one(await open({}, await ssh.startAgent(['other'])))).toMatchObject({
      code: 'connection-refused-login',
      message: expect.stringContaining('any key of the agent'),
    });
    expect(await one(await open({}, `${agent}-gone`))).toMatchObject({ code: 'connection-refused-login' });
  });

  it.each(['ed25519', 'rsa', 'ecdsa'])('signs in with a key file of ssh-keygen: %s', async (type) => {
    const key = ssh.createKey(`plain-${type}`, { type });
    expect(await one(await open({ auth: 'key', key }))).toBe('1');
    const locked = ssh.createKey(`locked-${type}`, { type, passphrase: 'open sesame' });
    expect(await one(await open({ auth: 'key', key: locked, keyPassword: 'open sesame' }))).toBe('1');
    for (const keyPassword of ['wrong', null]) {
      expect(await one(await open({ auth: 'key', key: locked, keyPassword }))).toMatchObject({
        code: 'connection-refused-login',
        message: expect.stringContaining('The SSH private key cannot be used'),
      });
    }
  });

  it('refuses a key that is not authorized', async () => {
    const key = ssh.createKey('stranger', { isLetIn: false });
    expect(await one(await open({ auth: 'key', key }))).toMatchObject({ code: 'connection-refused-login' });
  });

  it('refuses an unknown and a changed host key, and names the one that ssh-keygen names', async () => {
    const key = ssh.createKey('for-host-key');
    const trusted = ssh.fingerprint;
    expect(await one(await open({ auth: 'key', key, hostKey: null }))).toMatchObject({
      ...{ code: 'ssh-host-key-unknown', hostKey: trusted },
    });
    await ssh.killServer();
    ssh.replaceHostKey();
    await ssh.startServer();
    const before = ssh.logins;
    expect(await one(await open({ auth: 'key', key, hostKey: trusted }))).toMatchObject({
      ...{ code: 'ssh-host-key-changed', hostKey: ssh.fingerprint },
      message: expect.stringContaining(trusted),
    });
    expect(ssh.logins).toBe(before);
  });

  it('loses what runs when sshd is killed, and is there again when sshd is', async () => {
    const opened = await open({ auth: 'key', key: ssh.createKey('for-crash') });
    const session = await opened.openSession(neverAborted());
    const ended = session.run('SELECT pg_sleep(60)', new CollectingSink(), neverAborted());
    await until('the statement runs', async () => {
      const sql = `SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND state = 'active' AND pid <> pg_backend_pid()`;
      return (await runAlone(opened, sql)).sink.rows[0]?.[0] === '1';
    });
    await ssh.killServer();
    expect(await ended).toMatchObject({ status: 'failed', isSessionLost: true });
    await session.release();
    expect(await one(opened)).toMatchObject({
      code: 'connection-unreachable',
      message: expect.stringContaining('connection refused'),
    });
    await ssh.startServer();
    expect(await one(opened)).toBe('1');
  });
});
