import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import type { ContractList, ContractView, FreezePreview } from '#libs/api';
import type { EventMap } from '#libs/events';
import type { ProblemDocument } from '#libs/problem';
import { ConnectionAccess } from '../connections/index.js';
import { State } from '../platform/index.js';
import { settleBehind } from '../platform/testing/settle-behind.js';
import { ContractsService } from './contracts.service.js';
import { ContractsApp } from './testing/contracts-app.js';
import type { Answer } from './testing/contracts-app.js';

const START = `
  DROP SCHEMA IF EXISTS o CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE SCHEMA o;
  CREATE TABLE customers (id bigint PRIMARY KEY, email text NOT NULL, name text);
  CREATE TABLE orders (id bigint PRIMARY KEY, customer_id bigint REFERENCES customers, total numeric(12,2) NOT NULL);
  CREATE TABLE o.things (id int)`;

let app: ContractsApp;
let violated: EventMap['contract.violated'][];
let restored: EventMap['contract.restored'][];
let performed: EventMap['action.performed'][];

beforeAll(async () => {
  app = await ContractsApp.start();
  [violated, restored] = [app.heard('contract.violated'), app.heard('contract.restored')];
  performed = app.heard('action.performed');
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.ddl(START);
  await app.freeze({ name: 'Shop API' });
  for (const heard of [violated, restored, performed]) heard.length = 0;
});

async function after(ddl: string): Promise<ContractView> {
  await app.ddl(ddl);
  await app.run();
  return app.contract();
}
const broken = ({ violation }: ContractView) => (violation?.items ?? []).map(({ summary }) => summary);

describe('a request whose right to manage the connection is taken away while it waits', () => {
  const ANN: Actor = { ...LOCAL_ACTOR, userId: 'ann', name: 'ann@example.org', role: 'user' };
  const grant = (level: 'query' | 'manage') =>
    app.workbench.app
      .get(ConnectionAccess)
      .change(LOCAL_ACTOR, 'db', [{ subject: { kind: 'user', userId: 'ann' }, level }]);

  it.each<[string, (contracts: ContractsService) => Promise<unknown>]>([
    ['freezes', (contracts) => contracts.freeze(ANN, 'db', { name: 'Other' })],
    ['releases', (contracts) => contracts.release(ANN, 'db')],
  ])('%s nothing', async (_, act) => {
    await grant('manage');
    const result = await settleBehind(
      app.workbench.app.get(State),
      () => grant('query'),
      () => act(app.workbench.app.get(ContractsService)),
    );
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } });
    expect((await app.contract()).contract.name).toBe('Shop API');
  });
});

describe('a contract that another person has replaced meanwhile', () => {
  const REFUSED = [409, 'changed-meanwhile', 'The contract was changed meanwhile. Load it again, then repeat this.'];
  const refusal = ({ status, body }: Answer<ProblemDocument>) => [status, body.code, body.detail];
  const freeze = (expected: string | null) => app.send('POST', '/api/contracts/db/freeze', { name: 'Mine', expected });
  const release = (expected: string) => app.send('DELETE', `/api/contracts/db?expected=${expected}`);

  it('stays in force', async () => {
    const before = (await app.contract()).contract.id;
    await app.freeze({ name: 'Theirs' });
    expect(refusal(await freeze(before))).toEqual(REFUSED);
    expect(refusal(await freeze(null))).toEqual(REFUSED);
    expect(refusal(await release(before))).toEqual(REFUSED);
    expect((await app.contract()).contract.name).toBe('Theirs');
  });

  it('is not made again where it was released', async () => {
    const { id } = (await app.contract()).contract;
    expect((await release(id)).status).toBe(204);
    expect(refusal(await freeze(id))).toEqual(REFUSED);
    expect((await freeze(null)).status).toBe(201);
  });
});

