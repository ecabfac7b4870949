import { computed, effect, inject, Injectable, signal } from '@angular/core';
import type { ChangeValue, EditableColumn, EditableTable, ResultRow, RowEdit } from '#libs/api';
import {
  checkValue,
  hasRoom,
  inOneStep,
  NO_STAGING,
  redoStaging,
  rowId,
  stageCells,
  stageDeletes,
  stageInserts,
  stageInvalid,
  undoStaging,
  unstage,
} from '#libs/changes';
import type { CellEdit, InvalidCell, KnownRow, Staging } from '#libs/changes';
import { DEFAULT_DIALECT } from '#libs/dialects';
import { ConnectionsStore } from '../../../../shared/connections/connections.store';
import { TabEdits } from '../../../edits/tab-edits';
import { copiedValue } from './cell-face';
import type { CellFace, GridEdits, RowMark } from './cell-face';
import { EditableResults, isEditable } from './editable-results';
import type { ResultEditability } from './editable-results';

/** The result whose rows are edited. */
export interface EditedResult {
  readonly tabId: string;
  readonly runId: string;
  readonly index: number;
  readonly connectionId: string | null;
}

/** The table that is edited, with its connection. */
export interface EditedPlace {
  readonly connectionId: string;
  readonly schema: string;
  readonly table: string;
}

const MARKS: Readonly<Record<RowEdit['kind'], RowMark>> = { insert: 'added', update: 'changed', delete: 'deleted' };

/** The edits of the rows of one result, as they are staged in its tab. Each table provides its own. */
@Injectable()
export class TableEdits implements GridEdits {
  private readonly results = inject(EditableResults);
  private readonly tabEdits = inject(TabEdits);
  private readonly connections = inject(ConnectionsStore);
  private readonly shown = signal<EditedResult | null>(null);
  private readonly connection = computed(() => this.connections.find(this.shown()?.connectionId ?? ''));
  private readonly ids = computed(() => (this.table(), new WeakMap<ResultRow, string>()));
  /** Rows that stand in the grid for added ones, by their ids. */
  private readonly addedRows = new Map<string, ResultRow>();
  private readonly addedIds = new WeakMap<ResultRow, string>();

  /** Whether the connection takes change sets. Whether rows can be edited is checked at the first edit or menu. */
  readonly canAsk = computed(() => this.connection()?.capabilities.change_sets === true);
  /** Whose types the columns have. */
  readonly dialect = computed(() => this.connection()?.dialect ?? DEFAULT_DIALECT);
  /** What the server answered for the result; null before that. */
  readonly editability = computed<ResultEditability | null>(() => {
    const shown = this.shown();
    return shown && this.results.of(shown.runId, shown.index);
  });
  readonly table = computed<EditableTable | null>(() => {
    const editability = this.editability();
    return isEditable(editability) ? editability : null;
  });
  /** Whether rows can be edited is not known yet. */
  readonly isUnknown = computed(() => this.canAsk() && this.editability() === null);
  readonly staging = computed<Staging>(() => {
    const shown = this.shown();
    return shown ? this.tabEdits.of(shown.tabId, shown.connectionId) : NO_STAGING;
  });
  private readonly columns = computed(
    () => new Map(this.table()?.columns.map((column) => [column.index, column] as const)),
  );
  /** Rows that are to be added, in their order; they have no cells of their own. */
  readonly added = computed<readonly ResultRow[]>(
    () => {
      const table = this.table();
      if (table === null) return [];
      const rows: ResultRow[] = [];
      for (const [id, edit] of this.staging().rows)
        if (edit.kind === 'insert' && isOf(edit, table)) rows.push(this.addedRow(id));
      return rows;
    },
    { equal: (a, b) => a.length === b.length && a.every((row, place) => row === b[place]) },
  );

  constructor() {
    // Marks need the key of the table, also after a reload.
    effect(() => {
      if (this.isUnknown() && hasAny(this.staging())) void this.ask();
    });
  }

