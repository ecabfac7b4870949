import type { ConnectionConfig } from '../connection-config.js';
import { ConnectFailure } from './connector.js';
import type { Connector, ConnectorContext } from './connector.js';

/**
 * Makes the connector of a connection; an engine's code and its driver are loaded with its first connection. Throws
 * `ConnectFailure` where the stored password cannot be decrypted: a login without it would be another login.
 */
export async function createConnector(config: ConnectionConfig, context: ConnectorContext): Promise<Connector> {
  switch (config.kind) {
    case 'postgres': {
      if (config.passwordFault !== undefined) throw new ConnectFailure('connection-unusable', config.passwordFault);
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
