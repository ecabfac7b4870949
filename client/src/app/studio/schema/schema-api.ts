import { inject, Service } from '@angular/core';
import type { SchemaContents, SchemaList, TableDetails } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';
import { schemaContentsIn, schemaListIn, tableDetailsIn } from '../../shared/schema/schema-answer';

/** The endpoints of schemas, typed. Each call rejects with an ApiProblem. */
@Service()
export class SchemaApi {
  private readonly client = inject(ApiClient);

  /** The version of a connection's catalog. */
  async catalogVersion(connectionId: string): Promise<string> {
    const query = { connection_id: connectionId };
    return (await this.client.get('/api/studio/catalog-version', { query })).version;
  }

  /** The names of a connection's schemas. */
  async schemas(id: string): Promise<SchemaList> {
    return schemaListIn(await this.client.get('/api/connections/{id}/schema', { path: { id } }));
  }

  /** The names inside one schema. */
  async schemaContents(id: string, schema: string): Promise<SchemaContents> {
    const call = { path: { id }, query: { schema } };
    return schemaContentsIn(await this.client.get('/api/connections/{id}/schema', call));
  }

  /** Columns, keys and indexes of one table. */
  async tableDetails(id: string, schema: string, table: string): Promise<TableDetails> {
    const call = { path: { id }, query: { schema, table } };
    return tableDetailsIn(await this.client.get('/api/connections/{id}/schema', call));
  }
}
