import { inject, Service } from '@angular/core';
import type {
  CatalogVersion,
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
import { ApiClient } from '../../shared/http/api-client';
import type { RowSort } from './run/run-state';

/** The studio's endpoints, typed. Each call rejects with an ApiProblem. */
@Service()
export class StudioApi {
  private readonly client = inject(ApiClient);

  /** Sends a text; answers with the first page, or after a second with `status: "running"`. */
  start(request: RunRequest): Promise<Run> {
    return this.client.post<Run>('studio/runs', request);
  }

  /** What is known of a run now. */
  run(id: string): Promise<Run> {
    return this.client.get<Run>(runPath(id));
  }

  /** Asks the database to stop. */
  async cancel(id: string): Promise<void> {
    await this.client.post(`${runPath(id)}/cancel`, {});
  }

  /** Lets the server drop the run's rows. */
  async forget(id: string): Promise<void> {
    await this.client.delete(runPath(id));
  }

  /** A page of a paged statement. */
  rows(
    id: string,
    statement: number,
    offset: number,
    sort: RowSort | null = null,
    limit = PAGE_ROWS,
  ): Promise<RowsPage> {
    const params = { offset, limit, sort: sort && `${sort.column}:${sort.direction}` };
    return this.client.get<RowsPage>(`${runPath(id)}/statements/${statement}/rows`, params);
  }

  /** Geometries of kept rows, transformed by their database where only that can read them. */
  positions(id: string, statement: number, column: number, offset: number, limit: number): Promise<PositionsPage> {
    return this.client.get<PositionsPage>(`${runPath(id)}/statements/${statement}/positions`, {
      column,
      offset,
      limit,
    });
  }

  /** Has the server draw a statement by tiles. */
  createLayer(request: ResultLayerRequest): Promise<TileLayerInfo> {
    return this.client.post<TileLayerInfo>('tiles', request);
  }

  /** Makes a file ready to be fetched at its `href`. */
  createExport(request: KeptExportRequest | QueryExportRequest): Promise<StudioExport> {
    return this.client.post<StudioExport>('studio/exports', request);
  }

  /** Adds a row; answers with it as the database has it. */
  insertRow(input: RowInput): Promise<InsertedRow> {
    return this.client.post<InsertedRow>('studio/rows', input);
  }

  /** How far a file is. */
  exportState(id: string): Promise<StudioExport> {
    return this.client.get<StudioExport>(`studio/exports/${encodeURIComponent(id)}`);
  }

  /** Cuts a file off. */
  async cancelExport(id: string): Promise<void> {
    await this.client.delete(`studio/exports/${encodeURIComponent(id)}`);
  }

  /** Fifty texts that were run, newest first; `cursor` is that of the page before. */
  history(search: string, cursor: string | null = null): Promise<HistoryList> {
    return this.client.get<HistoryList>('studio/history', { limit: 50, search: search === '' ? null : search, cursor });
  }

  /** One entry of the history with its whole text. */
  historyEntry(id: string): Promise<HistoryEntry> {
    return this.client.get<HistoryEntry>(`studio/history/${encodeURIComponent(id)}`);
  }

  /** Everything that an editor completes with on a connection. */
  completion(connectionId: string): Promise<CompletionCatalog> {
    return this.client.get<CompletionCatalog>('studio/completion', { connection_id: connectionId });
  }

  /** The version of a connection's catalog. */
  async catalogVersion(connectionId: string): Promise<string> {
    const path = 'studio/catalog-version';
    return (await this.client.get<CatalogVersion>(path, { connection_id: connectionId })).version;
  }

  /** Lays a text out. */
  format(request: FormatRequest): Promise<FormatAnswer> {
    return this.client.post<FormatAnswer>('studio/format', request);
  }

  /** Reads a text with the database's grammar. */
  lint(request: LintRequest, stop: AbortSignal): Promise<LintAnswer> {
    return this.client.post<LintAnswer>('studio/lint', request, stop);
  }

  /** The names of a connection's schemas. */
  schemas(connectionId: string): Promise<SchemaList> {
    return this.client.get<SchemaList>(schemaPath(connectionId));
  }

  /** The names inside one schema. */
  schemaContents(connectionId: string, schema: string): Promise<SchemaContents> {
    return this.client.get<SchemaContents>(schemaPath(connectionId), { schema });
  }

  /** Columns, keys and indexes of one table. */
  tableDetails(connectionId: string, schema: string, table: string): Promise<TableDetails> {
    return this.client.get<TableDetails>(schemaPath(connectionId), { schema, table });
  }
}

function runPath(id: string): string {
  return `studio/runs/${encodeURIComponent(id)}`;
}

function schemaPath(connectionId: string): string {
  return `connections/${encodeURIComponent(connectionId)}/schema`;
}
