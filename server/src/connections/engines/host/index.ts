import type { DuckdbConfig } from '../duckdb/config.js';
import type { FilesConfig } from '../files/config.js';
import type { Connector, ConnectorContext } from '../connector.js';
import { HostedConnector } from './hosted-connector.js';
import { hostOfFile, hostOfFolder } from './shared-hosts.js';

/** A connection to a DuckDB file, whose engine runs in a host that connections to the same file share. */
export function createHostedDuckdb(config: DuckdbConfig, context: ConnectorContext): Connector {
  return new HostedConnector(config, context, () => hostOfFile(config));
}

/** A connection to a folder of data files, whose engine runs in a host of its own. */
export function createHostedFolder(config: FilesConfig, context: ConnectorContext): Connector {
  return new HostedConnector(config, context, () => hostOfFolder(config));
}
