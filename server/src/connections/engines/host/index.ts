import { realpath } from 'node:fs/promises';
import type { DuckdbConfig, FilesConfig } from '../../connection-config.js';
import { ConnectFailure, type Connector, type ConnectorContext } from '../connector.js';
import { HostedConnector } from './hosted-connector.js';
import { hostOfFile, hostOfFolder } from './shared-hosts.js';

/** A connection to a DuckDB file, whose engine runs in a host that connections to the same file share. */
export function createHostedDuckdb(config: DuckdbConfig, context: ConnectorContext): Connector {
  return new HostedConnector(config, context, () => hostOfFile(config.path, config.readOnly));
}

/** A connection to a folder of data files, whose engine runs in a host of its own. */
export function createHostedFolder(config: FilesConfig, context: ConnectorContext): Connector {
  return new HostedConnector(config, context, async () => hostOfFolder(await realFolder(config.path)));
}

async function realFolder(path: string): Promise<string> {
  return realpath(path).catch(() => {
    throw new ConnectFailure('connection-unusable', 'The folder cannot be read any more.');
  });
}
