import type { ResultRow } from '#libs/api';
import type { RangeExtent } from '../../range/ui/grid-range';
import type { FocusedCell } from '../../ui/grid-focus';
import type { Rows, RowsToRead } from '../../ui/grid-rows';
import type { ResultGrid } from '../../ui/result-grid';
import type { SearchedRows } from '../next-invalid';
import type { EditMove } from '../open-cell';
import type { TableEdits } from '../table-edits';

/** The cells that an edit is about. Rows count from 0 as they stand; columns are places in the result. */
export interface SelectedCells extends RowsToRead {
  readonly first: number;
  readonly last: number;
  readonly columns: readonly number[];
}

/** Finds the rows and cells that are selected in a grid, those that are to be added behind all others. */
export class EditedRows {
  constructor(
    private readonly edits: TableEdits,
    private readonly grid: () => ResultGrid | null,
  ) {}

  /** The chosen rows, or the one with the focus. */
  chosen(): RowsToRead {
    const grid = this.grid();
    if (grid && grid.chosenCount() > 0) return grid.chosen();
    const cell = this.focused();
    return these(cell ? [cell.row] : []);
  }

  /** The range of cells, or the cell with the focus. */
  selected(): SelectedCells {
    const grid = this.grid();
    const [extent, cell] = [grid?.range.extent() ?? null, this.focused()];
    if (extent) {
      const { firstRow: first, lastRow: last, columns } = extent;
      return { first, last, columns, ...this.stretch(first, last) };
    }
    const first = (cell?.rowNumber ?? 1) - 1;
    return { first, last: first, columns: cell ? [cell.columnIndex] : [], ...these(cell ? [cell.row] : []) };
  }

  /** The rows from one place to another, both included. */
  stretch(first: number, last: number): RowsToRead {
    const count = last - first + 1;
    return { count, rows: () => this.from(first, count) };
  }

  /** Rows from a place on, as far as there are any. Rejects with an ApiProblem. */
  async from(first: number, count: number): Promise<readonly ResultRow[]> {
    return (await this.grid()?.rowsBetween(first, first + count - 1)) ?? [];
  }

  /** All rows, also those that have to be read, as they are searched for invalid cells. */
  searched(): SearchedRows<ResultRow> {
    return {
      total: this.last() + 1,
      read: (first, last) => this.from(first, last - first + 1),
      columnsOf: (row) => this.edits.invalidColumns(row),
    };
  }

  /** The columns that are shown, in their order. */
  columns(): readonly number[] {
    return (this.grid()?.state.list() ?? []).flatMap(({ index, isShown }) => (isShown ? [index] : []));
  }

  /** The cell with the focus, also of an added row that the grid has yet to draw. */
  focused(): FocusedCell | null {
    const grid = this.grid();
    const [cell, at] = [grid?.focusing.cell() ?? null, grid?.focusing.place() ?? null];
    if (cell !== null || !grid || at === null) return cell;
    const row = this.edits.added()[at.row - grid.rowTotal()];
    return row ? { columnIndex: at.column, rowNumber: at.row + 1, value: null, row } : null;
  }

  /** The place of the last row. */
  last(): number {
    return (this.grid()?.rowTotal() ?? 0) + this.edits.added().length - 1;
  }

  /** Moves the focus to the last row. It is drawn a moment after it is staged. */
  goToAdded(): void {
    const grid = this.grid();
    const column = this.edits
      .table()
      ?.columns.find(({ is_writable: isWritable, has_default: hasDefault }) => isWritable && !hasDefault);
    if (!grid) return;
    const row = this.last();
    setTimeout(() => grid.focusing.moveTo(row, column?.index ?? 0));
  }

  /** Selects cells that were staged together, once their rows are drawn, and brings the last of them into sight. */
  showBlock(block: RangeExtent): void {
    const grid = this.grid();
    if (block.firstRow < block.lastRow || block.columns.length > 1) setTimeout(() => grid?.range.select(block));
  }

  /** The cell that comes after another one; at an edge, the same. */
  next({ row, index }: { row: number; index: number }, move: EditMove): { row: number; index: number } {
    const columns = this.columns();
    const place = columns.indexOf(index) + (move === 'right' ? 1 : move === 'left' ? -1 : 0);
    return { row: move === 'down' ? Math.min(row + 1, this.last()) : row, index: columns[place] ?? index };
  }
}

/** Rows that are at hand. */
export function these(rows: readonly ResultRow[]): RowsToRead {
  return { count: rows.length, rows: () => rows };
}

/** Rows with what is staged for them. */
export function shownRows(edits: TableEdits, rows: Rows): Rows {
  if (rows instanceof Promise) return rows.then((known) => shownRows(edits, known));
  return rows.map((row) => edits.shownRow(row));
}
