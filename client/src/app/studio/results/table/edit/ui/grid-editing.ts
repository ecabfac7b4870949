import { inject, Injectable, signal } from '@angular/core';
import type { ChangeValue, EditableColumn, ResultRow } from '#libs/api';
import { checkValue } from '#libs/changes';
import type { CellEdit } from '#libs/changes';
import { ApiProblem } from '../../../../../shared/http/api-problem';
import { Toasts } from '../../../../../shared/ui/toast/toasts';
import { ChangeReviews } from '../../../../edits/ui/change-reviews';
import type { FocusedCell } from '../../ui/grid-focus';
import type { ResultGrid } from '../../ui/result-grid';
import { editKeyOf } from '../edit-keys';
import type { EditKey } from '../edit-keys';
import { isEditable } from '../editable-results';
import type { CommittedCell, EditMove, OpenCell } from '../open-cell';
import { TableEdits } from '../table-edits';
import { duplicatesOf, pasteOf } from './row-blocks';

/** Edits rows in a grid: cells, added and deleted rows, pasted blocks. Nothing is written; everything is staged. */
@Injectable()
export class GridEditing {
  readonly edits = inject(TableEdits);
  private readonly toasts = inject(Toasts);
  private readonly reviews = inject(ChangeReviews);
  private readonly current = signal<OpenCell | null>(null);
  private grid: () => ResultGrid | null = () => null;
  /** What is typed while it is not known yet whether the cell can be edited. */
  private typed: string | null = null;

  /** The cell that is being edited. */
  readonly cell = this.current.asReadonly();

  attach(grid: () => ResultGrid): void {
    this.grid = grid;
  }

  /** Whether a key edits rows here. Bound, so that a grid can take it. */
  readonly press = (event: KeyboardEvent): boolean => {
    const key = editKeyOf(event);
    if (key === null || !this.canTry()) return false;
    if (key === 'type') return this.type(event.key);
    void this.perform(key);
    return true;
  };

  /** Edits a cell; false where it cannot be. `typed` takes the place of its value. */
  async begin({ row, rowNumber, columnIndex }: FocusedCell, typed: string | null = null): Promise<boolean> {
    this.current.set(null);
    if (!this.canTry()) return false;
    this.typed = typed;
    const editability = await this.edits.ask();
    const text = this.typed;
    this.typed = null;
    if (!isEditable(editability)) {
      if (typed !== null) this.refuse(editability.reason);
      return false;
    }
    const column = this.edits.column(columnIndex);
    const reason = this.reasonAgainst(row, column);
    if (reason !== null || column === null) this.refuse(reason ?? '');
    else {
      const value = this.edits.valueOf(row, columnIndex);
      this.current.set({ row, rowIndex: rowNumber - 1, index: columnIndex, column, value, typed: text });
    }
    return true;
  }

  /** Stages what was entered, and goes on. */
  commit({ value, move }: CommittedCell): void {
    const cell = this.current();
    this.current.set(null);
    if (cell === null) return;
    this.stage([{ row: cell.row, index: cell.index, value }]);
    if (move === 'stay') return;
    this.go(cell, move);
  }

  cancel(): void {
    this.current.set(null);
    this.grid()?.focus();
  }

  /** Adds an empty row behind all others and goes there. Bound, so that a button can take it. */
  readonly addRow = async (): Promise<void> => {
    if (!(await this.isReady('can_insert', 'added to'))) return;
    this.take(this.edits.add([{}]));
    this.goToAdded();
  };

  /** Adds the chosen rows once more, without their keys where the database gives new ones. */
  async duplicate(rows = this.chosen()): Promise<void> {
    if (!(await this.isReady('can_insert', 'added to'))) return;
    await this.with(rows, (known) => {
      this.take(this.edits.add(duplicatesOf(known, this.edits)));
      this.goToAdded();
    });
  }

