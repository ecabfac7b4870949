import type { Connection, ConnectionCapabilities, ConnectionHealth, ConnectionList } from '#libs/api';

const POSTGRES: ConnectionCapabilities = {
  catalog: true,
  contracts: true,
  backup: ['custom', 'plain', 'directory'],
  vacuum: true,
  activity: true,
  tiles: true,
  plan: ['json', 'analyze'],
  transactions: true,
  writes: true,
  read_only_sessions: true,
  row_origin: true,
  network: true,
};
const DUCKDB: ConnectionCapabilities = {
  catalog: false,
  contracts: false,
  backup: [],
  vacuum: false,
  activity: false,
  tiles: false,
  plan: ['json', 'analyze'],
  transactions: true,
  writes: true,
  read_only_sessions: true,
  row_origin: false,
  network: false,
};

/** Health as a list carries it. */
export function health(
  state: ConnectionHealth['state'],
  latencyMs: number | null = null,
  lastError: string | null = null,
): ConnectionHealth {
  return { state, last_error: lastError, latency_ms: latencyMs, checked_at: '2026-05-19T09:41:12+01:00' };
}

/** A Postgres connection; `change` makes it the one a test needs. */
export function postgresSample(change: Partial<Connection> = {}): Connection {
  return {
    id: 'shop',
    name: 'Shop production',
    kind: 'postgres',
    dialect: 'postgres',
    capabilities: POSTGRES,
    colour: 'red',
    read_only: false,
    statement_timeout_ms: 30_000,
    auto_commit: true,
    confirm_destructive: true,
    health: health('healthy', 4.2),
    access: 'manage',
    server: { product: 'PostgreSQL', version: '15.18' },
    host: 'db.shop.example',
    port: 5432,
    database: 'shop',
    user: 'app',
    ssl: 'verify-full',
    pool: { max: 10 },
    password_set: true,
    ...change,
  };
}

/** A DuckDB connection. */
export function duckdbSample(change: Partial<Connection> = {}): Connection {
  return {
    id: 'lake',
    name: 'Lake',
    kind: 'duckdb',
    dialect: 'duckdb',
    capabilities: DUCKDB,
    colour: null,
    read_only: false,
    statement_timeout_ms: 0,
    auto_commit: true,
    confirm_destructive: true,
    health: health('idle'),
    access: 'manage',
    server: null,
    path: './lake.duckdb',
    ...change,
  };
}

/** A folder of files. */
export function filesSample(change: Partial<Connection> = {}): Connection {
  return {
    ...duckdbSample(),
    id: 'drop',
    name: 'Drop folder',
    kind: 'files',
    capabilities: { ...DUCKDB, writes: false },
    path: './drop',
    encoding: 'auto',
    header: null,
    date_format: null,
    timestamp_format: null,
    read_only: true,
    ...change,
  };
}

/** The body of `GET /api/connections`. */
export function listOf(items: Connection[], mistakes: ConnectionList['configuration_errors'] = []): ConnectionList {
  return { items, next_cursor: null, configuration_errors: mistakes };
}
