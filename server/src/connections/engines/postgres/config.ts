import type { ServerConfig } from '../common-config.js';

/** A connection to a Postgres server. */
export interface PostgresConfig extends ServerConfig {
  readonly kind: 'postgres';
}
