import { computed, inject, Injectable, signal } from '@angular/core';
import type { ResultRow, StatementResult } from '#libs/api';
import { WHOLE_RESULT_ROWS } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { ResultsApi } from './results-api';

/** Rows that the map and the chart take of a result that is paged; documented in docs/studio.md. */
export const READ_ROWS = 100_000;
/** Characters of the rows that are read; wide rows reach it first. */
export const READ_CHARACTERS = 60_000_000;

/** Which rows are wanted. */
export interface RowsRequest {
  readonly runId: string;
  readonly statement: StatementResult;
  /** No more than these. */
  readonly cap: number;
}

/** A failure of reading, or why there are no more rows here. */
export type RowsEnd = 'all' | 'cap' | 'size' | 'failed';

/**
 * The rows of a statement beyond its first page, read from what the server keeps; the query is not run again. Provided by
 * each mode that needs them.
 */
@Injectable()
export class ResultRows {
  private readonly api = inject(ResultsApi);
  private readonly read = signal<readonly ResultRow[]>([]);
  private readonly failure = signal<ApiProblem | null>(null);
  private readonly ended = signal<RowsEnd | null>(null);
  private wish: RowsRequest | null = null;
  private turn = 0;

  /** In the order in which the database sent them. */
  readonly rows = this.read.asReadonly();
  readonly problem = this.failure.asReadonly();
  /** Why reading stopped; null while it goes on. */
  readonly end = this.ended.asReadonly();
  readonly isReading = computed(() => this.ended() === null);

  /** Reads what is wanted, unless that is what is here or on its way. */
  want(wish: RowsRequest): void {
    const before = this.wish;
    this.wish = wish;
    const { statement, runId, cap } = wish;
    if (statement.delivery === 'whole') this.takeWhole(statement);
    else if (before?.runId !== runId || before.statement.index !== statement.index || before.cap !== cap)
      void this.follow(++this.turn, []);
    else if (statement.received_rows > before.statement.received_rows && this.ended() === 'all')
      void this.follow(++this.turn, this.read());
  }

  /** Reads on after a failure. */
  retry(): void {
    void this.follow(++this.turn, this.read());
  }

  private takeWhole(statement: StatementResult): void {
    this.turn += 1;
    if (this.read() !== statement.rows) this.read.set(statement.rows);
    this.ended.set('all');
  }

  /** Page after page, as long as nothing else is wanted. */
  private async follow(turn: number, known: readonly ResultRow[]): Promise<void> {
    const { wish } = this;
    if (!wish) return;
    let rows = [...known];
    let characters = charactersOf(rows);
    this.failure.set(null);
    this.ended.set(null);
    this.read.set(rows);
    try {
      let end: RowsEnd | null = null;
      while (end === null) {
        const limit = Math.min(WHOLE_RESULT_ROWS, wish.cap - rows.length);
        const page = await this.api.rows(wish.runId, wish.statement.index, rows.length, {}, limit);
        if (turn !== this.turn) return;
        rows = [...rows, ...page.rows];
        characters += charactersOf(page.rows);
        this.read.set(rows);
        if (page.rows.length === 0 || rows.length >= (page.row_count ?? Infinity)) end = 'all';
        else if (rows.length >= wish.cap) end = 'cap';
        else if (characters > READ_CHARACTERS) end = 'size';
      }
      this.ended.set(end);
    } catch (error) {
      if (turn !== this.turn) return;
      this.failure.set(ApiProblem.from(error));
      this.ended.set('failed');
    }
  }
}

/** The characters of rows; NULL counts as four. */
export function charactersOf(rows: readonly ResultRow[]): number {
  let characters = 0;
  for (const row of rows) for (const cell of row) characters += cell?.length ?? 4;
  return characters;
}
