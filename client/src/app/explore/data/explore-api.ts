import { inject, Service } from '@angular/core';
import type { ExploreSearch, Neighbourhood, Run, SpatialOverview, TableDetails, TablePosition } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';
import { schemaContentsIn, tableDetailsIn } from '../../shared/schema/schema-answer';
import type { TableAt } from './explore-address';

/** Hits of a search that are shown. */
const SHOWN = 200;

/** Catalogs of all connections. Each call rejects with an ApiProblem. */
@Service()
export class ExploreApi {
  private readonly client = inject(ApiClient);

  /** Tables and columns by name. */
  search(words: string, connectionId: string | null): Promise<ExploreSearch> {
    return this.client.get('/api/explore/search', { query: { q: words, connection_id: connectionId, limit: SHOWN } });
  }

  /** Everything about one table. */
  async table({ connectionId: id, schema, table }: TableAt): Promise<TableDetails> {
    const call = { path: { id }, query: { schema, table } };
    return tableDetailsIn(await this.client.get('/api/connections/{id}/schema', call));
  }

  /** The tables around one. */
  relations({ connectionId, schema, table }: TableAt, depth: number): Promise<Neighbourhood> {
    const path = { connection_id: connectionId, schema, table };
    return this.client.get('/api/explore/{connection_id}/tables/{schema}/{table}/relations', {
      path,
      query: { depth },
    });
  }

  /** All tables of a connection with their foreign keys. */
  diagram(connectionId: string): Promise<Neighbourhood> {
    return this.client.get('/api/explore/{connection_id}/diagram', { path: { connection_id: connectionId } });
  }

  /** About how many rows the tables of some schemas have; without those whose number the engine does not know. */
  async estimates(
    id: string,
    schemas: readonly string[],
    stop: AbortSignal,
  ): Promise<(Omit<TableAt, 'connectionId'> & { readonly rows: number })[]> {
    const read = (schema: string) =>
      this.client.get('/api/connections/{id}/schema', { path: { id }, query: { schema }, stop });
    const found = (await Promise.all(schemas.map(read))).map((answer) => schemaContentsIn(answer).tables);
    return found.flatMap((tables, place) =>
      tables.flatMap(({ name, estimated_rows: rows }) =>
        rows === null ? [] : [{ schema: schemas[place] ?? '', table: name, rows }],
      ),
    );
  }

  /** Where the person moved tables of the diagram. */
  async positions(connectionId: string): Promise<TablePosition[]> {
    return (await this.client.get('/api/explore/{connection_id}/positions', { path: { connection_id: connectionId } }))
      .items;
  }

  async savePositions(connectionId: string, items: TablePosition[]): Promise<void> {
    await this.client.post('/api/explore/{connection_id}/positions', {
      path: { connection_id: connectionId },
      body: { items },
    });
  }

  async resetPositions(connectionId: string): Promise<void> {
    await this.client.delete('/api/explore/{connection_id}/positions', { path: { connection_id: connectionId } });
  }

  /** Tables with geometries. */
  spatial(connectionId: string): Promise<SpatialOverview> {
    return this.client.get('/api/explore/{connection_id}/spatial', { path: { connection_id: connectionId } });
  }

  /** Runs a statement that shows a few rows, read-only: the address names the table, and a view may call functions. */
  sample(connectionId: string, sql: string): Promise<Run> {
    return this.client.post('/api/studio/runs', { body: { connection_id: connectionId, sql, read_only: true } });
  }
}
