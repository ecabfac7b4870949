import type { Connection, ConnectionHealth, ConnectionKindInfo, ConnectionList } from '#libs/api';
import { DUCKDB_KIND, FILES_KIND, POSTGRES_KIND } from './connection-kinds';

/** Health as a list carries it. */
export function health(
  state: ConnectionHealth['state'],
  latencyMs: number | null = null,
  lastError: string | null = null,
): ConnectionHealth {
  return { state, last_error: lastError, latency_ms: latencyMs, checked_at: '2026-05-19T09:41:12+01:00' };
}

/** What a connection has of its kind. */
function kindPart(info: ConnectionKindInfo): Pick<Connection, 'kind' | 'dialect' | 'capabilities' | 'engine'> {
  const { kind, dialect, capabilities, label, in_text, icon, holds } = info;
  return { kind, dialect, capabilities, engine: { label, in_text, icon, holds } };
}

/** A Postgres connection; `change` makes it the one a test needs. */
export function postgresSample(change: Partial<Connection> = {}): Connection {
  return {
    id: 'shop',
    name: 'Shop production',
    ...kindPart(POSTGRES_KIND),
    colour: 'red',
    folder: null,
    read_only: false,
    writes: 'direct',
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
    ...{ service: null, ssh: 'off', ssh_host: null, ssh_port: 22, ssh_user: null, ssh_host_key: null },
    ...change,
  };
}

/** A DuckDB connection. */
export function duckdbSample(change: Partial<Connection> = {}): Connection {
  return {
    id: 'lake',
    name: 'Lake',
    ...kindPart(DUCKDB_KIND),
    colour: null,
    folder: null,
    read_only: false,
    writes: 'direct',
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
    ...kindPart(FILES_KIND),
    path: './drop',
    encoding: 'auto',
    header: null,
    date_format: null,
    timestamp_format: null,
    read_only: true,
    writes: 'none',
    ...change,
  };
}

/** The body of `GET /api/connections`. */
export function listOf(items: Connection[], mistakes: ConnectionList['configuration_errors'] = []): ConnectionList {
  return { items, next_cursor: null, configuration_errors: mistakes };
}
