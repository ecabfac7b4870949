import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChangeImpact, SavedQuery } from '#libs/api';
import { ContractsApp } from '../contracts/testing/contracts-app.js';
import { SchedulerModule } from '../scheduler/index.js';
import { StudioModule } from '../studio/index.js';

const START = `
  CREATE TABLE orders (id bigint PRIMARY KEY, total numeric(12,2) NOT NULL, note text);
  CREATE TABLE carts (id bigint PRIMARY KEY, total numeric(12,2));
  CREATE VIEW totals AS SELECT sum(total) AS sum FROM orders;
  CREATE MATERIALIZED VIEW report AS SELECT sum FROM totals;
  CREATE VIEW notes AS SELECT note FROM orders;
  CREATE VIEW counts AS SELECT count(*) FROM orders`;

let app: ContractsApp;
beforeAll(async () => {
  app = await ContractsApp.start([StudioModule, SchedulerModule]);
  await app.ddl(START);
  await app.run();
  await app.freeze({ name: 'Billing', tables: ['orders'] });
});
afterAll(() => app.stop());

async function save(name: string, sql: string): Promise<SavedQuery> {
  const input = { name, sql, connection_id: 'db', description: '' };
  const { status, body } = await app.send<SavedQuery>('POST', '/api/studio/queries', input);
  expect(status).toBe(201);
  return body;
}

async function schedule(name: string, sql: string): Promise<void> {
  const job = {
    name,
    connection_id: 'db',
    trigger: { type: 'interval', every: 8000, unit: 'hours' },
    settings: { sql },
  };
  expect((await app.send('POST', '/api/scheduler/jobs/query', job)).status).toBe(201);
}

async function impactOf(
  ddl: string,
): Promise<[sentence: string | undefined, kind: string, name: string, detail: string][]> {
  await app.ddl(ddl);
  const { change } = await app.run();
  const { status, body } = await app.send<ChangeImpact>('GET', `/api/schema-watch/db/changes/${change?.id}/impact`);
  expect([status, body.change_id]).toEqual([200, change?.id]);
  return body.items.map(({ change: place, kind, name, detail }) => [
    change?.changes[place]?.summary,
    kind,
    name,
    detail,
  ]);
}

describe('who relies on what a change has changed', () => {
  it('is the contract, the views before the change, and the saved queries that name it', async () => {
    await save('Totals', 'select total from orders');
    await save('Carts', 'select total from carts');
    await save('Everything', 'select * from public.orders');
    await schedule('Daily total', 'SELECT sum(total) FROM orders');
    await schedule('Daily carts', 'SELECT sum(total) FROM carts');
    const column = 'orders: - column total';
    expect(await impactOf('ALTER TABLE orders DROP total CASCADE; ALTER TABLE orders ADD more text')).toEqual([
      [column, 'contract', 'Billing', 'orders.total: column no longer exists'],
      [column, 'query', 'Everything', 'reads all columns of orders'],
      [column, 'query', 'Totals', 'names orders.total'],
      [column, 'job', 'Daily total', 'names orders.total'],
      [column, 'view', 'report', 'materialized view through totals'],
      [column, 'view', 'totals', 'view'],
    ]);
  });

  it('is a view that is still there, on a column that refuses NULL now', async () => {
    expect(await impactOf('ALTER TABLE orders ALTER note SET NOT NULL')).toEqual([
      ['orders.note: NOT NULL added', 'contract', 'Billing', 'orders.note: NOT NULL added'],
      ['orders.note: NOT NULL added', 'view', 'notes', 'view'],
    ]);
  });

  it('is nobody where something came', async () => {
    expect(await impactOf('CREATE TABLE returns (id int); CREATE INDEX more ON orders (note)')).toEqual([]);
  });

  it('knows a view that was replaced while no table changed', async () => {
    await app.ddl('CREATE OR REPLACE VIEW counts AS SELECT count(more) FROM orders');
    await app.run();
    expect(await impactOf('ALTER TABLE orders DROP more CASCADE')).toContainEqual([
      'orders: - column more',
      'view',
      'counts',
      'view',
    ]);
  });

  it('is not computed for an unknown change', async () => {
    const { status, body } = await app.send('GET', '/api/schema-watch/db/changes/none/impact');
    expect([status, body.code]).toEqual([404, 'change-not-found']);
  });
});
