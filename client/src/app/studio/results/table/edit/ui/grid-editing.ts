import { ApplicationRef, DestroyRef, inject, Injectable, signal } from '@angular/core';
import type { ChangeValue, ResultRow } from '#libs/api';
import type { CellEdit } from '#libs/changes';
import { ChangeReviews } from '../../../../edits/ui/change-reviews';
import { ClipboardText } from '../../../clipboard-text';
import type { FocusedCell } from '../../ui/grid-focus';
import type { ResultGrid } from '../../ui/result-grid';
import { editKeyOf } from '../edit-keys';
import type { EditKey } from '../edit-keys';
import { reasonAgainst, reasonAgainstRows, reasonAgainstValue } from '../edit-reasons';
import { isEditable } from '../editable-results';
import type { CommittedCell, EditMove, OpenCell } from '../open-cell';
import { TableEdits } from '../table-edits';
import { nextInvalid } from '../next-invalid';
import { EditNotices } from './edit-notices';
import { EditedRows } from './edited-rows';
import { GeometryCells } from './geometry-cells';
import { keyedGrid, PendingKeys } from './pending-keys';
import type { KeyTaker } from './pending-keys';
import { duplicatesOf, pastedBlock, pasteOf } from './row-blocks';

/** Edits rows in a grid: what is selected when an edit begins. Nothing is written; everything is staged. */
@Injectable()
export class GridEditing {
  readonly edits = inject(TableEdits);
  private readonly app = inject(ApplicationRef);
  private readonly clipboard = inject(ClipboardText);
  private readonly notices = inject(EditNotices);
  private readonly reviews = inject(ChangeReviews);
  private readonly current = signal<OpenCell | null>(null);
  private lastId = 0;
  private grid: () => ResultGrid | null = () => null;
  private readonly rows = new EditedRows(this.edits, () => this.grid());
  private readonly geometries = inject(GeometryCells);
  /** What is typed before the editor of a cell, or the next cell, has the focus. */
  readonly pending = new PendingKeys(() => keyedGrid(this.grid()));

  constructor() {
    inject(DestroyRef).onDestroy(() => this.pending.drop());
  }

  /** The cell that is being edited. */
  readonly cell = this.current.asReadonly();

  attach(grid: () => ResultGrid): void {
    this.grid = grid;
  }

  /** Whether a key edits rows here. Bound, so that a grid can take it. */
  readonly press = (event: KeyboardEvent): boolean => {
    const key = editKeyOf(event);
    if (key === null || !this.canTry()) return false;
    if (key === 'type') return this.type(event);
    void this.perform(key);
    return true;
  };

  /** Edits a cell; false where it cannot be. `typed` takes the place of its value. */
  async begin({ row, rowNumber, columnIndex }: FocusedCell, typed: string | null = null): Promise<boolean> {
    this.current.set(null);
    if (!this.canTry()) return false;
    this.pending.keep();
    const focused = document.activeElement;
    const editability = await this.edits.ask();
    if (document.activeElement !== focused && this.isLeft()) {
      this.pending.drop();
      return true;
    }
    if (!isEditable(editability)) {
      this.pending.drop();
      if (typed !== null) this.notices.refuse(editability.reason);
      return false;
    }
    const column = this.edits.column(columnIndex);
    const reason = reasonAgainst(this.edits, row, column);
    if (reason !== null || column === null) {
      this.pending.drop();
      this.notices.refuse(reason ?? '');
      return true;
    }
    const invalid = this.edits.invalidText(row, columnIndex);
    const value = invalid === null ? this.edits.valueOf(row, columnIndex) : (row[columnIndex] ?? null);
    const place = { row, rowIndex: rowNumber - 1, index: columnIndex, column };
    const cell = { id: (this.lastId += 1), ...place, value, invalid, typed };
    this.current.set(cell);
    if (column.kind === 'geometry' && typed === null) await this.editGeometry(cell);
    // Drawn at once, so that the next key meets the editor.
    else this.app.tick();
    return true;
  }

  /** Edits a cell, and gives the reason where it cannot be. */
  async beginOrRefuse(cell: FocusedCell): Promise<void> {
    const editability = await this.edits.ask();
    if (isEditable(editability)) await this.begin(cell);
    else this.notices.refuse(editability.reason);
  }

  /** Stages what was entered, and goes on. */
  commit({ value, isInvalid, move }: CommittedCell): void {
    const cell = this.current();
    this.current.set(null);
    if (cell === null) return;
    if (isInvalid && typeof value === 'string') this.keepInvalid(cell, value);
    else this.stage([{ row: cell.row, index: cell.index, value }]);
    if (move === 'stay') return;
    this.go(cell, move);
  }

  cancel(): void {
    this.current.set(null);
    this.grid()?.focus();
    this.pending.handToGrid();
  }

  /** Adds an empty row behind all others and goes there. */
  async addRow(): Promise<void> {
    if (!(await this.isReady('can_insert'))) return;
    this.notices.take(this.edits.add([{}]));
    this.rows.goToAdded();
  }

  /** Adds the chosen rows once more, without their keys where the database gives new ones. */
  async duplicate(rows = this.rows.chosen()): Promise<void> {
    if (!(await this.isReady('can_insert'))) return;
    await this.notices.read(rows, (known) => {
      this.notices.take(this.edits.add(duplicatesOf(known, this.edits)));
      this.rows.goToAdded();
    });
  }

