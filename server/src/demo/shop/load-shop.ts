import pg from 'pg';
import type { Batch } from '../story/shop-rows.js';
import { SHOP_TABLES, shopRows } from '../story/shop-rows.js';
import { CREATE_REPORTING_DATABASE, CREATE_REPORTING_TABLES, REPORTING_TABLES } from './reporting-schema.sql.js';
import * as sql from './shop-schema.sql.js';

/** What is put on the server. */
export interface ShopContent {
  /** Password the role `shop` gets. */
  readonly password: string;
  /** True for the database `reporting` beside the shop's. */
  readonly hasReporting: boolean;
}

/** Where the server listens and who may do what there. */
export interface ShopServer extends ShopContent {
  readonly port: number;
  readonly superuser: string;
  readonly superuserPassword: string;
  readonly hasPostgis: boolean;
}

/** Type of each column by `schema.table.column`, as Postgres writes it. */
type ColumnTypes = ReadonlyMap<string, string>;

/** Makes the role and the databases on an empty server and fills them; stops between two steps when asked to. */
export async function loadShop(server: ShopServer, signal: AbortSignal): Promise<void> {
  const { superuser, superuserPassword, password, hasPostgis, hasReporting } = server;
  await withClient(
    { ...address(server), database: 'postgres', user: superuser, password: superuserPassword },
    async (client) => {
      await client.query(sql.CREATE_ROLE(client.escapeLiteral(password)));
      await client.query(sql.CREATE_DATABASE);
      if (hasReporting) await client.query(CREATE_REPORTING_DATABASE);
    },
  );
  if (hasPostgis) {
    const owner = { ...address(server), database: 'shop', user: superuser, password: superuserPassword };
    await withClient(owner, (client) => client.query(sql.ADD_POSTGIS));
  }
  const role = { ...address(server), user: 'shop', password };
  await withClient({ ...role, database: 'shop' }, async (shop) => {
    await fillShop(shop, hasPostgis, signal);
    if (hasReporting) await withClient({ ...role, database: 'reporting' }, (client) => fillReporting(shop, client));
    await shop.query(sql.SETTLE);
  });
}

async function fillReporting(shop: pg.Client, reporting: pg.Client): Promise<void> {
  await reporting.query(CREATE_REPORTING_TABLES);
  for (const { table, select } of REPORTING_TABLES) {
    const { rows } = await shop.query<{ rows: string }>(`SELECT json_agg(q)::text AS rows FROM (${select}) AS q`);
    const fill = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`;
    await reporting.query(fill, [rows[0]?.rows]);
  }
  await reporting.query('VACUUM (ANALYZE)');
}

async function fillShop(client: pg.Client, hasPostgis: boolean, signal: AbortSignal): Promise<void> {
  await client.query('SET synchronous_commit = off');
  await client.query('BEGIN');
  await client.query(sql.CREATE_TABLES);
  if (hasPostgis) await client.query(sql.CREATE_DELIVERY_AREAS);
  const types = await columnTypes(client);
  for (const batch of shopRows(hasPostgis)) {
    signal.throwIfAborted();
    await insert(client, batch, types);
  }
  for (const step of [sql.ADD_KEYS, ...(hasPostgis ? [sql.ADD_GEOMETRY] : []), sql.ADD_VIEWS, sql.ADD_COMMENTS]) {
    signal.throwIfAborted();
    await client.query(step);
  }
  await client.query('COMMIT');
}

/** One statement per batch: each column travels as an array of texts and is cast on the server. */
async function insert(client: pg.Client, batch: Batch, types: ColumnTypes): Promise<void> {
  const columns = SHOP_TABLES[batch.table];
  const casts = columns.map((column) => `${column}::${types.get(`${batch.table}.${column}`) ?? 'text'}`);
  const parameters = columns.map((_, index) => `$${String(index + 1)}::text[]`);
  const text = `INSERT INTO ${batch.table} (${columns.join(', ')}) SELECT ${casts.join(', ')}
    FROM unnest(${parameters.join(', ')}) AS given (${columns.join(', ')})`;
  await client.query(
    text,
    columns.map((_, index) => batch.rows.map((row) => row[index] ?? null)),
  );
}

async function columnTypes(client: pg.Client): Promise<ColumnTypes> {
  const { rows } = await client.query<{ name: string; type: string }>(`
    SELECT format('%s.%s.%s', n.nspname, c.relname, a.attname) AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'warehouse') AND a.attnum > 0`);
  return new Map(rows.map(({ name, type }) => [name, type]));
}

function address(server: ShopServer): { host: string; port: number } {
  return { host: '127.0.0.1', port: server.port };
}

async function withClient(config: pg.ClientConfig, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
