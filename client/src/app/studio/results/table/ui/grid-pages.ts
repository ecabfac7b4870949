import { afterRenderEffect, untracked } from '@angular/core';
import type { Signal } from '@angular/core';
import type { GridApi, IDatasource } from 'ag-grid-community';
import type { ResultRow } from '#libs/api';
import { PAGE_ROWS } from '#libs/api';
import type { PageSource } from '../../result-pages';
import { endlessRows, rowOfPage } from './endless-rows';

/** What a grid that reads its rows knows of them. */
export interface PageReading {
  readonly host: HTMLElement;
  readonly rowTotal: () => number;
  /** Rows that stand behind all that are read. */
  readonly added: () => readonly ResultRow[];
  /** Another page has come to the top, by the place of its first row. */
  readonly seen: (offset: number) => void;
}

/** The pages of a grid that reads its rows as they come into sight; does nothing until a grid is attached. */
export class GridPages {
  private api: GridApi<ResultRow> | null = null;
  private hasShortPage = false;
  private seenPage = 0;

  constructor(private readonly reading: PageReading) {}

  attach(api: GridApi<ResultRow>): void {
    this.api = api;
  }

  /** Where the grid reads its rows. */
  datasource(source: PageSource): IDatasource {
    const { rowTotal: rowCount, added } = this.reading;
    return endlessRows(source, { rowCount, added, cameShort: () => (this.hasShortPage = true) });
  }

  /** There are so many rows by now, and those that are added. */
  grow(count: number): void {
    this.api?.setRowCount(count + this.reading.added().length, true);
    if (this.hasShortPage) this.readAgain();
    this.hasShortPage = false;
  }

  /** Other rows are added: the pages that they are on are put together anew. */
  showAdded(): void {
    this.grow(this.reading.rowTotal());
    this.readAgain();
  }

  /** Reads what could not be read once more. */
  readAgain(): void {
    this.api?.refreshInfiniteCache();
  }

  /** Reports when another page has come to the top; at the very end it is the last one. */
  scrolled(): void {
    if (!this.api) return;
    const { host, rowTotal, seen } = this.reading;
    const row = rowOfPage(this.api, host, rowTotal());
    const page = row - (row % PAGE_ROWS);
    if (page === this.seenPage || page < 0) return;
    this.seenPage = page;
    seen(page);
  }
}

/**
 * Calls back once a grid reads other rows than before, such as those of another filter: it does not report so itself. Rows
 * that were held and are read from now on are the same. Needs an injection context.
 */
export function watchRowsRead(source: Signal<PageSource | null>, changed: () => void): void {
  let before: PageSource | null = null;
  afterRenderEffect(() => {
    const now = source();
    if (before !== null && now !== null) untracked(changed);
    before = now;
  });
}
