import type { FilesConfig } from './config.js';
import type { SqliteConfig } from '../sqlite/config.js';
import type { Connector, ConnectorContext } from '../connector.js';
import { FilesConnector } from './files-connector.js';

/**
 * A connection to files: a folder whose CSV, TSV, JSON, NDJSON and Parquet files are tables, or one SQLite file. A
 * folder is only ever read; a SQLite file is written when the connection is not read-only.
 */
export function createFilesConnector(config: FilesConfig | SqliteConfig, context: ConnectorContext): Connector {
  return new FilesConnector(config, context);
}
