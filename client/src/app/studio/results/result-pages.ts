import { inject, Service } from '@angular/core';
import type { ResultRow, RowsPage } from '#libs/api';
import { PAGE_ROWS, WHOLE_RESULT_ROWS } from '#libs/api';
import type { RowSort } from '../run/run-state';
import type { RowRange } from './row-selection';
import { charactersOf, READ_CHARACTERS } from './result-rows';
import { ResultsApi } from './results-api';

/** Pages that are held; the one that was used longest ago goes first. */
const MOST_HELD = 64;

/** The pages of one paged statement, in the order that each reader wants. */
export interface PageSource {
  /** The page that begins at an offset, a multiple of `PAGE_ROWS`. Rejects with an ApiProblem. */
  readonly read: (offset: number, sort: RowSort | null) => Promise<RowsPage>;
  /** The rows of some stretches, in their order, read in large pieces that are not kept. Rejects with an ApiProblem. */
  readonly stretches: (stretches: readonly RowRange[], sort: RowSort | null) => Promise<readonly ResultRow[]>;
}

/** Pages of paged statements: each is asked for once, however many look at it, and stays at hand for a while. */
@Service()
export class ResultPages {
  private readonly api = inject(ResultsApi);
  private readonly held = new Map<string, Promise<RowsPage>>();

  /** The pages of a statement of a run. */
  of(runId: string, statement: number): PageSource {
    return {
      read: (offset, sort) => this.read(runId, statement, offset, sort),
      stretches: (stretches, sort) => this.stretches(runId, statement, stretches, sort),
    };
  }

  /** One page. Rejects with an ApiProblem. */
  read(runId: string, statement: number, offset: number, sort: RowSort | null): Promise<RowsPage> {
    const key = `${runId} ${statement} ${offset} ${sort?.column ?? ''} ${sort?.direction ?? ''}`;
    const page = this.held.get(key) ?? this.ask(key, runId, statement, offset, sort);
    this.held.delete(key);
    this.held.set(key, page);
    const [oldest] = this.held.keys();
    if (this.held.size > MOST_HELD && oldest !== undefined) this.held.delete(oldest);
    return page;
  }

  /**
   * The first `count` rows in an order, read in large pieces that are not kept; fewer where they are very long. Rejects
   * with an ApiProblem.
   */
  async first(runId: string, statement: number, count: number, sort: RowSort | null): Promise<readonly ResultRow[]> {
    const found: ResultRow[] = [];
    let characters = 0;
    while (found.length < count && characters < READ_CHARACTERS) {
      const limit = Math.min(WHOLE_RESULT_ROWS, count - found.length);
      const { rows } = await this.api.rows(runId, statement, found.length, sort, limit);
      if (rows.length === 0) break;
      for (const row of rows) found.push(row);
      characters += charactersOf(rows);
    }
    return found;
  }

  private async stretches(
    runId: string,
    statement: number,
    stretches: readonly RowRange[],
    sort: RowSort | null,
  ): Promise<readonly ResultRow[]> {
    const found: ResultRow[] = [];
    for (const [first, last] of stretches) {
      let offset = first;
      while (offset <= last) {
        const limit = Math.min(WHOLE_RESULT_ROWS, last - offset + 1);
        const { rows } = await this.api.rows(runId, statement, offset, sort, limit);
        if (rows.length === 0) break;
        for (const row of rows) found.push(row);
        offset += rows.length;
      }
    }
    return found;
  }

  /** A page to which rows may still be added is no page to keep. */
  private ask(key: string, runId: string, statement: number, offset: number, sort: RowSort | null): Promise<RowsPage> {
    const page = this.api.rows(runId, statement, offset, sort);
    const drop = (): boolean => this.held.get(key) === page && this.held.delete(key);
    page.then(({ rows, complete }) => complete || rows.length === PAGE_ROWS || drop(), drop);
    return page;
  }
}
