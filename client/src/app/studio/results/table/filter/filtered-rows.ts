import { computed, inject, Injectable, linkedSignal, signal } from '@angular/core';
import type {
  ColumnStatistics,
  ResultColumn,
  ResultFilter,
  ResultRow,
  RowsPage,
  StatementResult,
  ValueCount,
} from '#libs/api';
import { PAGE_ROWS } from '#libs/api';
import { columnStatistics, rowPredicate } from '#libs/results';
import { ApiProblem } from '../../../../shared/http/api-problem';
import { ResultPages } from '../../result-pages';
import type { PageSource } from '../../result-pages';
import { ResultsApi } from '../../results-api';
import type { RowSort } from '../../../run/run-state';
import { matchesIn } from '../find/match-source';
import type { MatchSource, WantedText } from '../find/match-source';
import { MOST_MATCHES, pagedMatches } from '../find/paged-matches';
import { TableFilters } from './table-filters';

/** A statement's rows as a table has them. */
export interface FilteredStatement {
  readonly runId: string;
  readonly statement: StatementResult;
  readonly columns: readonly ResultColumn[];
  /** Only the first rows are here. */
  readonly isPaged: boolean;
}

/** While rows are counted or arrive, matching rows are counted anew after this time, in milliseconds. */
const COUNT_AGAIN_MS = 1000;

/** The rows of a statement that meet the conditions of its table. Provided by the table. */
@Injectable()
export class FilteredRows {
  private readonly filters = inject(TableFilters);
  private readonly pages = inject(ResultPages);
  private readonly api = inject(ResultsApi);
  private readonly shown = signal<FilteredStatement | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Counted by the server. */
  private readonly counted = linkedSignal<unknown, number | null>({
    source: () => this.viewKey(),
    computation: () => null,
  });
  /** Why pages could not be read, by the places of their first rows, or why the rows could not be counted. */
  private readonly problems = linkedSignal<unknown, ReadonlyMap<number | 'count', ApiProblem>>({
    source: () => this.viewKey(),
    computation: () => new Map(),
  });
  /** Another one for other rows. */
  private readonly viewKey = computed(() => ({ run: this.runKey(), filters: this.filters.all() }));
  private readonly runKey = computed(() => `${this.shown()?.runId ?? ''} ${this.shown()?.statement.index ?? ''}`);
  private readonly firstRows = computed(() => this.shown()?.statement.rows ?? []);
  private readonly kinds = computed(() => this.shown()?.columns ?? []);
  private readonly isPaged = computed(() => this.shown()?.isPaged === true);

  /** The rows that are here: those that match, or of a paged result the first ones as they came. */
  readonly rows = computed<readonly ResultRow[]>(() => {
    if (this.isPaged() || !this.filters.isActive()) return this.firstRows();
    return this.firstRows().filter(rowPredicate(this.kinds(), this.filters.all()));
  });
  /** Where matching rows of a paged result are read; null where all rows are here. */
  readonly source = computed<PageSource | null>(() => {
    const [runId = '', index = ''] = this.runKey().split(' ');
    if (!this.isPaged()) return null;
    const filters = this.filters.all();
    const source = this.pages.of(runId, Number(index), filters);
    const view = this.viewKey();
    const read = async (...asked: Parameters<PageSource['read']>): Promise<RowsPage> => {
      const page = await this.reported(view, asked[0], source.read(...asked));
      if (filters.length > 0) this.note(filters, page);
      return page;
    };
    return { ...source, read };
  });
  /** Why rows in sight are missing; null where none are. */
  readonly problem = computed<ApiProblem | null>(() => [...this.problems().values()].at(-1) ?? null);
  /** How many rows match; null while that is not known, or where there is no condition. */
  readonly matched = computed(() => {
    if (!this.filters.isActive()) return null;
    return this.isPaged() ? this.counted() : this.rows().length;
  });
  /** Matching rows that a paged table has by now. */
  readonly scrollable = computed(() => this.counted() ?? PAGE_ROWS);

  /** What could not be read is to be read again. */
  forgetProblems(): void {
    this.problems.set(new Map());
  }

  show(shown: FilteredStatement): void {
    this.shown.set(shown);
  }

  /** The most frequent values of a column over all rows that meet the conditions of other columns. */
  async top(column: number): Promise<readonly ValueCount[]> {
    return (
      await this.sumUp(
        column,
        this.filters.all().filter((filter) => filter.column !== column),
      )
    ).top;
  }

  /** What the values of a column come to, over the rows that are shown. Rejects with an ApiProblem. */
  statistics(column: number): Promise<ColumnStatistics> {
    return this.sumUp(column, this.filters.all());
  }

  /** The cells that contain a text; `rows` are those of a result that is here, as they stand. */
  matches(wanted: WantedText, sort: RowSort | null, rows: () => readonly ResultRow[]): MatchSource {
    const shown = this.shown();
    if (!shown?.isPaged) return matchesIn(rows(), wanted);
    const view = { sort, filters: this.filters.all() };
    const text = { text: wanted.text, case_sensitive: wanted.isExact, limit: MOST_MATCHES };
    return pagedMatches((range) => this.api.matches(shown.runId, shown.statement.index, { ...text, ...range }, view));
  }

  private async sumUp(column: number, filters: readonly ResultFilter[]): Promise<ColumnStatistics> {
    const shown = this.shown();
    if (shown?.isPaged) return this.api.statistics(shown.runId, shown.statement.index, column, filters);
    const rows = this.firstRows().filter(rowPredicate(this.kinds(), filters));
    return columnStatistics(
      this.kinds()[column]?.kind ?? 'other',
      rows.map((row) => row[column] ?? null),
    );
  }

  private note(
    filters: readonly ResultFilter[],
    { filtered_row_count: count, complete, offset, rows }: RowsPage,
  ): void {
    if (filters !== this.filters.all()) return;
    this.counted.update((before) => count ?? Math.max(before ?? 0, offset + rows.length));
    if (count !== null && count !== undefined && complete) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.countAgain(filters), COUNT_AGAIN_MS);
  }

  private async countAgain(filters: readonly ResultFilter[]): Promise<void> {
    const shown = this.shown();
    if (!shown || filters !== this.filters.all()) return;
    const page = this.api.rows(shown.runId, shown.statement.index, 0, { filters }, 1);
    const first = await this.reported(this.viewKey(), 'count', page).catch(() => null);
    if (first && shown.runId === this.shown()?.runId) this.note(filters, first);
  }

  /** An answer whose failure is shown until the same is read, or is to be read again. */
  private async reported(view: unknown, key: number | 'count', answer: Promise<RowsPage>): Promise<RowsPage> {
    try {
      const page = await answer;
      if (this.problems().has(key)) this.setProblem(view, key, null);
      return page;
    } catch (error) {
      this.setProblem(view, key, ApiProblem.from(error));
      throw error;
    }
  }

  private setProblem(view: unknown, key: number | 'count', problem: ApiProblem | null): void {
    if (view !== this.viewKey()) return;
    const others = [...this.problems()].filter(([one]) => one !== key);
    this.problems.set(new Map(problem ? [...others, [key, problem]] : others));
  }
}