  /** Deletes the chosen rows, or the one with the focus. */
  async deleteRows(rows = this.rows.chosen()): Promise<void> {
    if (!(await this.isReady('can_delete'))) return;
    await this.notices.read(rows, (known) => {
      const passedOver = known.filter((row) => this.edits.reference(row) === null).length;
      this.notices.take(this.edits.remove(known));
      this.notices.passOver(passedOver);
    });
  }

  /** Takes the edits of the chosen rows back. */
  async revert(rows = this.rows.chosen()): Promise<void> {
    await this.notices.read(rows, (known) => this.edits.revert(known));
  }

  /** Sets the selected cells to one value. */
  async set(value: ChangeValue): Promise<void> {
    const selected = this.rows.selected();
    if (!isEditable(await this.edits.ask())) return;
    await this.notices.read(selected, (known) =>
      this.stage(known.flatMap((row) => selected.columns.map((index) => ({ row, index, value })))),
    );
  }

  /** Gives the selected cells the values of the first row, or one cell the value above it. */
  async fillDown(): Promise<void> {
    const { columns, first, last } = this.rows.selected();
    if (!isEditable(await this.edits.ask())) return;
    const from = first === last ? Math.max(first - 1, 0) : first;
    await this.notices.read(this.rows.stretch(from, last), ([source, ...rows]) => {
      const values = source === undefined ? [] : columns.map((index) => this.edits.valueOf(source, index));
      this.stage(rows.flatMap((row) => columns.map((index, place) => ({ row, index, value: values[place] ?? null }))));
    });
  }

  /** Pastes a cell that was copied here, or a block of a spreadsheet, from the focused cell on. */
  async paste(text: string): Promise<void> {
    const block = pastedBlock(text, this.clipboard.cellOf(text));
    const [cell, { first, last, columns }] = [this.rows.focused(), this.rows.selected()];
    const editability = await this.edits.ask();
    if (!isEditable(editability)) {
      this.notices.refuse(editability.reason);
      return;
    }
    if (cell === null) return;
    const shown = this.rows.columns();
    const from = shown.slice(shown.indexOf(columns[0] ?? cell.columnIndex));
    const paste = pasteOf(block, { from, selected: { rows: last - first + 1, columns: columns.length } });
    await this.notices.read(this.rows.stretch(first, first + paste.rows - 1), (known) => {
      const reason = paste.apply(known, this.edits);
      if (reason !== null) this.notices.refuse(reason, 'Nothing was pasted');
      else this.rows.showBlock({ firstRow: first, lastRow: first + paste.rows - 1, columns: paste.columns });
    });
  }

  /** Moves the focus to the invalid cell behind the one that has it, also where its row has to be read. */
  async showInvalid(): Promise<void> {
    // Rows that were read anew are known by their table alone.
    await this.edits.ask();
    await this.notices.with(nextInvalid(this.rows.searched(), this.grid()?.focusing.place() ?? null), (next) => {
      if (next !== null) this.grid()?.focusing.moveTo(next.row, next.column);
    });
  }

  /** The focus has gone to another part of the page, which keeps it. */
  private isLeft(): boolean {
    const [grid, focused] = [this.grid(), document.activeElement];
    return focused !== null && focused !== document.body && grid?.element.contains(focused) !== true;
  }

  private canTry(): boolean {
    const editability = this.edits.editability();
    return this.edits.canAsk() && (editability === null || isEditable(editability));
  }

  /** The editor is there, and has the focus: it gets what was typed before. */
  opened(editor: KeyTaker): void {
    const id = this.current()?.id;
    this.pending.handTo(editor, () => this.current()?.id === id);
  }

  /** Pastes into the cell whose editor is on its way, else from the focused cell on. */
  pasteText(text: string): void {
    if (!this.pending.paste(text)) void this.paste(text);
  }

  private async editGeometry(cell: OpenCell): Promise<void> {
    this.pending.drop();
    const edited = await this.geometries.edit(cell);
    if (this.current()?.id !== cell.id) return;
    if (edited !== null) this.commit({ value: edited.value, isInvalid: false, move: 'stay' });
    this.current.set(null);
    // On the map, the dialog gives the focus back.
    if (this.grid()?.element.checkVisibility({ visibilityProperty: true })) this.grid()?.focus();
  }

  private type(event: KeyboardEvent): boolean {
    const cell = this.rows.focused();
    if (cell === null) return this.grid()?.focusing.place() ? this.pending.hold(event) : false;
    void this.begin(cell, event.key);
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
      const reason = reasonAgainstValue(this.edits, row, column, value);
      if (reason !== null || column === null || reference === null) {
        this.notices.refuse(reason ?? '');
        return;
      }
      edits.push({ row: reference, column: column.column, value });
    }
    this.notices.take(this.edits.set(edits));
  }

  private keepInvalid({ row, column }: OpenCell, text: string): void {
    const reference = this.edits.reference(row);
    if (reference !== null) this.edits.keepInvalid({ row: reference, column: column.column, text });
  }

  private async isReady(right: 'can_insert' | 'can_delete'): Promise<boolean> {
    const reason = reasonAgainstRows(await this.edits.ask(), right);
    if (reason !== null) this.notices.refuse(reason);
    return reason === null;
  }

  private go({ rowIndex, index }: OpenCell, move: EditMove): void {
    const to = this.rows.next({ row: rowIndex, index }, move);
    this.grid()?.focusing.moveTo(to.row, to.index);
    // Before the next frame, which then lays the page out once. An editor takes kept keys while it is being drawn.
    if (!this.pending.isHanding()) this.app.tick();
    // A row that was out of sight has yet to be drawn.
    this.pending.handToGrid();
  }
}
