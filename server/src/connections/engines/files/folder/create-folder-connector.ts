import { realpath } from 'node:fs/promises';
import type { FilesConfig } from '../config.js';
import type { ConnectorContext } from '../../connector.js';
import { DuckdbConnector } from '../../duckdb/duckdb-connector.js';
import { openDatabase, type OpenDatabase } from '../../duckdb/open-database.js';
import { FolderTables } from './folder-tables.js';
import type { FileTableNames } from './file-table-names.js';
import type { FileReadings } from './file-tables.js';
import { Utf8Copies } from './reading/utf8-copies.js';

/** A connection to a folder of data files: each is a table of an in-memory DuckDB database that may only be read. */
export function createFolderConnector(
  config: FilesConfig,
  context: ConnectorContext,
  readings: FileReadings,
  names: FileTableNames,
): DuckdbConnector {
  const tables = new WeakMap<OpenDatabase, FolderTables>();
  const tablesOf = (database: OpenDatabase): FolderTables => {
    const found = tables.get(database);
    if (found === undefined) throw new Error('The folder is not open.');
    return found;
  };
  return new DuckdbConnector(
    {
      kind: 'files',
      isReadOnly: true,
      hasOrigins: false,
      open: async () => {
        const root = await realpath(config.path);
        const copies = await Utf8Copies.create();
        const database = await openFolder(root, copies);
        tables.set(database, new FolderTables({ root, database, copies, settings: config, readings, names }));
        return database;
      },
      introspection: tablesOf,
      rules: (database) => ({
        scope: 'read-only-files',
        statementTimeoutMs: config.statementTimeoutMs,
        beforeStatement: (sql, signal) => tablesOf(database).prepareFor(sql, signal),
        explain: (error) => tablesOf(database).explain(error),
        hidePaths: (text) => tablesOf(database).hidePaths(text),
      }),
    },
    context,
  );
}

/** The copies are removed with the database. */
async function openFolder(root: string, copies: Utf8Copies): Promise<OpenDatabase> {
  try {
    const database = await openDatabase({ path: null, isReadOnly: true, readableFolders: [root, copies.folder] });
    const close = async () => {
      try {
        await database.close();
      } finally {
        await copies.close();
      }
    };
    return { ...database, close };
  } catch (error) {
    await copies.close();
    throw error;
  }
}
