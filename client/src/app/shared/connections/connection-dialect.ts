import type { Connection } from '#libs/api';
import type { SqlDialect } from '#libs/sql';

/** Whose SQL a connection speaks: a folder of files is read by DuckDB, a single SQLite file by SQLite. */
export function connectionDialect({ dialect }: Pick<Connection, 'dialect'>): SqlDialect {
  return dialect;
}
