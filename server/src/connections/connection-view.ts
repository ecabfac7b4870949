import type { Connection, ConnectionHealth, ServerInfo } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import type { ConnectionConfig, PostgresConfig } from './connection-config.js';
import { engineOf } from './engines/engines.js';

/** Whether a password is stored, also one that cannot be decrypted. */
export function hasStoredPassword({ password, passwordFault }: PostgresConfig): boolean {
  return password !== null || passwordFault !== undefined;
}

/**
 * A connection as people see it: everything but the password, of which only its being there is reported. `opened` is the
 * dialect of what is open there; null where nothing is.
 */
export function viewOf(
  config: ConnectionConfig,
  health: ConnectionHealth,
  server: ServerInfo | null,
  opened: SqlDialect | null,
): Omit<Connection, 'access'> {
  const { id, name, kind, colour } = config;
  const engine = engineOf(kind);
  const dialect = opened ?? engine.dialect;
  const common = {
    id,
    name,
    kind,
    dialect,
    capabilities: engine.capabilities(dialect),
    colour,
    read_only: config.readOnly,
    statement_timeout_ms: config.statementTimeoutMs,
    auto_commit: config.autoCommit,
    confirm_destructive: config.confirmDestructive,
  };
  return { ...common, health, server, ...placeOf(config) };
}

function placeOf(config: ConnectionConfig): Partial<Connection> {
  if (config.kind === 'duckdb') return { path: config.pathAsWritten ?? config.path };
  if (config.kind === 'files') {
    const { encoding, header, dateFormat: date_format, timestampFormat: timestamp_format } = config;
    return { path: config.pathAsWritten ?? config.path, encoding, header, date_format, timestamp_format };
  }
  const { host, port, database, user, ssl, pool } = config;
  return { host, port, database, user, ssl, pool: { max: pool.max }, password_set: hasStoredPassword(config) };
}
