import { effect, signal, untracked } from '@angular/core';
import type { GridApi, IRowNode } from 'ag-grid-community';
import type { EditableTable, ResultRow } from '#libs/api';
import { NO_STAGING } from '#libs/changes';
import type { Staging } from '#libs/changes';
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
  private drawn: Staging = NO_STAGING;
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
      const [api, table, staging] = [this.api(), this.edits.table(), this.edits.staging()];
      if (api && table) untracked(() => this.draw(api, table, staging));
    });
  }

  attach(api: GridApi<ResultRow>): void {
    this.added = this.edits.added();
    this.api.set(api);
  }

  /** Draws the rows whose edits are others than those that are drawn. */
  private draw(api: GridApi<ResultRow>, table: EditableTable, staging: Staging): void {
    const before = this.drawnTable === table ? this.drawn : NO_STAGING;
    [this.drawn, this.drawnTable] = [staging, table];
    const { rows, invalid } = staging;
    if (rows === before.rows && invalid === before.invalid) return;
    const rowNodes = api.getRenderedNodes().filter(({ data }: IRowNode<ResultRow>) => {
      const id = data ? this.edits.idOf(data) : '';
      return rows.get(id) !== before.rows.get(id) || invalid.get(id) !== before.invalid.get(id);
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
