import { inject, Service } from '@angular/core';
import type {
  ExportFormat,
  HistoryList,
  RowsPage,
  Run,
  RunRequest,
  SchemaContents,
  SchemaList,
  TableDetails,
} from '#libs/api';
import { PAGE_ROWS } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';
import type { RowSort } from './run-state';

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
  rows(id: string, statement: number, offset: number, sort: RowSort | null = null): Promise<RowsPage> {
    const params = { offset, limit: PAGE_ROWS, sort: sort && `${sort.column}:${sort.direction}` };
    return this.client.get<RowsPage>(`${runPath(id)}/statements/${statement}/rows`, params);
  }

  /** Rejects when a statement's result is no longer kept. */
  async hasResult(id: string, statement: number): Promise<void> {
    await this.client.get<RowsPage>(`${runPath(id)}/statements/${statement}/rows`, { limit: 1 });
  }

  /** Where a browser downloads a statement's whole result. */
  exportAddress(id: string, statement: number, format: ExportFormat): string {
    return `/api/${runPath(id)}/statements/${statement}/export?format=${format}`;
  }

  /** The last fifty texts that were run, newest first. */
  history(search: string): Promise<HistoryList> {
    const params = search === '' ? { limit: 50 } : { limit: 50, search };
    return this.client.get<HistoryList>('studio/history', params);
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
