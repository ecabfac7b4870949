import type { DuckdbConfig } from './config.js';
import type { Connector, ConnectorContext } from '../connector.js';
import { createHostedDuckdb } from '../host/index.js';

/**
 * A connection to one DuckDB database file, which is created when it does not exist and may be written. Its engine runs
 * in a process of its own, which starts and opens the file when it is first needed.
 */
export function createDuckdbConnector(config: DuckdbConfig, context: ConnectorContext): Connector {
  return createHostedDuckdb(config, context);
}