  /** Another result is edited. */
  show(result: EditedResult): void {
    this.shown.set(result);
  }

  /** The table that is edited, with its connection; null before it is known. */
  place(): EditedPlace | null {
    const [table, connectionId] = [this.table(), this.shown()?.connectionId ?? null];
    return table === null || connectionId === null ? null : { connectionId, schema: table.schema, table: table.table };
  }

  /** Checks whether the result can be edited. */
  ask(): Promise<ResultEditability> {
    const shown = this.shown();
    if (!shown) return Promise.resolve({ reason: 'There is no result.' });
    if (shown.connectionId !== null && this.tabEdits.isForOther(shown.tabId, shown.connectionId))
      return Promise.resolve({
        reason: 'This tab has staged changes for another connection. Review or discard them first.',
      });
    return this.results.ask(shown.runId, shown.index);
  }

  /** A column of the result as its table takes values for it. */
  column(index: number): EditableColumn | null {
    return this.columns().get(index) ?? null;
  }

  /** The row as edits name it: its key and its cells, or the id of an added one; null where its key is not known. */
  reference(row: ResultRow): KnownRow | string | null {
    const [table, added] = [this.table(), this.addedIds.get(row)];
    if (added !== undefined) return added;
    if (table === null) return null;
    const cells = Object.fromEntries(table.columns.map(({ column, index }) => [column, row[index] ?? null]));
    const key: Record<string, string> = {};
    for (const name of table.key) {
      const cell = cells[name] ?? null;
      if (cell === null) return null;
      key[name] = cell;
    }
    return { schema: table.schema, table: table.table, key, cells };
  }

  /** What is staged for a row. */
  editOf(row: ResultRow): RowEdit | null {
    const { rows } = this.staging();
    if (rows.size === 0) return null;
    return rows.get(this.idOf(row)) ?? null;
  }

  isAdded(row: ResultRow): boolean {
    return this.addedIds.has(row);
  }

  /** The value of a cell with what is staged for it. */
  valueOf(row: ResultRow, index: number): ChangeValue {
    return this.face(row, index)?.value ?? row[index] ?? null;
  }

  mark(row: ResultRow): RowMark | null {
    const edit = this.editOf(row);
    return edit && MARKS[edit.kind];
  }

  isInvalid(row: ResultRow): boolean {
    const { invalid } = this.staging();
    return invalid.size > 0 && invalid.has(this.idOf(row));
  }

  /** What a cell has in place of a value that its column takes; null where it has none. */
  invalidText(row: ResultRow, index: number): string | null {
    const texts = this.isInvalid(row) ? this.staging().invalid.get(this.idOf(row))?.texts : undefined;
    return texts?.[this.column(index)?.column ?? ''] ?? null;
  }

  /** The places of a row's invalid cells in the result, in their order. */
  invalidColumns(row: ResultRow): number[] {
    if (!this.isInvalid(row)) return [];
    const places = this.table()?.columns.map(({ index }) => index) ?? [];
    return places.filter((index) => this.invalidText(row, index) !== null).sort((a, b) => a - b);
  }

  /** Why a cell is invalid, a sentence with the fix; null where it is not. */
  faultOf(cell: { readonly row: ResultRow; readonly columnIndex: number } | null): string | null {
    return cell && (this.face(cell.row, cell.columnIndex)?.fault ?? null);
  }

  face(row: ResultRow, index: number): CellFace | null {
    const [text, column] = [this.invalidText(row, index), this.column(index)];
    const face = this.stagedFace(row, index);
    if (text === null || column === null) return face;
    const fault = checkValue(column, text, this.dialect()) ?? 'The column takes this value now. Enter it again.';
    return { value: text, isChanged: false, before: face?.before ?? row[index], fault };
  }

