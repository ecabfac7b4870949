import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../engines/testing/index.js';
import { ConnectionsApp, bodyOf } from '../testing/connections-app.js';

const SHOP = { name: 'Shop', kind: 'files', path: '.' } as const;

let app: ConnectionsApp;
beforeEach(async () => {
  app = await ConnectionsApp.start();
  expect((await app.create(SHOP)).id).toBe('shop');
});
afterEach(() => app.stop());

const accessOf = async (id: string) => bodyOf(await app.http.get(`/api/connections/${id}/access`).expect(200));
const remove = (id: string) => app.http.delete(`/api/connections/${id}`).expect(204);

describe('the id of a connection that is gone', () => {
  it('is no id of another connection with its name', async () => {
    await remove('shop');
    expect((await app.create(SHOP)).id).toBe('shop-2');
    await remove('shop-2');
    expect((await app.create({ ...SHOP, path: '..' })).id).toBe('shop-3');
  });

  it('is none where it was taken out of the file', async () => {
    writeFileSync(app.file, 'connections: []\n');
    await until('the list is empty', async () => (await app.list()).items.length === 0);
    expect((await app.create(SHOP)).id).toBe('shop-2');
  });

  it('can be given again on purpose, with the access rights that were kept under it', async () => {
    const grants = { items: [{ subject: 'role:user', level: 'manage' }] };
    await app.http.put('/api/connections/shop/access').send(grants).expect(200);
    await remove('shop');
    const { id } = await app.create(SHOP);
    expect(await accessOf(id)).toEqual({ items: [{ subject: 'everybody', level: 'write' }] });
    await app.create({ ...SHOP, id: 'shop' });
    expect(await accessOf('shop')).toEqual(grants);
  });
});
