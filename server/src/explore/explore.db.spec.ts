import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ActivityList,
  AdminOverview,
  ExploreSearch,
  LicenceList,
  Neighbourhood,
  SpatialOverview,
  StorageOverview,
  TablePositions,
} from '#libs/api';
import type { PerformedAction } from '#libs/audit';
import { AdminModule } from '../admin/index.js';
import { ConnectionsModule } from '../connections/index.js';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { EventBus } from '../platform/index.js';
import { eventually } from '../platform/testing/eventually.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { StudioModule } from '../studio/index.js';
import { ExploreModule } from './index.js';

const ROLE = `explorer_${process.pid}`;
const JSON_TYPE = { 'Content-Type': 'application/json' };
let database: TestDatabase;
let workbench: TestWorkbench;
let address: string;
const performed: PerformedAction[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(`CREATE EXTENSION postgis;
    CREATE TABLE customers (id bigint PRIMARY KEY, name text);
    CREATE TABLE orders (id bigint PRIMARY KEY, customer_id bigint REFERENCES customers, total numeric);
    CREATE TABLE found AS SELECT i AS id, ST_SetSRID(ST_Point(i, 45), 4326)::geometry(Point, 4326) AS geom FROM generate_series(1, 100) i;
    CREATE INDEX ON found USING gist (geom);
    CREATE TABLE "Not found" AS SELECT 1 AS id, NULL::geography(Polygon) AS area;
    CREATE TABLE vague AS SELECT 1 AS id, ST_Point(1, 2) AS shape;
    CREATE TABLE "it's ""odd\\" AS SELECT geom AS "ge""om'" FROM found;
    CREATE SCHEMA "sch""ema"; CREATE TABLE "sch""ema".plain AS SELECT geom FROM found; GRANT USAGE ON SCHEMA "sch""ema" TO PUBLIC;
    CREATE TABLE spoilt AS SELECT geom FROM found UNION ALL SELECT ST_SetSRID(ST_Point('NaN', 'Infinity'), 4326);
    CREATE INDEX ON spoilt USING gist (geom);
    CREATE VIEW seen AS SELECT * FROM found;
    CREATE TABLE profiles (owner bigint PRIMARY KEY REFERENCES customers);
    CREATE TABLE notes (id bigint, author bigint NOT NULL, n int NOT NULL, UNIQUE (author, n), FOREIGN KEY (author) REFERENCES customers);
    CREATE UNIQUE INDEX ON notes (author) WHERE n > 0;
    CREATE TABLE sales (id bigint, at date, buyer bigint REFERENCES customers) PARTITION BY RANGE (at);
    CREATE TABLE sales_2025 PARTITION OF sales FOR VALUES FROM ('2025-01-01') TO ('2026-01-01') PARTITION BY LIST (id);
    CREATE TABLE sales_2025_1 PARTITION OF sales_2025 DEFAULT;
    CREATE TABLE secret AS SELECT ST_Point(1, 2) AS geom;
    ANALYZE found; ANALYZE "it's ""odd\\"; ANALYZE "sch""ema".plain; ANALYZE spoilt;
    CREATE ROLE ${ROLE} LOGIN PASSWORD 'explorer';
    GRANT SELECT ON customers, orders, profiles, notes, found, "Not found", vague, seen, spoilt, "it's ""odd\\", "sch""ema".plain TO ${ROLE}`);
  const { host, port, database: name } = database.config;
  const connections = `connections:
  - { id: db, name: Maps, kind: postgres, host: ${host}, port: ${port}, database: ${name}, user: ${ROLE}, password: explorer }
  - { id: gone, name: Gone, kind: postgres, host: 127.0.0.1, port: 1, database: x, user: x }
  - { id: duck, name: Lake, kind: duckdb, path: ./a.duckdb }
`;
  const features = [ConnectionsModule, StudioModule, ExploreModule, AdminModule];
  workbench = await TestWorkbench.start({ features, connections });
  workbench.app.get(EventBus).subscribe('action.performed', (fact) => performed.push(fact));
  address = await workbench.app.getUrl();
});
afterAll(async () => {
  await workbench.stop();
  await database.execute(`DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`);
  await database.dispose();
});

