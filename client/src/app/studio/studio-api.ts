import { inject, Service } from '@angular/core';
import type {
  CompletionCatalog,
  FormatAnswer,
  FormatRequest,
  HistoryEntry,
  HistoryList,
  InsertedRow,
  KeptExportRequest,
  LintAnswer,
  LintRequest,
  PositionsPage,
  QueryExportRequest,
  ResultLayerRequest,
  RowInput,
  RowsPage,
  Run,
  RunRequest,
  SchemaContents,
  SchemaList,
  StudioExport,
  TableDetails,
  TileLayerInfo,
} from '#libs/api';
import { PAGE_ROWS } from '#libs/api';
import { ApiClient } from '../shared/http/api-client';
import { schemaContentsIn, schemaListIn, tableDetailsIn } from '../shared/schema/schema-answer';
import type { RowSort } from './run/run-state';

/** The studio's endpoints, typed. Each call rejects with an ApiProblem. */
@Service()
export class StudioApi {
  private readonly client = inject(ApiClient);

  /** Sends a text; answers with the first page, or after a second with `status: "running"`. */
  start(request: RunRequest): Promise<Run> {
    return this.client.post('/api/studio/runs', { body: request });
  }

  /** What is known of a run now. */
  run(id: string): Promise<Run> {
    return this.client.get('/api/studio/runs/{id}', { path: { id } });
  }

  /** Asks the database to stop. */
  async cancel(id: string): Promise<void> {
    await this.client.post('/api/studio/runs/{id}/cancel', { path: { id } });
  }

  /** Lets the server drop the run's rows. */
  async forget(id: string): Promise<void> {
    await this.client.delete('/api/studio/runs/{id}', { path: { id } });
  }

  /** A page of a paged statement. */
  rows(
    id: string,
    statement: number,
    offset: number,
    sort: RowSort | null = null,
    limit = PAGE_ROWS,
  ): Promise<RowsPage> {
    const query = { offset, limit, sort: sort && `${sort.column}:${sort.direction}` };
    return this.client.get('/api/studio/runs/{id}/statements/{index}/rows', { path: { id, index: statement }, query });
  }

  /** Geometries of kept rows, transformed by their database where only that can read them. */
  positions(id: string, statement: number, column: number, offset: number, limit: number): Promise<PositionsPage> {
    return this.client.get('/api/studio/runs/{id}/statements/{index}/positions', {
      path: { id, index: statement },
      query: { column, offset, limit },
    });
  }

  /** Has the server draw a statement by tiles. */
  createLayer(request: ResultLayerRequest): Promise<TileLayerInfo> {
    return this.client.post('/api/tiles', { body: request });
  }

  /** Makes a file ready to be fetched at its `href`. */
  createExport(request: KeptExportRequest | QueryExportRequest): Promise<StudioExport> {
    return this.client.post('/api/studio/exports', { body: request });
  }

  /** Adds a row; answers with it as the database has it. */
  insertRow(input: RowInput): Promise<InsertedRow> {
    return this.client.post('/api/studio/rows', { body: input });
  }

  /** How far a file is. */
  exportState(id: string): Promise<StudioExport> {
    return this.client.get('/api/studio/exports/{id}', { path: { id } });
  }

  /** Cuts a file off. */
  async cancelExport(id: string): Promise<void> {
    await this.client.delete('/api/studio/exports/{id}', { path: { id } });
  }

  /** Fifty texts that were run, newest first; `cursor` is that of the page before. */
  history(search: string, cursor: string | null = null): Promise<HistoryList> {
    const query = { limit: 50, search: search === '' ? null : search, cursor };
    return this.client.get('/api/studio/history', { query });
  }

  /** One entry of the history with its whole text. */
  historyEntry(id: string): Promise<HistoryEntry> {
    return this.client.get('/api/studio/history/{id}', { path: { id } });
  }

  /** Everything that an editor completes with on a connection. */
  completion(connectionId: string): Promise<CompletionCatalog> {
    return this.client.get('/api/studio/completion', { query: { connection_id: connectionId } });
  }

  /** The version of a connection's catalog. */
  async catalogVersion(connectionId: string): Promise<string> {
    const query = { connection_id: connectionId };
    return (await this.client.get('/api/studio/catalog-version', { query })).version;
  }

  /** Lays a text out. */
  format(request: FormatRequest): Promise<FormatAnswer> {
    return this.client.post('/api/studio/format', { body: request });
  }

  /** Reads a text with the database's grammar. */
  lint(request: LintRequest, stop: AbortSignal): Promise<LintAnswer> {
    return this.client.post('/api/studio/lint', { body: request, stop });
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
