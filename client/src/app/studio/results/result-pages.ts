import { inject, Service } from '@angular/core';
import type { ResultFilter, ResultRow, RowsPage } from '#libs/api';
import { PAGE_ROWS, WHOLE_RESULT_ROWS } from '#libs/api';
import type { RowSort } from '../run/run-state';
import type { RowRange } from './row-selection';
import { charactersOf, READ_CHARACTERS } from './result-rows';
import { ResultsApi } from './results-api';
import type { RowsView } from './results-api';

/** Pages that are held, and their characters; the one that was used longest ago goes first. */
const MOST_HELD = 64;
const MOST_HELD_CHARACTERS = READ_CHARACTERS;

interface HeldPage {
  readonly answer: Promise<RowsPage>;
  /** 0 until it has been read. */
  characters: number;
}

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
  private readonly held = new Map<string, HeldPage>();

  /** The pages of a statement of a run, of the rows that meet the conditions. */
  of(runId: string, statement: number, filters: readonly ResultFilter[] = []): PageSource {
    return {
      read: (offset, sort) => this.read(runId, statement, offset, sort, filters),
      stretches: (stretches, sort) => this.stretches(runId, statement, stretches, { sort, filters }),
    };
  }

  /** One page. Rejects with an ApiProblem. */
  read(
    runId: string,
    statement: number,
    offset: number,
    sort: RowSort | null,
    filters: readonly ResultFilter[] = [],
  ): Promise<RowsPage> {
    const order = `${sort?.column ?? ''} ${sort?.direction ?? ''}`;
    const key = `${runId} ${statement} ${offset} ${order} ${filters.length > 0 ? JSON.stringify(filters) : ''}`;
    const page = this.held.get(key) ?? this.ask(key, runId, statement, offset, { sort, filters });
    this.held.delete(key);
    this.held.set(key, page);
    this.dropOldest();
    return page.answer;
  }

  /**
   * The first `count` rows of a view, read in large pieces that are not kept; fewer where they are very long. Rejects
   * with an ApiProblem.
   */
  async first(runId: string, statement: number, count: number, view: RowsView): Promise<readonly ResultRow[]> {
    const found: ResultRow[] = [];
    let characters = 0;
    while (found.length < count && characters < READ_CHARACTERS) {
      const limit = Math.min(WHOLE_RESULT_ROWS, count - found.length);
      const { rows } = await this.api.rows(runId, statement, found.length, view, limit);
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
    view: RowsView,
  ): Promise<readonly ResultRow[]> {
    const found: ResultRow[] = [];
    for (const [first, last] of stretches) {
      let offset = first;
      while (offset <= last) {
        const limit = Math.min(WHOLE_RESULT_ROWS, last - offset + 1);
        const { rows } = await this.api.rows(runId, statement, offset, view, limit);
        if (rows.length === 0) break;
        for (const row of rows) found.push(row);
        offset += rows.length;
      }
    }
    return found;
  }

  /** A page to which rows may still be added, or whose rows are still counted, is no page to keep. */
  private ask(key: string, runId: string, statement: number, offset: number, view: RowsView): HeldPage {
    const page: HeldPage = { answer: this.whole(runId, statement, offset, view), characters: 0 };
    const drop = (): boolean => this.held.get(key) === page && this.held.delete(key);
    page.answer.then((answer) => {
      page.characters = charactersOf(answer.rows);
      if (isLasting(answer)) this.dropOldest();
      else drop();
    }, drop);
    return page;
  }

  /** All rows of a page: the server ends an answer early where its rows are very long. */
  private async whole(runId: string, statement: number, offset: number, view: RowsView): Promise<RowsPage> {
    let page = await this.api.rows(runId, statement, offset, view);
    while (page.rows.length < PAGE_ROWS && page.rows.length < rowsFrom(page)) {
      const { length } = page.rows;
      const more = await this.api.rows(runId, statement, offset + length, view, PAGE_ROWS - length);
      if (more.rows.length === 0) break;
      page = joined(page, more);
    }
    return page;
  }

  private dropOldest(): void {
    let characters = 0;
    for (const page of this.held.values()) characters += page.characters;
    for (const [key, page] of this.held) {
      if (this.held.size <= MOST_HELD && (characters <= MOST_HELD_CHARACTERS || this.held.size === 1)) return;
      this.held.delete(key);
      characters -= page.characters;
    }
  }
}

/** How many rows the view has from the page on; unlimited while they are counted. */
function rowsFrom({ offset, row_count: total, filtered_row_count: matching = total }: RowsPage): number {
  return matching === null ? Infinity : matching - offset;
}

/** A page with the rows that come behind it. */
function joined(page: RowsPage, more: RowsPage): RowsPage {
  const numbers = page.row_numbers && { row_numbers: [...page.row_numbers, ...(more.row_numbers ?? [])] };
  return { ...more, offset: page.offset, rows: [...page.rows, ...more.rows], ...numbers };
}

function isLasting({ complete, rows, filtered_row_count: matching }: RowsPage): boolean {
  return complete ? matching !== null : rows.length === PAGE_ROWS && matching === undefined;
}
