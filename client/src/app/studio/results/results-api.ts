import { inject, Service } from '@angular/core';
import type {
  ColumnStatistics,
  MatchesPage,
  PositionsPage,
  ReferencedRows,
  ResultFilter,
  ResultLayerRequest,
  RowsPage,
  StatementEditability,
  TileLayerInfo,
} from '#libs/api';
import { PAGE_ROWS } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';
import { ApiProblem } from '../../shared/http/api-problem';
import type { RowSort } from '../run/run-state';

/** The longest text that the server searches for. */
const MAX_SEARCH = 200;
/** Conditions travel in the address, which with all headers is at most 16 KiB for Node. */
const MAX_FILTER_ADDRESS = 12_000;

/** Which rows of a result are wanted, and in which order; null is the one in which they came. */
export interface RowsView {
  readonly sort: RowSort | null;
  readonly filters: readonly ResultFilter[];
}

/** Which matches of a text are wanted. */
export interface WantedMatches {
  readonly text: string;
  readonly case_sensitive: boolean;
  readonly limit: number;
  readonly from_row?: number;
  readonly before_row?: number;
}

/** The endpoints of kept rows, typed. Each call rejects with an ApiProblem. */
@Service()
export class ResultsApi {
  private readonly client = inject(ApiClient);

  /** The rows that a column with a foreign key can refer to. */
  referencedRows(
    connectionId: string,
    { schema, table, column }: { schema: string; table: string; column: string },
    search: string,
    stop: AbortSignal,
  ): Promise<ReferencedRows> {
    const query = { connection_id: connectionId, schema, table, column, search: search.slice(0, MAX_SEARCH) };
    return this.client.get('/api/studio/referenced-rows', { query, stop });
  }

  /** A page of a paged statement. */
  async rows(
    id: string,
    statement: number,
    offset: number,
    { sort = null, filters = [] }: Partial<RowsView> = {},
    limit = PAGE_ROWS,
  ): Promise<RowsPage> {
    const query = { offset, limit, sort: sortQuery(sort), filter: filterAddress(filters) };
    return this.client.get('/api/studio/runs/{id}/statements/{index}/rows', { path: { id, index: statement }, query });
  }

  /** What the values of a column come to, over all rows that meet the conditions. */
  async statistics(
    id: string,
    statement: number,
    column: number,
    filters: readonly ResultFilter[],
  ): Promise<ColumnStatistics> {
    return this.client.get('/api/studio/runs/{id}/statements/{index}/columns/{column}/statistics', {
      path: { id, index: statement, column },
      query: { filter: filterAddress(filters) },
    });
  }

  /** The cells of the rows in a view that contain a text. */
  async matches(
    id: string,
    statement: number,
    wanted: WantedMatches,
    { sort, filters }: RowsView,
  ): Promise<MatchesPage> {
    const query = { ...wanted, sort: sortQuery(sort), filter: filterAddress(filters) };
    return this.client.get('/api/studio/runs/{id}/statements/{index}/matches', {
      path: { id, index: statement },
      query,
    });
  }

  /** Where the columns of a statement's result come from, and which table's rows can be edited in it. */
  editability(id: string, statement: number): Promise<StatementEditability> {
    return this.client.get('/api/studio/runs/{id}/statements/{index}/editable', { path: { id, index: statement } });
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
}

/** An order as the API takes it; null leaves it out. */
export function sortQuery(sort: RowSort | null): string | null {
  return sort && `${sort.column}:${sort.direction}`;
}

/** Conditions as the API takes them; null leaves them out. */
export function filterQuery(filters: readonly ResultFilter[]): string | null {
  return filters.length > 0 ? JSON.stringify(filters) : null;
}

/** Conditions for an address. Throws an ApiProblem where they are too long for one. */
function filterAddress(filters: readonly ResultFilter[]): string | null {
  const query = filterQuery(filters);
  if (query === null || encodeURIComponent(query).length <= MAX_FILTER_ADDRESS) return query;
  const detail = 'The filter is too long. Filter by a shorter value, or write the condition into the query.';
  throw new ApiProblem('too-large', 0, 'The filter is too long', detail);
}
