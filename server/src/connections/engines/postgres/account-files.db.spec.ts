import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../account.js';
import type { Connector } from '../connector.js';
import { neverAborted, RecordingContext } from '../testing/index.js';
import type { PostgresConfig } from './config.js';
import { openPostgresConnector } from './index.js';
import { createTestDatabase } from './testing/test-database.js';
import type { TestDatabase } from './testing/test-database.js';

describe('the files of the account', () => {
  let database: TestDatabase;
  let home: string;
  let connector: Connector | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'workbench-account-'));
  });
  afterEach(async () => {
    await connector?.close();
    await rm(home, { recursive: true });
  });
  afterAll(() => database.dispose());

  const account = (env: Account['env'] = {}): Account => ({ home, env });
  const outcome = async (change: Partial<PostgresConfig>, whose: Account | null = account()): Promise<unknown> => {
    const context = Object.assign(new RecordingContext(), { account: whose });
    try {
      connector = await openPostgresConnector({ ...database.config, password: null, ...change }, context);
      return (await connector.test(neverAborted())).product;
    } catch (error) {
      return error;
    }
  };
  const passFile = async (path: string, mode = 0o600): Promise<void> => {
    const { host, port, database: name, user, password } = database.config;
    await writeFile(path, `other:*:*:*:wrong\n${host}:${port}:${name}:${user}:${password ?? ''}\n`);
    await chmod(path, mode);
  };
  const NO_PASSWORD = { code: 'connection-refused-login', message: expect.stringContaining('none is set') };

  it('have the password of a connection without one, read anew for each session', async () => {
    expect(await outcome({})).toMatchObject(NO_PASSWORD);
    await passFile(join(home, '.pgpass'));
    expect(await connector?.test(neverAborted())).toMatchObject({ product: 'PostgreSQL' });
  });

  it('are looked for where PGPASSFILE says', async () => {
    const path = join(home, 'passwords');
    await passFile(path);
    expect(await outcome({})).toMatchObject(NO_PASSWORD);
    expect(await outcome({}, account({ PGPASSFILE: path }))).toBe('PostgreSQL');
  });

  it.each([0o640, 0o604, 0o660])('are left out with permissions of %o', async (mode) => {
    await passFile(join(home, '.pgpass'), mode);
    expect(await outcome({})).toMatchObject(NO_PASSWORD);
  });

  it('do not replace a password that is stored', async () => {
    await passFile(join(home, '.pgpass'));
    expect(await outcome({ password: 'another one' })).toMatchObject({ sqlstate: '28P01' });
  });

  it('are used by no one where the workbench may not use them', async () => {
    await passFile(join(home, '.pgpass'));
    await writeFile(join(home, '.pg_service.conf'), '[shop]\n');
    expect(await outcome({}, null)).toMatchObject(NO_PASSWORD);
    expect(await outcome({ service: 'shop' }, null)).toMatchObject({
      code: 'connection-unusable',
      message: expect.stringContaining('WORKBENCH_ACCOUNT_FILES'),
    });
  });

  it('name a whole server by a service, with the password of the service or of the password file', async () => {
    const { host, port, database: name, user, password } = database.config;
    const service = `[shop]\nhost=${host}\nport=${port}\ndbname=${name}\nuser=${user}\nsslmode=prefer\n`;
    const empty = { host: '', port: 1, database: '', user: '', service: 'shop' };
    const path = join(home, '.pg_service.conf');
    await writeFile(path, service.replace('sslmode=prefer', `password=${password ?? ''}`));
    expect(await outcome(empty)).toBe('PostgreSQL');
    await connector?.close();
    await writeFile(path, service.replace('sslmode=prefer', ''));
    await passFile(join(home, '.pgpass'));
    expect(await outcome(empty)).toBe('PostgreSQL');
    await connector?.close();
    // The service asks for TLS if possible, which becomes TLS; the test server has none.
    await writeFile(path, service);
    expect(await outcome(empty)).toMatchObject({ code: 'connection-tls-failed' });
  });

  it('name one host by a service, and no list of hosts or ports', async () => {
    const { host, port, password } = database.config;
    const path = join(home, '.pg_service.conf');
    const refusal = (count: number) => ({
      code: 'connection-unusable',
      message: expect.stringContaining(`The service "shop" names ${count} hosts. The workbench does not switch to`),
    });
    const service = (where: string): Promise<void> => writeFile(path, `[shop]\n${where}\npassword=${password ?? ''}\n`);
    for (const [where, count] of [
      [`host=${host},other\nport=${port}`, 2],
      [`hostaddr=127.0.0.1,127.0.0.2,127.0.0.3\nport=${port}`, 3],
      [`host=${host}\nport=${port},${port}`, 2],
    ] as const) {
      await service(where);
      expect(await outcome({ host: '', service: 'shop' })).toMatchObject(refusal(count));
    }
    // A connection that has a host of its own takes the rest alone.
    expect(await outcome({ service: 'shop' })).toBe('PostgreSQL');
    await connector?.close();
    await service(`host=/no,such\nport=${port}`);
    expect(await outcome({ host: '', service: 'shop' })).toMatchObject({ code: 'connection-unreachable' });
  });

  it('say which service is missing, and which line is none', async () => {
    expect(await outcome({ service: 'shop' })).toMatchObject({ message: expect.stringContaining('no service "shop"') });
    await writeFile(join(home, '.pg_service.conf'), '[shop]\nhost\n');
    expect(await outcome({ service: 'shop' })).toMatchObject({ message: expect.stringContaining('Line 2') });
    const system = await mkdtemp(join(tmpdir(), 'workbench-system-'));
    await rm(join(home, '.pg_service.conf'));
    await writeFile(join(system, 'pg_service.conf'), `[shop]\npassword=${database.config.password ?? ''}\n`);
    expect(await outcome({ service: 'shop' }, account({ PGSYSCONFDIR: system }))).toBe('PostgreSQL');
    await rm(system, { recursive: true });
  });
});
