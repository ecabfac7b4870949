import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { readFile } from 'node:fs/promises';
import type { PostgresConfig } from './config.js';
import type { Connector } from '../connector.js';
import { CollectingSink, neverAborted, RecordingContext } from '../testing/index.js';
import { createPostgresConnector } from './index.js';
import { runAlone } from './testing/run-statement.js';
import { configOf } from './testing/test-database.js';
import { TestCluster } from './testing/test-cluster.js';

/** Makes a self-signed certificate for `localhost` (and for no address) that the server's user may read. */
async function makeCertificate(folder: string): Promise<string> {
  const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')];
  const request = [
    'req',
    '-new',
    '-x509',
    '-nodes',
    '-days',
    '2',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
  ];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await promisify(execFile)('openssl', [...request, ...names, '-keyout', key, '-out', certificate]);
  const { uid, gid } = await stat(folder);
  await Promise.all([key, certificate].map((file) => chown(file, uid, gid)));
  return readFile(certificate, 'utf8');
}

describe('TLS', () => {
  const trusted = getCACertificates('default');
  let cluster: TestCluster;
  let certificate: string;
  let connector: Connector | undefined;
  beforeAll(async () => {
    cluster = await TestCluster.create({ ssl: 'on' });
    certificate = await makeCertificate(cluster.dataFolder);
    await cluster.start();
  });
  afterEach(async () => {
    await connector?.close();
    setDefaultCACertificates(trusted);
  });
  afterAll(() => cluster.dispose());

  const open = (change: Partial<PostgresConfig>): Connector => {
    connector = createPostgresConnector({ ...configOf(cluster.url), ...change }, new RecordingContext());
    return connector;
  };
  const isEncrypted = async (change: Partial<PostgresConfig>): Promise<string | null | undefined> => {
    const { sink } = await runAlone(open(change), 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    return sink.rows[0]?.[0];
  };
  const codeOf = async (change: Partial<PostgresConfig>): Promise<unknown> => {
    const failure = await open(change)
      .test(neverAborted())
      .catch((error: unknown) => error);
    return failure;
  };

  it('is not used with disable', async () => {
    expect(await isEncrypted({ ssl: 'disable' })).toBe('f');
  });

  it('is used with require, by any server', async () => {
    expect(await isEncrypted({ ssl: 'require' })).toBe('t');
  });

  it('with verify-full refuses a certificate that nobody vouches for', async () => {
    expect(await codeOf({ ssl: 'verify-full', host: 'localhost' })).toMatchObject({ code: 'connection-tls-failed' });
  });

  it('with verify-full takes a certificate of an authority that is trusted, for the right name', async () => {
    setDefaultCACertificates([...trusted, certificate]);
    expect(await isEncrypted({ ssl: 'verify-full', host: 'localhost' })).toBe('t');
  });

  it('with verify-full refuses a trusted certificate for another name', async () => {
    setDefaultCACertificates([...trusted, certificate]);
    expect(await codeOf({ ssl: 'verify-full', host: '127.0.0.1' })).toMatchObject({ code: 'connection-tls-failed' });
  });

  it.each(['require', 'verify-full'] as const)('carries the request to cancel with %s too', async (ssl) => {
    setDefaultCACertificates([...trusted, certificate]);
    const session = await open({ ssl, host: 'localhost' }).openSession(neverAborted());
    const abort = new AbortController();
    const ended = session.run('SELECT pg_sleep(60)', new CollectingSink(), abort.signal);
    setTimeout(() => abort.abort(), 100);
    expect(await ended).toEqual({ status: 'cancelled' });
    await session.release();
  });

  it('carries a million rows and a cell of 50 MB', async () => {
    const one = open({ ssl: 'require' });
    const { sink } = await runAlone(one, 'SELECT generate_series(1, 1000000)');
    expect(sink.rows).toHaveLength(1_000_000);
    const { sink: large } = await runAlone(one, `SELECT repeat('x', 50 * 1024 * 1024)`);
    expect(large.rows[0]?.[0]?.length).toBe(50 * 1024 * 1024);
  });

  it('still reports a wrong password as one, without showing it', async () => {
    const failure = await codeOf({ ssl: 'require', password: 'quite-wrong-secret' });
    expect(failure).toMatchObject({ code: 'connection-refused-login', sqlstate: '28P01' });
    expect(JSON.stringify([failure, String(failure), connector?.health()])).not.toContain('quite-wrong-secret');
  });

  it.each([null, ''])('still reports a missing password (%j)', async (password) => {
    expect(await codeOf({ password })).toMatchObject({ code: 'connection-refused-login' });
  });
});
