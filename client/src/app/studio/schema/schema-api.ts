import { inject, Service } from '@angular/core';
import type { ExploreHit, SchemaContents, SchemaList, SchemaObject, TableDetails, TableFacts } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { ApiClient } from '../../shared/http/api-client';
import type { ObjectGroup } from './schema-tree';
import { schemaContentsIn, schemaListIn, tableDetailsIn } from '../../shared/schema/schema-answer';

/** Tables and columns that one connection contributes to a search. */
const MOST_FOUND = 200;
/** How often a catalog that is still being read is asked for. */
const MOST_TRIES = 15;

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

  /** Columns, keys and indexes of one table, and its script where that is asked for. */
  async tableDetails(id: string, schema: string, table: string, script?: true): Promise<TableDetails> {
    const call = { path: { id }, query: { schema, table, script } };
    return tableDetailsIn(await this.client.get('/api/connections/{id}/schema', call));
  }

  /** The objects of one kind in a schema, or in the whole connection. */
  async objects(id: string, { kind, schema }: ObjectGroup): Promise<readonly SchemaObject[]> {
    const query = schema === null ? { kind } : { kind, schema };
    return (await this.client.get('/api/connections/{id}/objects', { path: { id }, query })).items;
  }

  /** Tables and columns of a connection whose name has a text; waits while its catalog is read for the first time. */
  async findTables(id: string, words: string, stop: AbortSignal): Promise<readonly ExploreHit[]> {
    const query = { q: words, connection_id: id, limit: MOST_FOUND };
    for (let tries = 1; ; tries += 1) {
      const { items, failures } = await this.client.get('/api/explore/search', { query, stop });
      const [failure] = failures;
      if (!failure) return items;
      // The server answers after four seconds and reads on.
      if (failure.code !== 'connection-timeout' || tries === MOST_TRIES)
        throw new ApiProblem('connection-unusable', 0, 'Not searched', failure.detail);
    }
  }

  /** Objects of a connection that are no tables, whose name has a text. */
  async findObjects(id: string, words: string, stop: AbortSignal): Promise<readonly SchemaObject[]> {
    const call = { path: { id }, query: { q: words }, stop };
    return (await this.client.get('/api/connections/{id}/objects', call)).items;
  }

  /** The statements that create an object. */
  async objectDefinition(id: string, { kind, id: object }: SchemaObject): Promise<string> {
    const call = { path: { id }, query: { kind, object } };
    return (await this.client.get('/api/connections/{id}/objects/definition', call)).definition;
  }

  /** Who may change a table, and what depends on it. */
  async tableFacts(id: string, schema: string, table: string): Promise<TableFacts> {
    return this.client.get('/api/connections/{id}/table-facts', { path: { id }, query: { schema, table } });
  }
}