  /** Deletes the chosen rows, or the one with the focus. */
  async deleteRows(rows = this.chosen()): Promise<void> {
    if (!(await this.isReady('can_delete', 'deleted from'))) return;
    await this.with(rows, (known) => this.take(this.edits.remove(known)));
  }

  /** Takes the edits of the chosen rows back. */
  async revert(rows = this.chosen()): Promise<void> {
    await this.with(rows, (known) => this.edits.revert(known));
  }

  /** Sets the selected cells to one value. */
  async set(value: ChangeValue): Promise<void> {
    if (!isEditable(await this.edits.ask())) return;
    const { columns, rows } = this.selected();
    await this.with(rows, (known) =>
      this.stage(known.flatMap((row) => columns.map((index) => ({ row, index, value })))),
    );
  }

  /** Gives the selected cells the values of the first row, or one cell the value above it. */
  async fillDown(): Promise<void> {
    if (!isEditable(await this.edits.ask())) return;
    const { columns, first, last } = this.selected();
    const from = first === last ? Math.max(first - 1, 0) : first;
    await this.with(this.rowsFrom(from, last - from + 1), ([source, ...rows]) => {
      const values = source === undefined ? [] : columns.map((index) => this.edits.valueOf(source, index));
      this.stage(rows.flatMap((row) => columns.map((index, place) => ({ row, index, value: values[place] ?? null }))));
    });
  }

  /** Pastes a block of a spreadsheet from the focused cell on. */
  async paste(text: string): Promise<void> {
    const editability = await this.edits.ask();
    if (!isEditable(editability)) {
      this.refuse(editability.reason);
      return;
    }
    const grid = this.grid();
    const cell = grid?.focusing.cell();
    if (!grid || !cell) return;
    const { first, last, columns } = this.selected();
    const shown = grid.state.list().flatMap(({ index, isShown }) => (isShown ? [index] : []));
    const from = shown.slice(shown.indexOf(columns[0] ?? cell.columnIndex));
    const paste = pasteOf(text, { from, selected: { rows: last - first + 1, columns: columns.length } });
    await this.with(this.rowsFrom(first, paste.rows), (known) => {
      const reason = paste.apply(known, this.edits);
      if (reason !== null) this.refuse(reason, 'Nothing was pasted');
    });
  }

  private canTry(): boolean {
    const editability = this.edits.editability();
    return this.edits.canAsk() && (editability === null || isEditable(editability));
  }

  private type(text: string): boolean {
    if (this.typed !== null) {
      this.typed += text;
      return true;
    }
    const cell = this.grid()?.focusing.cell();
    if (!cell) return false;
    void this.begin(cell, text);
    return true;
  }

  private async perform(key: Exclude<EditKey, 'type'>): Promise<void> {
    switch (key) {
      case 'undo':
        this.edits.undo();
        return;
      case 'redo':
        this.edits.redo();
        return;
      case 'add-row':
        return this.addRow();
      case 'delete-rows':
        return this.deleteRows();
      case 'clear':
        return (this.grid()?.chosenCount() ?? 0) > 0 ? this.deleteRows() : this.set(null);
      case 'fill-down':
        return this.fillDown();
      case 'review':
        return this.reviews.start();
    }
  }

  /** Stages cells where all of them may be so, and reports the first that may not. */
  private stage(cells: readonly { row: ResultRow; index: number; value: ChangeValue }[]): void {
    const edits: CellEdit[] = [];
    for (const { row, index, value } of cells) {
      const [column, reference] = [this.edits.column(index), this.edits.reference(row)];
      const reason = this.reasonAgainst(row, column) ?? (column && checkValue(column, value));
      if (reason !== null || column === null || reference === null) {
        this.refuse(reason ?? '');
        return;
      }
      edits.push({ row: reference, column: column.column, value });
    }
    this.take(this.edits.set(edits));
  }

