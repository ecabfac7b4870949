import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CatalogClient } from './catalog-client.js';
import { serverLine } from '../server-line.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';

const SETTINGS = `SELECT current_setting('transaction_read_only'), current_setting('default_transaction_read_only'),
  current_setting('search_path'), current_setting('statement_timeout'), current_setting('lock_timeout')`;
/** What the session falls back to, which is what it was opened with. */
const DEFAULTS = `SELECT reset_val FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout') ORDER BY name`;

describe('CatalogClient', () => {
  let database: TestDatabase;
  let client: CatalogClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new CatalogClient(() => serverLine(database.config, 5_000));
  });
  afterAll(async () => {
    client.close();
    await database.dispose();
  });

  const pid = async () => Number((await client.query('SELECT pg_backend_pid()', []))[0]?.[0]);

  it('asks in a transaction of its own that writes nothing, and waits for nobody long', async () => {
    const [asked] = await client.query(SETTINGS, []);
    expect(asked).toEqual(['on', 'off', 'pg_catalog, "$user", public', '1min', '5s']);
    const writes = client.query(`SELECT pg_catalog.set_config('transaction_read_only', 'off', true)`, []);
    await expect(writes).rejects.toThrow(/read-write mode/);
  });

  it('leaves the session as it was, also after a question that failed', async () => {
    const session = await pid();
    const first = await client.query(SETTINGS, []);
    await expect(client.query('SELECT nothing', [])).rejects.toThrow(/nothing/);
    // A search path that stayed would have pg_catalog twice now.
    expect(await client.query(SETTINGS, [])).toEqual(first);
    expect(await client.query(DEFAULTS, [])).toEqual([['0'], ['0']]);
    expect(await pid()).toBe(session);
    const state = async () =>
      (await database.execute(`SELECT state FROM pg_stat_activity WHERE pid = ${session}`)).rows[0]?.state;
    while ((await state()) !== 'idle') await new Promise((resolve) => setTimeout(resolve, 10));
  });
});
