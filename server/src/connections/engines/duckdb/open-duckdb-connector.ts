import { stat } from 'node:fs/promises';
import type { DuckdbConfig } from './config.js';
import { ConnectFailure, type Connector, type ConnectorContext } from '../connector.js';
import { DuckdbConnector } from './duckdb-connector.js';
import { readCompletion, readVersion } from './introspection/completion.js';
import * as catalog from './introspection/introspection.js';
import { DUCKDB_OBJECTS } from './introspection/objects.js';
import { openShared } from './shared-databases.js';

/**
 * A connection to one DuckDB database file, which is created when it does not exist and may be written. The engine is
 * loaded and the file opened when it is first needed.
 */
export function openDuckdbConnector(config: DuckdbConfig, context: ConnectorContext): Connector {
  return new DuckdbConnector(
    {
      kind: 'duckdb',
      isReadOnly: config.readOnly,
      hasOrigins: !config.readOnly,
      open: async () => {
        await checkFile(config);
        return openShared(config.path, config.readOnly);
      },
      introspection: () => ({ ...catalog, readCompletion, readVersion, objects: DUCKDB_OBJECTS }),
      rules: () => ({
        scope: 'database',
        statementTimeoutMs: config.statementTimeoutMs,
        beforeStatement: () => Promise.resolve([]),
        explain: (error) => error,
        hidePaths: (text) => text,
      }),
    },
    context,
  );
}

async function checkFile(config: DuckdbConfig): Promise<void> {
  const found = await stat(config.path).catch(() => null);
  if (found?.isDirectory() === true) {
    throw new ConnectFailure('connection-unusable', 'The path is a folder, not a DuckDB database file.');
  }
  // DuckDB would wait for a pipe without an end, and write into a device.
  if (found?.isFile() === false) throw new ConnectFailure('connection-unusable', 'The path leads to no file.');
  if (found === null && config.readOnly) {
    throw new ConnectFailure(
      'connection-unusable',
      'The database file does not exist, and the connection is read-only.',
    );
  }
}
