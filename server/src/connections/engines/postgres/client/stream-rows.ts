import pg from 'pg';
import type { CustomTypesConfig, QueryArrayConfig } from 'pg';
import type { CatalogRow } from '../introspection/catalog-client.js';
import type { WorkbenchClient } from './workbench-client.js';

/** Leaves every value as the text that the server sent. */
const RAW_TEXT: CustomTypesConfig = { getTypeParser: () => (text: unknown) => text };

/**
 * Runs one query on a line and hands each row on as it arrives, so that none has to wait for the last; rows that lie
 * whole in one piece of the stream go past the driver. Rejects with the driver's or the server's error.
 */
export async function streamRows(
  client: WorkbenchClient,
  text: string,
  values: readonly unknown[],
  take: (row: CatalogRow) => void,
): Promise<void> {
  const config: QueryArrayConfig = { text, values: [...values], rowMode: 'array', types: RAW_TEXT };
  const query = new pg.Query(config);
  const ended = new Promise<void>((resolve, reject) => {
    query.on('row', (row: unknown) => take(row as CatalogRow));
    query.on('error', reject);
    query.on('end', () => resolve());
  });
  client.statement = {
    takeRow: (row) => take(row.cells()),
    handleNotice: () => undefined,
    handleCopyOutResponse: () => undefined,
  };
  try {
    client.query(query);
    await ended;
  } finally {
    client.statement = null;
  }
}
