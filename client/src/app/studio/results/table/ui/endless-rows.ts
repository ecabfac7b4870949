import type { GridApi, IDatasource, SortModelItem } from 'ag-grid-community';
import type { ResultRow } from '#libs/api';
import { PAGE_ROWS } from '#libs/api';
import type { PageSource } from '../../result-pages';
import type { RowSort } from '../../../run/run-state';
import { columnIndex } from './grid-columns';
import { GRID_SIZES } from './grid-options';

/** What the grid learns while it reads. */
export interface EndlessReading {
  /** Rows that the grid shows by now. */
  readonly rowCount: () => number;
  /** Rows that stand behind all that are read. */
  readonly added: () => readonly ResultRow[];
  /** A page came with fewer rows than a page has, though more will come. */
  readonly cameShort: () => void;
}

/** The pages of a statement as the grid asks for them: one block for each page, when it comes into sight. */
export function endlessRows(source: PageSource, { rowCount, added, cameShort }: EndlessReading): IDatasource {
  return {
    getRows: (asked) => {
      const { startRow, endRow, sortModel } = asked;
      const count = rowCount();
      const behind = added().slice(Math.max(startRow - count, 0), Math.max(endRow - count, 0));
      if (behind.length > 0 && startRow >= count) {
        asked.successCallback([...behind], count + added().length);
        return;
      }
      source.read(startRow, sortOf(sortModel)).then(
        ({ rows, complete }) => {
          if (!complete && rows.length < PAGE_ROWS) cameShort();
          asked.successCallback(behind.length > 0 ? [...rows, ...behind] : rows, rowCount() + added().length);
        },
        () => asked.failCallback(),
      );
    },
  };
}

/** The one column that the grid sorts by; null where it is none of the result's. */
export function sortOf([first]: readonly Pick<SortModelItem, 'colId' | 'sort'>[]): RowSort | null {
  const column = first ? columnIndex(first.colId) : null;
  return column === null ? null : { column, direction: first?.sort === 'desc' ? 'desc' : 'asc' };
}

/** Rows of a result that can be scrolled through by now: while rows arrive, whole pages only. */
export function scrollableRows(knownRows: number, isComplete: boolean): number {
  if (isComplete) return knownRows;
  return Math.max(Math.min(knownRows, PAGE_ROWS), knownRows - (knownRows % PAGE_ROWS));
}

/** The row whose page one is on: the one at the top, and at the very end of so many rows the last one. */
export function rowOfPage(api: GridApi<ResultRow>, host: HTMLElement, rowTotal: number): number {
  const body = host.querySelector('.ag-grid-viewport');
  if (body && body.scrollTop > 0 && body.scrollTop + body.clientHeight >= body.scrollHeight - 1) return rowTotal - 1;
  const first = api.getFirstDisplayedRowIndex();
  // A very tall grid is drawn closer than its pixels say, so only the beginning is known from them.
  return first > 0 ? first + GRID_SIZES.buffer : Math.floor(api.getVerticalPixelRange().top / GRID_SIZES.row);
}