describe('freezing', () => {
  it('keeps and previews nothing for who has gone', async () => {
    const contracts = app.workbench.app.get(ContractsService);
    const gone = AbortSignal.abort();
    await expect(contracts.freeze(LOCAL_ACTOR, 'db', { name: 'Other' }, gone)).rejects.toThrow();
    await expect(contracts.preview(LOCAL_ACTOR, 'db', { name: 'Other' }, gone)).rejects.toThrow();
    expect((await app.contract()).contract.name).toBe('Shop API');
  });

  it('takes the whole schema as it is now', async () => {
    const { status, body } = await app.freeze({ name: 'All' });
    expect(status).toBe(201);
    expect(body.contract).toMatchObject({ name: 'All', connection_id: 'db', frozen_by: 'local' });
    expect(body.contract.tables).toEqual({
      customers: {
        primary_key: ['id'],
        columns: [
          { name: 'id', type: 'bigint', nullable: false },
          { name: 'email', type: 'text', nullable: false },
          { name: 'name', type: 'text', nullable: true },
        ],
        foreign_keys: [],
      },
      'o.things': { primary_key: [], columns: [{ name: 'id', type: 'integer', nullable: true }], foreign_keys: [] },
      orders: {
        primary_key: ['id'],
        columns: [
          { name: 'id', type: 'bigint', nullable: false },
          { name: 'customer_id', type: 'bigint', nullable: true },
          { name: 'total', type: 'numeric(12,2)', nullable: false },
        ],
        foreign_keys: [{ column: 'customer_id', references: 'customers.id' }],
      },
    });
    expect([body.state, body.violation, body.stale_reason]).toEqual(['holds', null, null]);
    expect(body.contract.frozen_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/);
  });

  it('takes a subset by name', async () => {
    const { body } = await app.freeze({ name: 'Part', tables: ['orders', 'o.things'] });
    expect(Object.keys(body.contract.tables)).toEqual(['o.things', 'orders']);
    const quoted = await app.freeze({ name: 'Part', tables: ['"orders"', '"o"."things"'] });
    expect(quoted.body.contract.tables).toEqual(body.contract.tables);
  });

  it('refuses tables that are not there, with their names, and leaves the contract as it is', async () => {
    const { status, body } = await app.send('POST', '/api/contracts/db/freeze', {
      name: 'x',
      tables: ['orders', 'nope', 'o.gone'],
    });
    expect([status, body.code, body.detail]).toEqual([
      422,
      'unknown-tables',
      'These tables were not found: nope, o.gone.',
    ]);
    expect(body.errors?.map(({ detail }) => detail)).toEqual(['nope', 'o.gone']);
    expect((await app.contract()).contract.name).toBe('Shop API');
  });

  it.each([[{ tables: [] }], [{ tables: 'orders' }], [{ name: '' }], [{ nam: 'x' }], [{ tables: [1] }]])(
    'refuses %j',
    async (body) => {
      expect((await app.send('POST', '/api/contracts/db/freeze', body)).status).toBe(400);
    },
  );

  it.each(['duck', 'folder'])('is refused on %s', async (id) => {
    expect((await app.send('POST', `/api/contracts/${id}/freeze`, { name: 'x' })).body.code).toBe('not-relational');
    expect((await app.send('GET', `/api/contracts/${id}`)).body.code).toBe('not-relational');
  });

  it('says that views are not covered', async () => {
    await app.ddl('CREATE VIEW paid AS SELECT id FROM orders; CREATE MATERIALIZED VIEW o.kept AS SELECT 1 AS a');
    const { status, body } = await app.freeze({ tables: ['paid', 'o.kept', 'orders', 'nope'] });
    expect(status).toBe(422);
    expect((body as unknown as ProblemDocument).detail).toBe(
      'Views are not covered: paid, o.kept. Name the tables that they read. These tables were not found: nope.',
    );
  });

  it('covers foreign tables, with all others and by name', async () => {
    await app.ddl(`CREATE EXTENSION postgres_fdw; CREATE SERVER erp FOREIGN DATA WRAPPER postgres_fdw;
      CREATE FOREIGN TABLE remote (id integer NOT NULL, name text) SERVER erp`);
    const all = await app.freeze({ name: 'All' });
    expect(Object.keys(all.body.contract.tables)).toContain('remote');
    const { status, body } = await app.freeze({ name: 'One', tables: ['remote'] });
    expect([status, Object.keys(body.contract.tables)]).toEqual([201, ['remote']]);
  });

  it('takes no blank name, and none with blanks around it', async () => {
    expect((await app.freeze({ name: '   ' })).status).toBe(400);
    expect((await app.freeze({ name: ' Billing ' })).body.contract.name).toBe('Billing');
  });

  it('is written down', async () => {
    await app.freeze({ name: 'Again' });
    expect(performed).toMatchObject([{ action: 'contract.freeze', outcome: 'done', details: { contract: 'Again' } }]);
  });
});