async function ask(path: string, method = 'GET'): Promise<{ status: number; body: unknown }> {
  const response = await fetch(new URL(path, address), { method });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
const get = async <T>(path: string): Promise<T> => (await ask(path)).body as T;

describe('explore', () => {
  it('finds tables and columns of every connection, and says which cannot be read', async () => {
    // A catalog that takes longer is reported and read on: DuckDB has to start first.
    const { items, failures } = await eventually(
      () => get<ExploreSearch>('/api/explore/search?q=customer'),
      (found) => found.failures.every(({ connection_id: id }) => id !== 'duck'),
    );
    expect(items.map(({ table, column, type }) => [table, column, type])).toEqual([
      ['customers', null, null],
      ['orders', 'customer_id', 'bigint'],
    ]);
    expect(failures.map((one) => one.connection_id)).toEqual(['gone']);
    expect((await ask('/api/explore/search?connection_id=nowhere')).status).toBe(404);
    expect((await ask('/api/explore/search?limit=0')).status).toBe(400);
  });

  it('shows the tables around one', async () => {
    const path = '/api/explore/db/tables/public/customers/relations?depth=1';
    const { tables, relations } = await get<Neighbourhood>(path);
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['customers', 'orders']));
    expect(relations.filter(({ from }) => from.table === 'orders')).toEqual([
      {
        from: { schema: 'public', table: 'orders', columns: ['customer_id'] },
        to: { schema: 'public', table: 'customers', columns: ['id'] },
        ...{ is_unique: false, is_optional: true },
      },
    ]);
    expect((await ask(path.replace('customers', 'nothing'))).status).toBe(404);
  });

  it('answers all tables with their foreign keys, as far as the role may see them', async () => {
    const { tables, relations, truncated } = await get<Neighbourhood>('/api/explore/db/diagram');
    const names = tables.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['customers', 'orders', 'plain', 'seen']));
    expect(tables.some(({ schema }) => schema === 'pg_catalog')).toBe(false);
    // Partitions are their table, and PostGIS has tables and views of its own.
    expect(names.filter((name) => /^(?:sales|spatial_ref_sys|geometry_columns)/.test(name))).toEqual(['sales']);
    expect(relations.flatMap(({ from }) => (from.table.startsWith('sales') ? [from.table] : []))).toEqual(['sales']);
    const cardinalities = relations.map(({ from, is_unique, is_optional }) => [from.table, is_unique, is_optional]);
    expect(cardinalities).toEqual(
      expect.arrayContaining([
        ['notes', false, false],
        ['orders', false, true],
        ['profiles', true, false],
      ]),
    );
    expect(tables.find(({ name }) => name === 'orders')?.columns).toMatchObject([
      { name: 'id', is_key: false, key: 'primary' },
      { name: 'customer_id', type: 'bigint', is_key: true, key: 'foreign' },
      { name: 'total', is_key: false, key: null },
    ]);
    expect(truncated).toBe(false);
    expect((await ask('/api/explore/nowhere/diagram')).status).toBe(404);
  });

  it('keeps where a person moved tables, and leaves those that are not named', async () => {
    const path = '/api/explore/db/positions';
    const place = (body: object) =>
      fetch(`${address}${path}`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
    expect(await get<TablePositions>(path)).toEqual({ items: [] });
    const [orders, odd] = [
      { schema: 'public', table: 'orders', x: 40, y: 80 },
      { schema: 'sch"ema', table: 'plain', x: 0, y: 0 },
    ];
    expect((await place({ items: [orders, odd] })).status).toBe(200);
    expect((await place({ items: [{ ...orders, x: 60 }] })).status).toBe(200);
    expect(await get<TablePositions>(path)).toEqual({ items: [odd, { ...orders, x: 60 }] });
    for (const x of [-1, 0.5, 1e9, null]) expect((await place({ items: [{ ...orders, x }] })).status).toBe(400);
    expect((await ask('/api/explore/nowhere/positions')).status).toBe(404);
    expect((await fetch(`${address}${path}`, { method: 'DELETE' })).status).toBe(204);
    expect(await get<TablePositions>(path)).toEqual({ items: [] });
  });

  it('describes geometries with type, SRID, extent and index, for a role that is no superuser', async () => {
    const { postgis, columns } = await get<SpatialOverview>('/api/explore/db/spatial');
    expect(postgis?.schema).toBe('public');
    const described = columns.map(({ table, column, type, shape, srid, has_index }) => [
      table,
      column,
      type,
      shape,
      srid,
      has_index,
    ]);
    expect(described).toEqual([
      ['Not found', 'area', 'geography', 'POLYGON', 4326, false],
      ['found', 'geom', 'geometry', 'POINT', 4326, true],
      [`it's "odd\\`, `ge"om'`, 'geometry', 'POINT', 4326, false],
      ['seen', 'geom', 'geometry', 'POINT', 4326, null],
      ['spoilt', 'geom', 'geometry', 'GEOMETRY', 0, true],
      ['vague', 'shape', 'geometry', 'GEOMETRY', 0, false],
      ['plain', 'geom', 'geometry', 'POINT', 4326, false],
    ]);
    const extents = columns.map(({ table, extent }) => [table, extent?.map((side) => Math.round(side)) ?? null]);
    expect(extents).toEqual([
      ['Not found', null],
      ['found', [1, 45, 100, 45]],
      [`it's "odd\\`, [1, 45, 100, 45]],
      ['seen', null],
      ['spoilt', null],
      ['vague', null],
      ['plain', [1, 45, 100, 45]],
    ]);
    expect((await ask('/api/explore/duck/spatial')).status).toBe(422);
    expect((await ask('/api/explore/gone/spatial')).status).toBe(502);
  });
});

