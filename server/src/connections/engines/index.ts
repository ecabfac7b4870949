import type { ConnectionConfig } from './engines.js';
import type { Connector, ConnectorContext } from './connector.js';
import { engineOf } from './engines.js';

/**
 * Makes the connector of a connection; an engine's code and its driver are loaded with its first connection. Throws
 * `ConnectFailure` where the engine refuses the settings.
 */
export async function createConnector(config: ConnectionConfig, context: ConnectorContext): Promise<Connector> {
  return engineOf(config.kind).open(config, context);
}
