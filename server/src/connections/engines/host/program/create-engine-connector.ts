import type { Connector, ConnectorContext } from '../../connector.js';
import { openDuckdbConnector } from '../../duckdb/open-duckdb-connector.js';
import type { FileReadings } from '../../files/folder/made-tables.js';
import { createFolderConnector } from '../../files/folder/create-folder-connector.js';
import type { HostedConfig } from '../protocol.js';

/** The connector of an engine that runs in this process. */
export function createEngineConnector(
  config: HostedConfig,
  context: ConnectorContext,
  readings: FileReadings,
): Connector {
  return config.kind === 'duckdb'
    ? openDuckdbConnector(config, context)
    : createFolderConnector(config, context, readings);
}
