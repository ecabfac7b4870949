import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SshSettings, TlsSettings } from '../common-config.js';
import type { Connector } from '../connector.js';
import { neverAborted, RecordingContext } from '../testing/index.js';
import type { PostgresConfig } from './config.js';
import { TestSshServer } from '../../tunnels/testing/test-ssh-server.js';
import { openPostgresConnector } from './index.js';
import { placeFiles, TestAuthority } from './testing/certificates.js';
import type { Certificate } from './testing/certificates.js';
import { runAlone } from './testing/run-statement.js';
import { configOf } from './testing/test-database.js';
import { TestCluster } from './testing/test-cluster.js';

const RULES = `hostssl all only_cert all cert
hostssl all cert_too all scram-sha-256 clientcert=verify-full
`;
const NO_TLS: TlsSettings = { rootCert: null, cert: null, key: null, keyPassword: null };

describe('a server that asks for client certificates', () => {
  let [cluster, authority, other]: [TestCluster, TestAuthority, TestAuthority] = [] as never;
  let [certificate, foreign]: [Certificate, Certificate] = [] as never;
  let folder: string;
  let connector: Connector | undefined;

  beforeAll(async () => {
    [authority, other] = [await TestAuthority.create(), await TestAuthority.create()];
    certificate = await authority.sign('only_cert');
    foreign = await other.sign('only_cert');
    const server = await authority.sign('server', 'localhost');
    cluster = await TestCluster.create({ ssl: 'on', ssl_ca_file: 'ca.crt' });
    const hba = await readFile(join(cluster.dataFolder, 'pg_hba.conf'), 'utf8');
    const files = { 'ca.crt': authority.cert, 'server.crt': server.cert, 'server.key': server.key };
    await placeFiles(cluster.dataFolder, { ...files, 'pg_hba.conf': `${RULES}${hba}` });
    await cluster.start();
    for (const sql of ['CREATE ROLE only_cert LOGIN', "CREATE ROLE cert_too LOGIN PASSWORD 'pw'"])
      await asSuperuser(sql);
    folder = await mkdtemp(join(tmpdir(), 'workbench-pem-'));
  });
  afterEach(() => connector?.close());
  afterAll(async () => {
    await Promise.all([cluster.dispose(), authority.dispose(), other.dispose(), rm(folder, { recursive: true })]);
  });

  const asSuperuser = async (sql: string): Promise<void> => {
    const opened = await openPostgresConnector(configOf(cluster.url), new RecordingContext());
    await runAlone(opened, sql);
    await opened.close();
  };
  const open = async (change: Partial<PostgresConfig>, tls: Partial<TlsSettings> = {}): Promise<Connector> => {
    const config = { ...configOf(cluster.url), host: 'localhost', user: 'only_cert', password: null };
    connector = await openPostgresConnector(
      { ...config, ...change, tls: { ...NO_TLS, ...tls } },
      new RecordingContext(),
    );
    return connector;
  };
  const nameShown = async (change: Partial<PostgresConfig>, tls: Partial<TlsSettings>): Promise<unknown> => {
    const sql = 'SELECT client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    return (await runAlone(await open(change, tls), sql)).sink.rows[0]?.[0];
  };
  const failure = async (change: Partial<PostgresConfig>, tls: Partial<TlsSettings> = {}): Promise<unknown> => {
    const opened = await open(change, tls).catch((error: unknown) => error as Error);
    return opened instanceof Error ? opened : opened.test(neverAborted()).catch((error: unknown) => error);
  };

  it.each(['require', 'verify-ca', 'verify-full'] as const)('is shown one with %s', async (ssl) => {
    expect(await nameShown({ ssl }, { rootCert: authority.cert, ...certificate })).toBe('/CN=only_cert');
  });

  it('is shown one of an encrypted key, and of files', async () => {
    const key = await authority.encrypted(certificate, 'open sesame');
    const files = {
      cert: join(folder, 'client.crt'),
      key: join(folder, 'client.key'),
      rootCert: join(folder, 'ca.crt'),
    };
    await writeFile(files.cert, certificate.cert);
    await writeFile(files.key, key);
    await writeFile(files.rootCert, authority.cert);
    expect(await nameShown({ ssl: 'verify-full' }, { ...files, keyPassword: 'open sesame' })).toBe('/CN=only_cert');
    expect(await failure({ ssl: 'verify-full' }, { ...files, keyPassword: 'wrong' })).toMatchObject({
      code: 'connection-tls-failed',
      message: expect.stringContaining('cannot be used'),
    });
    await rm(files.key);
    const missing = await failure({ ssl: 'verify-full' }, files);
    expect(missing).toMatchObject({ message: 'The file of the client key cannot be read (ENOENT).' });
  });

  it('checks the password as well where it wants both', async () => {
    const mine = await authority.sign('cert_too');
    const change = { ssl: 'require', user: 'cert_too' } as const;
    expect(await nameShown({ ...change, password: 'pw' }, mine)).toBe('/CN=cert_too');
    expect(await failure({ ...change, password: 'no' }, mine)).toMatchObject({ sqlstate: '28P01' });
    // A certificate of another name is refused whatever the password.
    expect(await failure({ ...change, password: 'pw' }, certificate)).toMatchObject({
      code: 'connection-refused-login',
    });
  });

  it('refuses a login without one, and one of another authority', async () => {
    expect(await failure({ ssl: 'require' })).toMatchObject({ code: 'connection-refused-login' });
    const code = Reflect.get((await failure({ ssl: 'require' }, foreign)) as object, 'code') as string;
    expect(['connection-tls-failed', 'connection-unreachable']).toContain(code);
  });

  it('is checked by the root certificate: who signed it with verify-ca, its name with verify-full', async () => {
    const own = { rootCert: authority.cert, ...certificate };
    expect(await nameShown({ ssl: 'verify-ca', host: '127.0.0.1' }, own)).toBe('/CN=only_cert');
    for (const [ssl, host, rootCert] of [
      ['verify-full', '127.0.0.1', authority.cert],
      ['verify-full', 'localhost', other.cert],
      ['verify-ca', 'localhost', other.cert],
      ['require', 'localhost', other.cert],
      ['verify-ca', 'localhost', null],
    ] as const) {
      expect(await failure({ ssl, host }, { ...own, rootCert })).toMatchObject({ code: 'connection-tls-failed' });
    }
  });

  it('refuses a certificate without its own key before anything is sent', async () => {
    const { key } = foreign;
    expect(await failure({ ssl: 'require' }, { cert: certificate.cert, key })).toMatchObject({
      code: 'connection-tls-failed',
      message: expect.not.stringContaining('BEGIN'),
    });
  });

  it('is checked by its own name behind a tunnel', async () => {
    const user = { name: 'tunnel', password: 'let me through', publicKey: '' };
    const server = await TestSshServer.start(user);
    const ssh: SshSettings = {
      ...{ auth: 'password', host: '127.0.0.1', port: server.port, user: user.name, password: user.password },
      ...{ key: null, keyPassword: null, hostKey: server.fingerprint },
    };
    const own = { rootCert: authority.cert, ...certificate };
    expect(await nameShown({ ssl: 'verify-full', ssh }, own)).toBe('/CN=only_cert');
    await connector?.close();
    const wrong = await failure({ ssl: 'verify-full', ssh, host: '127.0.0.1' }, own);
    expect(wrong).toMatchObject({ code: 'connection-tls-failed' });
    await connector?.close();
    await server.stop();
  });

  it('takes the request to cancel with the certificate', async () => {
    const session = await (
      await open({ ssl: 'verify-full' }, { rootCert: authority.cert, ...certificate })
    ).openSession(neverAborted());
    const abort = new AbortController();
    const sink = {
      columns: () => undefined,
      row: () => true,
      drained: () => Promise.resolve(),
      notice: () => undefined,
    };
    const ended = session.run('SELECT pg_sleep(60)', sink, abort.signal);
    setTimeout(() => abort.abort(), 100);
    expect(await ended).toEqual({ status: 'cancelled' });
    await session.release();
  });
});
