import type { PostgresConfig } from './config.js';
import type { Connector, ConnectorContext } from '../connector.js';
import { PostgresConnector } from './postgres-connector.js';

/** Makes the connector of a Postgres connection; nothing is contacted before it is asked for something. */
export function createPostgresConnector(config: PostgresConfig, context: ConnectorContext): Connector {
  return new PostgresConnector(config, context);
}
