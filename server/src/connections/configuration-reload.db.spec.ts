import { LOCAL_ACTOR } from '#libs/access';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from './engines/testing/index.js';
import { CapturedLog } from '../platform/testing/captured-log.js';
import { ConnectionsApp, testPostgres } from './testing/connections-app.js';

const log = new CapturedLog();
let app: ConnectionsApp;

describe('editing the file by hand', () => {
  const FILE = 'connections:\n  - { id: a, name: A, kind: files, path: . }\n';
  beforeEach(async () => {
    log.start();
    app = await ConnectionsApp.start(FILE, 'trace');
  });
  afterEach(async () => {
    await app.stop();
    log.stop();
  });

  const names = async () => (await app.list()).items.map(({ name }) => name);

  it('is picked up without a restart', async () => {
    writeFileSync(app.file, FILE.replace('name: A', 'name: B'));
    await until('the new name is in force', async () => (await names()).includes('B'));
    expect(app.changes).toEqual([['a']]);
  });

  it('is picked up when an editor replaces the file', async () => {
    writeFileSync(join(app.home, 'new'), FILE.replace('name: A', 'name: C'));
    renameSync(join(app.home, 'new'), app.file);
    await until('the new name is in force', async () => (await names()).includes('C'));
    writeFileSync(app.file, FILE.replace('name: A', 'name: D'));
    await until('the next name is in force', async () => (await names()).includes('D'));
  });

  it('leaves the last good list in force while there is a mistake, and says where it is', async () => {
    writeFileSync(app.file, FILE.replace('kind: files', 'kind: filse'));
    await until('the mistake is shown', async () => (await app.list()).configuration_errors.length > 0);
    expect(await app.list()).toMatchObject({
      items: [{ id: 'a', name: 'A' }],
      configuration_errors: [
        { message: '`kind` must be one of postgres, duckdb, sqlite, files; did you mean files?', line: 2, column: 29 },
      ],
    });
    expect(log.text.split('\n').filter((line) => line.includes('not in force'))).toHaveLength(1);
    expect(app.changes).toEqual([[]]);
    writeFileSync(app.file, FILE.replace('name: A', 'name: E'));
    await until('the mistake is gone', async () => (await app.list()).configuration_errors.length === 0);
    expect(await names()).toEqual(['E']);
  });

  it('does not stop a server from starting with a broken file', async () => {
    await app.stop();
    app = await ConnectionsApp.start('connections: [', 'trace');
    expect(await app.list()).toMatchObject({ items: [], configuration_errors: [{ line: 1 }] });
    writeFileSync(app.file, FILE);
    await until('the list is in force', async () => (await names()).includes('A'));
  });

  it('keeps the connectors whose settings are as before and replaces the others', async () => {
    const { host, port, user, database, password } = testPostgres();
    const entry = (id: string, more: string) =>
      `  - { id: ${id}, name: N, kind: postgres, host: ${host}, port: ${port}, database: ${String(database)}, user: ${user}, password: "${password}"${more} }\n`;
    writeFileSync(app.file, `connections:\n${entry('a', '')}${entry('b', '')}${entry('c', '')}`);
    await until('all are healthy', async () => {
      const { items } = await app.list();
      return items.length === 3 && items.every(({ health }) => health.state === 'healthy');
    });
    const [a, b] = await Promise.all(['a', 'b'].map((id) => app.queries.connector(LOCAL_ACTOR, id)));
    const c = await app.registry.find('c');
    writeFileSync(app.file, `connections:\n${entry('b', ', statement_timeout_ms: 7')}${entry('a', ', colour: red')}`);
    await until('the new list is in force', async () => (await app.list()).items.length === 2);
    expect(await app.queries.connector(LOCAL_ACTOR, 'a')).toBe(a);
    expect(await app.queries.connector(LOCAL_ACTOR, 'b')).not.toBe(b);
    await expect(app.queries.connector(LOCAL_ACTOR, 'c')).rejects.toMatchObject({ code: 'connection-not-found' });
    await expect(c?.openSession(AbortSignal.timeout(5000))).rejects.toMatchObject({ name: 'ConnectFailure' });
    await until('the new one is healthy', async () =>
      (await app.list()).items.every(({ health }) => health.state === 'healthy'),
    );
  });
});