  private reasonAgainst(row: ResultRow, column: EditableColumn | null): string | null {
    const table = this.edits.table();
    const name = table === null ? 'the table' : `${table.schema}.${table.table}`;
    if (column === null) return `This column is not one of ${name}.`;
    if (!column.is_writable) return column.reason ?? `${column.column} cannot be edited.`;
    if (this.edits.isAdded(row)) return null;
    if (this.edits.reference(row) === null) return `This row has no row of ${name}.`;
    if (this.edits.mark(row) === 'deleted') return 'This row is to be deleted. Undo that first.';
    return table?.can_update === false ? `The role may not change rows of ${name}.` : null;
  }

  private async isReady(right: 'can_insert' | 'can_delete', verb: string): Promise<boolean> {
    const editability = await this.edits.ask();
    if (!isEditable(editability)) this.refuse(editability.reason);
    else if (!editability[right])
      this.refuse(`Rows cannot be ${verb} ${editability.schema}.${editability.table}: the role may not.`);
    else return true;
    return false;
  }

  private chosen(): Rows {
    const grid = this.grid();
    if (grid && grid.chosenCount() > 0) return grid.chosenRows();
    const cell = grid?.focusing.cell();
    return cell ? [cell.row] : [];
  }

  /** The range of cells, or the cell with the focus. */
  private selected(): { first: number; last: number; columns: readonly number[]; rows: Rows } {
    const grid = this.grid();
    const [extent, cell] = [grid?.range.extent() ?? null, grid?.focusing.cell() ?? null];
    if (extent) {
      const { firstRow: first, lastRow: last, columns } = extent;
      return { first, last, columns, rows: this.rowsFrom(first, last - first + 1) };
    }
    const first = (cell?.rowNumber ?? 1) - 1;
    return { first, last: first, columns: cell ? [cell.columnIndex] : [], rows: cell ? [cell.row] : [] };
  }

  /** Rows as they stand, those that are to be added behind all others. */
  private async rowsFrom(first: number, count: number): Promise<readonly ResultRow[]> {
    const grid = this.grid();
    if (!grid) return [];
    const total = grid.rowTotal();
    const known = first < total ? await grid.rowsBetween(first, Math.min(first + count, total) - 1) : [];
    const added = this.edits.added().slice(Math.max(first - total, 0), Math.max(first + count - total, 0));
    return [...known, ...added];
  }

  private async with(rows: Rows, action: (rows: readonly ResultRow[]) => void): Promise<void> {
    try {
      action(await rows);
    } catch (error) {
      this.toasts.show({ tone: 'danger', title: "Couldn't load rows", text: ApiProblem.from(error).detail });
    }
  }

  private go({ rowIndex, index }: OpenCell, move: EditMove): void {
    const grid = this.grid();
    if (!grid) return;
    const shown = grid.state.list().flatMap((column) => (column.isShown ? [column.index] : []));
    const place = shown.indexOf(index) + (move === 'right' ? 1 : move === 'left' ? -1 : 0);
    const last = grid.rowTotal() + this.edits.added().length - 1;
    grid.focusing.moveTo(move === 'down' ? Math.min(rowIndex + 1, last) : rowIndex, shown[place] ?? index);
  }

  /** The row is drawn a moment after it is staged. */
  private goToAdded(): void {
    const grid = this.grid();
    const column = this.edits
      .table()
      ?.columns.find(({ is_writable: isWritable, has_default: hasDefault }) => isWritable && !hasDefault);
    if (!grid) return;
    const row = grid.rowTotal() + this.edits.added().length - 1;
    setTimeout(() => grid.focusing.moveTo(row, column?.index ?? 0));
  }

  private take(hasRoom: boolean): void {
    if (!hasRoom) this.refuse('A change set takes 10,000 rows. Review what is staged, or write a statement.');
  }

  private refuse(text: string, title = 'This cannot be edited'): void {
    this.toasts.show({ tone: 'neutral', title, text });
  }
}

type Rows = readonly ResultRow[] | Promise<readonly ResultRow[]>;