describe('every snapshot', () => {
  it.each([
    ['DROP TABLE orders', ['orders: table no longer exists']],
    ['DROP SCHEMA o CASCADE', ['o.things: table no longer exists']],
    ['ALTER TABLE orders DROP total', ['orders.total: column no longer exists']],
    ['ALTER TABLE orders RENAME total TO sum', ['orders.total: column no longer exists']],
    ['ALTER TABLE orders ALTER total TYPE numeric(10,2)', ['orders.total: type numeric(12,2) → numeric(10,2)']],
    ['ALTER TABLE customers ALTER name SET NOT NULL', ['customers.name: NOT NULL added']],
    ['ALTER TABLE customers ALTER email DROP NOT NULL', ['customers.email: NOT NULL dropped']],
    [
      'ALTER TABLE orders DROP CONSTRAINT orders_pkey, ADD PRIMARY KEY (id, total)',
      ['orders: primary key [id] → [id, total]'],
    ],
    [
      'ALTER TABLE orders DROP CONSTRAINT orders_customer_id_fkey',
      ['orders.customer_id: FK customer_id → customers.id is gone'],
    ],
    ['ALTER TABLE orders ADD note text; CREATE TABLE more (i int); CREATE INDEX x ON orders (total)', []],
    [
      'DROP TABLE orders; CREATE TABLE orders (total numeric(12,2) NOT NULL, id bigint PRIMARY KEY, customer_id bigint REFERENCES customers)',
      [],
    ],
  ])('is checked against the contract: %s', async (ddl, expected) => {
    const view = await after(ddl);
    expect(broken(view)).toEqual(expected);
    expect(view.state).toBe(expected.length > 0 ? 'violated' : 'holds');
    expect(violated).toHaveLength(expected.length > 0 ? 1 : 0);
  });

  it('is quiet about the same breakage, reports a changed one again, and that it is fixed', async () => {
    await after('ALTER TABLE orders DROP total');
    await app.run();
    await after('CREATE TABLE unrelated (i int)');
    expect(violated).toHaveLength(1);
    const [first] = await app.violations();
    await after('ALTER TABLE customers DROP name');
    expect(violated.map(({ message }) => message)).toEqual([
      'orders.total: column no longer exists',
      'customers.name: column no longer exists; orders.total: column no longer exists',
    ]);
    expect((await app.violations())[0]).toMatchObject({ id: first?.id, state: 'open', opened_at: first?.opened_at });
    const fixed = await after(
      'ALTER TABLE customers ADD name text; ALTER TABLE orders ADD total numeric(12,2) NOT NULL',
    );
    expect([fixed.state, fixed.violation]).toEqual(['holds', null]);
    expect(restored).toMatchObject([{ title: 'Contract restored: Shop API on Shop', contract: 'Shop API' }]);
    const [ended] = await app.violations();
    expect([ended?.id, ended?.state, ended?.sets.map(({ summary }) => summary)]).toEqual([
      first?.id,
      'resolved',
      violated.map(({ message }) => message),
    ]);
    expect(ended?.sets.map(({ since }) => since)).toEqual([first?.opened_at, ended?.changed_at]);
    await app.run();
    expect([violated.length, restored.length]).toEqual([2, 1]);
  });

  it('is compared with what was frozen, not with the snapshot before', async () => {
    await after('ALTER TABLE orders DROP total');
    await after('CREATE TABLE other (i int)');
    expect((await app.contract()).state).toBe('violated');
  });
});

