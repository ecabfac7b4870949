import type { Connector, ConnectorContext } from '../../connector.js';
import { openDuckdbConnector } from '../../duckdb/open-duckdb-connector.js';
import type { FileTableNames } from '../../files/folder/file-table-names.js';
import type { FileReadings } from '../../files/folder/file-tables.js';
import { createFolderConnector } from '../../files/folder/create-folder-connector.js';
import type { HostedConfig } from '../protocol.js';

/** The connector of an engine that runs in this process. */
export function createEngineConnector(
  config: HostedConfig,
  context: ConnectorContext,
  readings: FileReadings,
  names: FileTableNames,
): Connector {
  return config.kind === 'duckdb'
    ? openDuckdbConnector(config, context)
    : createFolderConnector(config, context, readings, names);
}
