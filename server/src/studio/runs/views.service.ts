import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ColumnStatistics, MatchesPage, RowsPage } from '#libs/api';
import type { FindText } from '#libs/results';
import { Problem } from '../../platform/index.js';
import { ResultRetention, rowOrder } from '../../results/index.js';
import type { MatchRange, RowsView, StatementCollector } from '../../results/index.js';
import type { ActiveRun } from './active-run.js';
import { filterQuery } from './filter-query.js';
import { RunsService } from './runs.service.js';

/** A statement of a run, counted from 0. */
export interface StatementPlace {
  readonly runId: string;
  readonly statement: number;
}

/** Which rows of its result, as a query says it: `filter` is JSON, `sort` is `<column>:asc|desc`. */
export interface ViewQuery {
  readonly filter?: string | undefined;
  readonly sort?: string | undefined;
}

/** Filters, searches and sums up results of runs. */
@Injectable()
export class ViewsService {
  constructor(
    private readonly runs: RunsService,
    private readonly retention: ResultRetention<ActiveRun>,
  ) {}

  /**
   * The rows that match, in the order that is asked for. Throws `run-not-found`, `not-found`, `validation-failed` for
   * conditions and columns that do not fit, and `run-not-finished` for an order while rows still arrive.
   */
  rows(
    actor: Actor,
    place: StatementPlace,
    query: ViewQuery & { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<RowsPage> {
    const { offset, limit } = query;
    return this.read(actor, place, async (statement) => {
      const { rows, numbers, count } = await statement.views().page(viewOf(statement, query), offset, limit, signal);
      return {
        ...{ offset, rows: [...rows], complete: statement.isOver },
        row_count: statement.isOver ? statement.receivedRows : null,
        ...{ filtered_row_count: count, row_numbers: [...numbers] },
      };
    });
  }

  /** The cells that contain a text; throws as `rows`. */
  matches(
    actor: Actor,
    place: StatementPlace,
    query: ViewQuery & { readonly find: FindText; readonly range: MatchRange },
    signal: AbortSignal,
  ): Promise<MatchesPage> {
    const { find, range } = query;
    return this.read(actor, place, (statement) =>
      statement.views().matches(viewOf(statement, query), find, range, signal),
    );
  }

  /** A column, counted from 0, summed up over the rows that match; throws as `rows`. */
  statistics(
    actor: Actor,
    place: StatementPlace,
    query: { readonly column: number; readonly filter?: string | undefined },
    signal: AbortSignal,
  ): Promise<ColumnStatistics> {
    return this.read(actor, place, (statement) => {
      const { filters } = viewOf(statement, query);
      if (statement.resultColumns?.[query.column] === undefined)
        throw new Problem('not-found', 'The result has no such column.');
      return statement.views().statistics(query.column, filters, signal);
    });
  }

  private async read<T>(
    actor: Actor,
    { runId, statement: index }: StatementPlace,
    read: (statement: StatementCollector) => Promise<T>,
  ): Promise<T> {
    const statement = this.runs.statement(actor, runId, index);
    try {
      return await read(statement);
    } catch (failure) {
      this.retention.get(runId); // A run that was deleted meanwhile is no longer there to be read.
      throw failure;
    }
  }
}

/** Reads which rows of a statement's result, in which order; throws as `ViewsService.rows`. */
export function viewOf(statement: StatementCollector, { filter, sort }: ViewQuery): RowsView {
  const filters = filterQuery(filter, statement.resultColumns ?? []);
  return { filters, order: sort === undefined ? null : rowOrder(sort, statement) };
}
