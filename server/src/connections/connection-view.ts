import type { Connection, ConnectionHealth, ServerInfo } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import type { ConnectionConfig } from './connection-config.js';
import { engineOf } from './engines/engines.js';

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
    engine: engine.info,
    colour,
    folder: config.folder ?? null,
    read_only: config.readOnly,
    writes: config.writes,
    statement_timeout_ms: config.statementTimeoutMs,
    auto_commit: config.autoCommit,
    confirm_destructive: config.confirmDestructive,
  };
  return { ...common, health, server, ...engine.view(config) };
}
