import type { Writable } from 'node:stream';
import type { Copier, CopyOutcome } from '../../copier.js';
import { ReadFailure } from '../../data-reader.js';
import type { DedicatedClients } from '../client/dedicated-clients.js';
import type { ColumnCatalog } from '../introspection/column-catalog.js';
import type { PostgresReader } from '../reader/postgres-reader.js';
import { CopyClient, copyQuery } from './copy-query.js';

/** Copies the rows of queries, each over a client of its own. */
export class PostgresCopier implements Copier {
  constructor(
    private readonly reader: PostgresReader,
    private readonly dedicated: DedicatedClients,
    private readonly catalog: ColumnCatalog,
  ) {}

  async copy(sql: string, into: Writable, signal: AbortSignal): Promise<CopyOutcome> {
    try {
      // The server takes exactly one statement here, so its text ends no bracket that is put around it.
      await this.reader.describe(sql, signal);
    } catch (error) {
      if (error instanceof ReadFailure) return { status: 'failed', error: error.error };
      throw error;
    }
    const copy = (client: CopyClient) => copyQuery(client, { sql, into, catalog: this.catalog });
    return this.dedicated.run(signal, copy, CopyClient);
  }
}
