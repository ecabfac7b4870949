import { effect, signal, untracked } from '@angular/core';
import type { GridApi, IRowNode } from 'ag-grid-community';
import type { EditableTable, ResultRow, RowEdit } from '#libs/api';
import type { TableEdits } from '../table-edits';

/** The pages of a grid that reads its rows. */
interface PagedRows {
  readonly showAdded: () => void;
}

/**
 * Draws what is staged on the cells of a grid that are in sight, and puts rows that are to be added behind all others;
 * does nothing until a grid is attached. Needs an injection context.
 */
export class GridMarks {
  private readonly api = signal<GridApi<ResultRow> | null>(null);
  private drawn: ReadonlyMap<string, RowEdit> = new Map();
  private drawnTable: EditableTable | null = null;
  private added: readonly ResultRow[] = [];

  /** `pages` returns null for a grid that has all rows. */
  constructor(
    private readonly edits: TableEdits,
    private readonly pages: () => PagedRows | null,
  ) {
    effect(() => {
      const [api, added] = [this.api(), this.edits.added()];
      if (api) untracked(() => this.showAdded(api, added));
    });
    effect(() => {
      const [api, table, { rows }] = [this.api(), this.edits.table(), this.edits.staging()];
      if (api && table) untracked(() => this.draw(api, table, rows));
    });
  }

  attach(api: GridApi<ResultRow>): void {
    this.added = this.edits.added();
    this.api.set(api);
  }

  /** Draws the rows whose edits are others than those that are drawn. */
  private draw(api: GridApi<ResultRow>, table: EditableTable, rows: ReadonlyMap<string, RowEdit>): void {
    const before = this.drawnTable === table ? this.drawn : new Map<string, RowEdit>();
    [this.drawn, this.drawnTable] = [rows, table];
    if (rows === before) return;
    const rowNodes = api.getRenderedNodes().filter(({ data }: IRowNode<ResultRow>) => {
      const id = data ? this.edits.idOf(data) : '';
      return rows.get(id) !== before.get(id);
    });
    if (rowNodes.length > 0) api.refreshCells({ rowNodes, force: true });
  }

  private showAdded(api: GridApi<ResultRow>, rows: readonly ResultRow[]): void {
    const before = this.added;
    if (rows === before) return;
    this.added = rows;
    const pages = this.pages();
    if (pages) {
      pages.showAdded();
      return;
    }
    const [known, wanted] = [new Set(before), new Set(rows)];
    const add = rows.filter((row) => !known.has(row));
    const remove = before.filter((row) => !wanted.has(row));
    api.applyTransaction({ add, remove });
  }
}
