import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConnectionTestResult, SchemaContents } from '#libs/api';
import { ConnectionsApp, bodyOf } from './testing/connections-app.js';

describe('a connection of the kind sqlite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workbench-sqlite-kind-'));
  const path = join(folder, 'shop.db');
  let app: ConnectionsApp;

  beforeAll(async () => {
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE orders (id integer PRIMARY KEY, total numeric)');
    database.close();
    writeFileSync(join(folder, 'a.csv'), 'id\n1\n');
    mkdirSync(join(folder, 'inner'));
    app = await ConnectionsApp.start();
  });
  afterAll(() => app.stop());

  const get = async (route: string): Promise<unknown> => bodyOf(await app.http.get(route).expect(200));

  it('is a SQLite database before it was opened, and takes writes', async () => {
    const created = await app.create({ id: 'shop', name: 'Shop', kind: 'sqlite', path });
    expect(created).toMatchObject({
      ...{ dialect: 'sqlite', read_only: false, path },
      engine: { label: 'SQLite', icon: 'feather', holds: 'database' },
      capabilities: { writes: true, row_origin: true, objects: ['trigger', 'index'] },
    });
    const schema = (await get('/api/connections/shop/schema?schema=main')) as SchemaContents;
    expect(schema.tables.map(({ name }) => name)).toEqual(['orders']);
    expect(await get('/api/connections/shop')).toMatchObject({ server: { product: 'SQLite' } });
  });

  it('is the same database as one of the kind files', async () => {
    await app.create({ id: 'as-files', name: 'Files', kind: 'files', path });
    expect(await get('/api/connections/as-files/schema?schema=main')).toEqual(
      await get('/api/connections/shop/schema?schema=main'),
    );
  });

  it.each([
    ['inner', 'The path is a folder, not a file.'],
    ['a.csv', 'The file is not a SQLite database.'],
    ['nothing.db', 'The path of the connection leads to no file or folder. Check the path.'],
  ])('refuses %s', async (name, message) => {
    const body = { name: 'X', kind: 'sqlite', path: join(folder, name) };
    const result = bodyOf(await app.http.post('/api/connections/test').send(body).expect(200)) as ConnectionTestResult;
    expect(result).toMatchObject({ ok: false, error: { code: 'connection-unusable', message } });
  });
});