describe('freezing again and releasing', () => {
  it('previews what would be expected otherwise, and changes nothing', async () => {
    await app.ddl('CREATE TABLE preview_a (i integer, j text); CREATE TABLE preview_b (i integer)');
    await app.freeze({ tables: ['preview_a', 'preview_b'] });
    const before = await app.contract();
    await app.ddl('ALTER TABLE preview_a ALTER i TYPE bigint, DROP j; CREATE INDEX ON preview_a (i)');
    const preview = (input: object) =>
      app.send<FreezePreview & ProblemDocument>('POST', '/api/contracts/db/freeze/preview', input);
    const { status, body } = await preview({ tables: ['preview_a'] });
    expect([status, body.table_count, body.summary]).toEqual([
      200,
      1,
      'preview_a: - column j; preview_a.i: type integer → bigint; - table preview_b',
    ]);
    expect(body.changes.map(({ kind }) => kind)).toEqual(['column_removed', 'type_changed', 'table_removed']);
    expect((await preview({ tables: ['nowhere'] })).body.code).toBe('unknown-tables');
    expect(await app.contract()).toEqual(before);
    await app.freeze({ tables: ['preview_a'] });
    expect((await preview({ tables: ['preview_a'] })).body.changes).toEqual([]);
  });

  it('replace the contract, of which a connection has one', async () => {
    const before = await app.contract();
    await app.freeze({ name: 'Other', tables: ['orders'] });
    const { items } = (await app.send<ContractList>('GET', '/api/contracts')).body;
    expect(items.map(({ connection_id: id }) => id)).toEqual(['db']);
    const { contract } = await app.contract();
    expect([contract.name, Object.keys(contract.tables)]).toEqual(['Other', ['orders']]);
    expect(contract.id).not.toBe(before.contract.id);
  });

  it('end an open violation without a word', async () => {
    await after('ALTER TABLE orders DROP total');
    expect((await app.freeze({ name: 'New' })).body.state).toBe('holds');
    await app.run();
    expect([violated.length, restored.length]).toEqual([1, 0]);
    expect((await app.violations())[0]).toMatchObject({ state: 'resolved' });
  });

  it('leave no contract, which is written down', async () => {
    expect((await app.send('DELETE', '/api/contracts/db')).status).toBe(204);
    expect((await app.send('GET', '/api/contracts/db')).body.code).toBe('contract-not-found');
    expect((await app.send('DELETE', '/api/contracts/db')).status).toBe(404);
    expect(performed).toMatchObject([{ action: 'contract.release', details: { contract: 'Shop API' } }]);
    await after('DROP TABLE orders');
    expect(violated).toEqual([]);
    await app.freeze({ name: 'Back' });
  });
});

describe('what cannot be known', () => {
  it('keeps the state of the last evaluation, and is marked as stale', async () => {
    await app.ddl('SELECT 1');
    const { host, port, user, password, database } = app.database.config;
    const settings = { name: 'Shop', kind: 'postgres', host, user, database, password };
    await app.send('PUT', '/api/connections/db', { ...settings, port: 1 });
    expect((await app.send('POST', '/api/schema-watch/db/run')).status).toBe(502);
    const stale = await app.contract();
    expect([stale.state, stale.stale, stale.stale_reason !== null]).toEqual(['holds', true, true]);
    const { items } = (await app.send<ContractList>('GET', '/api/contracts')).body;
    expect(items).toMatchObject([{ connection_id: 'db', state: 'holds', stale: true }]);
    await app.send('PUT', '/api/connections/db', { ...settings, port });
    await app.run();
    expect(await app.contract()).toMatchObject({ state: 'holds', stale: false, stale_reason: null });
    expect([violated, restored]).toEqual([[], []]);
  });
});

describe('the export in the Open Data Contract Standard', () => {
  it('carries the id of the contract and its tables', async () => {
    const { contract } = await app.contract();
    const { status, body } = await app.send<string>('GET', '/api/contracts/db/export.odcs.yaml');
    expect(status).toBe(200);
    expect(parse(body)).toMatchObject({
      apiVersion: 'v3.1.0',
      id: contract.id,
      schema: [{ name: 'customers' }, { name: 'o.things' }, { name: 'orders' }],
    });
  });
});

describe('the YAML', () => {
  it('is a readable rendering with the keys of the specification', async () => {
    const { status, body } = await app.send<string>('GET', '/api/contracts/db/export.yaml');
    expect(status).toBe(200);
    expect(body.replace(/frozen_at: .*/, 'frozen_at: …')).toBe(`contract: Shop API
connection_id: db
frozen_at: …
tables:
  customers:
    primary_key: [id]
    columns:
      - name: id
        type: bigint
        nullable: false
      - name: email
        type: text
        nullable: false
      - name: name
        type: text
        nullable: true
    foreign_keys: []
  o.things:
    primary_key: []
    columns:
      - name: id
        type: integer
        nullable: true
    foreign_keys: []
  orders:
    primary_key: [id]
    columns:
      - name: id
        type: bigint
        nullable: false
      - name: customer_id
        type: bigint
        nullable: true
      - name: total
        type: numeric(12,2)
        nullable: false
    foreign_keys:
      - column: customer_id
        references: customers.id
`);
  });
});