  private stagedFace(row: ResultRow, index: number): CellFace | null {
    const edit = this.editOf(row);
    if (edit === null) return null;
    const [cell, column, fault] = [row[index] ?? null, this.column(index), null];
    if (edit.kind === 'delete' || column === null) return { value: cell, isChanged: false, before: cell, fault };
    const { column: name, has_default: hasDefault } = column;
    const isSet = Object.hasOwn(edit.values, name);
    if (edit.kind === 'insert') {
      const value = isSet ? edit.values[name] : hasDefault || !column.is_writable ? { default: true as const } : null;
      return { value: value ?? null, isChanged: false, before: undefined, fault };
    }
    if (!isSet) return { value: cell, isChanged: false, before: cell, fault };
    return { value: edit.values[name] ?? null, isChanged: true, before: edit.before[name], fault };
  }

  /** The cells of a row with what is staged for them. */
  shownRow(row: ResultRow): ResultRow {
    const table = this.editOf(row) !== null || this.isInvalid(row) ? this.table() : null;
    if (!table) return row;
    const cells = [...row];
    for (const { index } of table.columns) cells[index] = copiedValue(this.valueOf(row, index));
    return Array.from(cells, (cell) => cell ?? null);
  }

  /** Stages cells as one step; false where a change set has no room for them. */
  set(edits: readonly CellEdit[]): boolean {
    return this.update((staging) => stageCells(staging, edits));
  }

  /** Keeps a text that its column does not take in its cell. */
  keepInvalid(cell: InvalidCell): void {
    this.update((staging) => stageInvalid(staging, cell));
  }

  /** Stages rows to be added; false where a change set has no room for them. */
  add(rows: readonly Readonly<Record<string, ChangeValue>>[]): boolean {
    const table = this.table();
    return table !== null && this.update((staging) => stageInserts(staging, table, rows));
  }

  /** Stages cells and added rows together, as one step; false where a change set has no room for them. */
  paste(cells: readonly CellEdit[], rows: readonly Readonly<Record<string, ChangeValue>>[]): boolean {
    const table = this.table();
    if (table === null) return false;
    return this.update((staging) => inOneStep(staging, (known) => stageInserts(stageCells(known, cells), table, rows)));
  }

  /** Stages rows to be deleted; added ones are forgotten. False where a change set has no room for them. */
  remove(rows: readonly ResultRow[]): boolean {
    const references = rows.flatMap((row) => this.reference(row) ?? []);
    return this.update((staging) => stageDeletes(staging, references));
  }

  /** Takes the edits of rows back. */
  revert(rows: readonly ResultRow[]): void {
    this.update((staging) =>
      unstage(
        staging,
        rows.map((row) => this.idOf(row)),
      ),
    );
  }

  undo(): void {
    this.update(undoStaging);
  }

  redo(): void {
    this.update(redoStaging);
  }

  private update(change: (staging: Staging) => Staging): boolean {
    const shown = this.shown();
    if (shown === null) return false;
    const { tabId, connectionId } = shown;
    if (connectionId === null) return false;
    const next = change(this.staging());
    if (!hasRoom(next, 0)) return false;
    this.tabEdits.update(tabId, connectionId, () => next);
    return true;
  }

  /** An id, also of a row that is not staged; empty where its key is not known. */
  idOf(row: ResultRow): string {
    const known = this.addedIds.get(row) ?? this.ids().get(row);
    if (known !== undefined) return known;
    const reference = this.reference(row);
    const id = reference === null ? '' : typeof reference === 'string' ? reference : rowId(reference);
    this.ids().set(row, id);
    return id;
  }

  private addedRow(id: string): ResultRow {
    const row = this.addedRows.get(id) ?? [];
    this.addedRows.set(id, row);
    this.addedIds.set(row, id);
    return row;
  }
}

function hasAny({ rows, invalid }: Staging): boolean {
  return rows.size + invalid.size > 0;
}

function isOf(edit: RowEdit, table: EditableTable): boolean {
  return edit.schema === table.schema && edit.table === table.table;
}
