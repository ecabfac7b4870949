import type { ConnectionConfig } from '../connection-config.js';
import type { Connector, ConnectorContext } from './connector.js';

/** Makes the connector of a connection; an engine's code and its driver are loaded with its first connection. */
export async function createConnector(config: ConnectionConfig, context: ConnectorContext): Promise<Connector> {
  switch (config.kind) {
    case 'postgres': {
      const { createPostgresConnector } = await import('./postgres/index.js');
      return createPostgresConnector(config, context);
    }
    case 'duckdb': {
      const { createDuckdbConnector } = await import('./duckdb/index.js');
      return createDuckdbConnector(config, context);
    }
    case 'files': {
      const { createFilesConnector } = await import('./files/index.js');
      return createFilesConnector(config, context);
    }
  }
}
