import type { Connector, ConnectorContext } from '../../connector.js';
import { openDuckdbConnector } from '../../duckdb/open-duckdb-connector.js';
import type { GivenNames } from '../../files/folder/given-names.js';
import type { FileReadings } from '../../files/folder/file-tables.js';
import { createFolderConnector } from '../../files/folder/create-folder-connector.js';
import type { HostedConfig } from '../protocol.js';

/** The connector of an engine that runs in this process. */
export function createEngineConnector(
  config: HostedConfig,
  context: ConnectorContext,
  readings: FileReadings,
  names: GivenNames,
): Connector {
  return config.kind === 'duckdb'
    ? openDuckdbConnector(config, context)
    : createFolderConnector(config, context, readings, names);
}