describe('the list of geometries', () => {
  it('is there, without extents, while the index of one table is being rebuilt', async () => {
    await database.execute('BEGIN; REINDEX INDEX found_geom_idx');
    try {
      const { columns } = await get<SpatialOverview>('/api/explore/db/spatial');
      expect(columns.map(({ table }) => table)).toContain('found');
      expect(columns.every(({ extent }) => extent === null)).toBe(true);
    } finally {
      await database.execute('ROLLBACK');
    }
  });
});

describe('admin', () => {
  it('shows the state of connections and their pools', async () => {
    const { connections, mode, memory_bytes: memory } = await get<AdminOverview>('/api/admin/overview');
    expect([mode, memory > 1_000_000, connections.map(({ id }) => id)]).toEqual([
      'single',
      true,
      ['db', 'gone', 'duck'],
    ]);
    expect(connections[0]).toMatchObject({ pool: { max: 10 }, tile_lines: { max: 4, waiting: 0 } });
    expect(connections[2]).toMatchObject({ pool: null, tile_lines: null });
  });

  it('shows what runs and cancels it, and has that written down', async () => {
    const run = await fetch(new URL('/api/studio/runs', address), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ connection_id: 'db', sql: 'SELECT pg_sleep(60)' }),
    });
    const { id, status } = (await run.json()) as { id: string; status: string };
    expect(status).toBe('running');
    const { items } = await get<ActivityList>('/api/admin/db/activity');
    const one = items.find(({ query }) => query.includes('pg_sleep(60)'));
    expect(one).toMatchObject({ user: ROLE, state: 'active', is_own: true });
    const cancelled = await fetch(`${address}/api/admin/db/activity/${String(one?.pid)}/cancel`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ started_at: one?.started_at }),
    });
    expect(cancelled.status).toBe(204);
    for (let turn = 0; turn < 100; turn += 1) {
      if ((await get<{ status: string }>(`/api/studio/runs/${id}`)).status !== 'running') break;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect((await get<{ status: string }>(`/api/studio/runs/${id}`)).status).toBe('failed');
    expect(performed.at(-1)).toMatchObject({
      action: 'query.cancel',
      object: { id: 'db' },
      details: { query: 'SELECT pg_sleep(60)' },
    });
    expect((await ask('/api/admin/duck/activity')).status).toBe(422);
  });

  it('measures the state directory and cleans up', async () => {
    const { items, free_bytes: free } = await get<StorageOverview>('/api/admin/storage');
    expect(free).toBeGreaterThan(0);
    expect(items.find(({ area }) => area === 'state')?.bytes).toBeGreaterThan(4_096);
    expect((await ask('/api/admin/storage/state/clean-up', 'POST')).status).toBe(200);
    expect(performed.at(-1)).toMatchObject({ action: 'storage.clean_up', object: { id: 'state' } });
    expect((await ask('/api/admin/storage/backups/clean-up', 'POST')).status).toBe(404);
  });

  it('lists what the workbench is made of', async () => {
    const { items } = await get<LicenceList>('/api/admin/licences');
    expect(items[0]).toMatchObject({ name: 'data-workbench', licence: 'Apache-2.0' });
    expect(items.find(({ name }) => name === 'typeorm')?.licence).toBe('MIT');
    expect(items.filter(({ licence }) => licence === 'unknown').map(({ name }) => name)).toEqual([]);
  });
});
