import type { Connection } from '#libs/api';
import type { SqlDialect } from '#libs/sql';

/** Whose SQL a connection speaks: a folder of files is read by DuckDB, a single SQLite file by SQLite. */
export function connectionDialect(connection: Pick<Connection, 'kind' | 'server'>): SqlDialect {
  if (connection.kind !== 'files') return connection.kind;
  return connection.server?.product.toLowerCase().startsWith('sqlite') === true ? 'sqlite' : 'duckdb';
}
