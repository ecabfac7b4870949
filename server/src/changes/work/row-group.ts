import type { ChangeConflict, ResultRow, RowDelete, RowEdit, RowUpdate } from '#libs/api';
import { KEYS_PER_QUERY, chunksOf, findConflict, rowKey, tableKey } from '#libs/changes';
import type { RowEffect } from '#libs/changes';
import type { ChangeTransaction } from './change-transaction.js';
import { StatementRefused } from './change-transaction.js';
import type { ChangedTable } from './changed-table.js';
import { columnName, restoredColumns } from './inexact-columns.js';

/** An edit with its place among the items. */
export interface PlacedEdit<E extends RowEdit = RowEdit> {
  readonly item: number;
  readonly edit: E;
}

/** What the database refused of one of several edits. */
export class EditRefused extends StatementRefused {
  constructor(
    /** The place of its item. */
    readonly item: number,
    { error, isSessionLost, isInterrupted }: StatementRefused,
  ) {
    super(error, isSessionLost, isInterrupted);
    this.name = 'EditRefused';
  }
}

/** What finds a row, by the names of its columns. */
type RowKey = Readonly<Record<string, string>>;

/** An edit of a row that is there. */
export type FoundEdit = PlacedEdit<RowUpdate | RowDelete>;

/** Edits that follow each other without a statement between them. */
export class RowGroup {
  /** The rows as they were before the edits, by the place of their item. */
  private readonly before = new Map<number, ResultRow>();
  /** Items whose rows could not be kept as they are: the role may not change them, so that others may. */
  private readonly unlocked = new Set<number>();
  private readonly inexactNames = new Set<string>();

  constructor(
    private readonly transaction: ChangeTransaction,
    private readonly tables: ReadonlyMap<string, ChangedTable>,
    private readonly edits: readonly PlacedEdit[],
  ) {}

  /** Reads the rows, keeps them as they are until the end of the transaction, and lists those that differ. */
  async findConflicts(): Promise<ChangeConflict[]> {
    const conflicts: ChangeConflict[] = [];
    for (const edits of similarEdits(this.edits)) {
      const [first] = edits;
      if (first === undefined) continue;
      const table = this.tableOf(first.edit);
      const names = restoredColumns(table, edits);
      const keys = edits.map(({ edit }) => edit.key);
      const locked = await this.lockRows(table, keys, names);
      const others = await this.readUnlocked(table, keys, { locked, exact: names });
      for (const { item, edit } of edits) {
        const key = rowKey(edit.key);
        if (others.has(key)) this.unlocked.add(item);
        const read = locked.get(key) ?? others.get(key);
        const row = read?.slice(0, table.columns.length);
        this.noteInexact(table, names, read);
        const conflict = findConflict(item, edit, row === undefined ? null : table.cells(row));
        if (conflict !== null) conflicts.push(conflict);
        else if (row !== undefined) this.before.set(item, row);
      }
    }
    return conflicts.sort((a, b) => a.item - b.item);
  }

  /** The columns whose values before the edits would not come back the same from their printed texts, each with its table. */
  get inexact(): readonly string[] {
    return [...this.inexactNames];
  }

  /** A row as it was before the edits; null where its item adds one. */
  rowBefore(item: number): ResultRow | null {
    return this.before.get(item) ?? null;
  }

  /** Does one edit and answers with the row before and after. Throws `StatementRefused`. */
  async run({ item, edit }: PlacedEdit): Promise<RowEffect> {
    const { rows } = await this.transaction.run(this.tableOf(edit).statements.edit(edit));
    return this.effectOf({ item, edit }, rows);
  }

  /** Does edits in their order, a statement each. Throws `EditRefused` for the first that is refused. */
  async runEach(edits: readonly PlacedEdit[]): Promise<RowEffect[]> {
    const statements = edits.map(({ edit }) => this.tableOf(edit).statements.edit(edit));
    const { rows, refused } = await this.transaction.runAll(statements);
    const effects: RowEffect[] = [];
    for (const [index, placed] of edits.entries()) {
      const found = rows[index];
      if (found !== undefined) effects.push(this.effectOf(placed, found));
      else if (refused !== null) throw new EditRefused(placed.item, refused);
    }
    return effects;
  }

  /** Throws `EditRefused` where not exactly one row was written. */
  private effectOf({ item, edit }: PlacedEdit, rows: readonly ResultRow[]): RowEffect {
    const [row] = rows;
    if (rows.length !== 1 || row === undefined) throw new EditRefused(item, refusedRow(rows.length));
    const table = this.tableOf(edit);
    const before = this.before.get(item) ?? null;
    const isOther = edit.kind === 'delete' && this.unlocked.has(item) && !isSameRow(row, before);
    if (isOther) throw new EditRefused(item, changedMeanwhile());
    return {
      ...{ item, kind: edit.kind, schema: edit.schema, table: edit.table, columns: table.columns },
      before,
      after: edit.kind === 'delete' ? null : row,
    };
  }

  /** The effects with each row as it is in the end: triggers that run behind a statement may have changed it again. */
  async withFinalRows(effects: readonly RowEffect[]): Promise<RowEffect[]> {
    const final = new Map<number, ResultRow | null>();
    for (const [key, table] of this.tables) {
      const own = effects.filter((effect) => effect.after !== null && tableKey(effect) === key);
      if (own.length === 0 || table.triggers.length === 0 || table.key.length === 0) continue;
      const keyOf = ({ after }: RowEffect) => table.keyCells([...(after ?? [])], table.key);
      const found = await this.readRows(table, own.map(keyOf), { isLocking: false });
      for (const effect of own) final.set(effect.item, found.get(rowKey(keyOf(effect))) ?? null);
    }
    return effects.map((effect) => {
      const row = final.get(effect.item);
      return row === undefined ? effect : { ...effect, after: row };
    });
  }

  /** Behind its columns, a row has a cell for each of the names, see `RowStatements.read`. */
  private noteInexact(table: ChangedTable, names: readonly string[], row: ResultRow | undefined): void {
    row?.slice(table.columns.length).forEach((cell, index) => {
      if (cell !== null) this.inexactNames.add(columnName(table, names[index] ?? ''));
    });
  }

  private tableOf(edit: RowEdit): ChangedTable {
    const table = this.tables.get(tableKey(edit));
    if (table === undefined) throw new Error('The table was not looked up.');
    return table;
  }

  private async lockRows(
    table: ChangedTable,
    keys: readonly RowKey[],
    exact: readonly string[],
  ): Promise<Map<string, ResultRow>> {
    return table.mayLock ? this.readRows(table, keys, { isLocking: true, exact }) : new Map<string, ResultRow>();
  }

  /** Rows that only reading shows: rights and policies may allow to remove what they do not allow to change. */
  private async readUnlocked(
    table: ChangedTable,
    keys: readonly RowKey[],
    { locked, exact }: { readonly locked: ReadonlyMap<string, ResultRow>; readonly exact: readonly string[] },
  ): Promise<Map<string, ResultRow>> {
    const missing = keys.filter((key) => !locked.has(rowKey(key)));
    const isComplete = missing.length === 0 || this.transaction.rules.lockRows === '';
    return isComplete ? new Map<string, ResultRow>() : this.readRows(table, missing, { isLocking: false, exact });
  }

  private async readRows(
    table: ChangedTable,
    keys: readonly RowKey[],
    { isLocking, exact }: { readonly isLocking: boolean; readonly exact?: readonly string[] },
  ): Promise<Map<string, ResultRow>> {
    const found = new Map<string, ResultRow>();
    const names = Object.keys(keys[0] ?? {});
    const reads = chunksOf(keys, KEYS_PER_QUERY).map((some) => table.statements.read(some, isLocking, exact));
    const { rows, refused } = await this.transaction.runAll(reads);
    if (refused !== null) throw refused;
    for (const row of rows.flat()) found.set(table.keyText(row, names), row);
    return found;
  }
}

/** Edits of one table whose rows are found by the same columns. */
export function similarEdits(edits: readonly PlacedEdit[]): FoundEdit[][] {
  const groups = new Map<string, FoundEdit[]>();
  for (const placed of edits) {
    if (!isFound(placed)) continue;
    const id = `${tableKey(placed.edit)} ${Object.keys(placed.edit.key).sort().join('\0')}`;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [placed]);
    else group.push(placed);
  }
  return [...groups.values()];
}

function isFound(placed: PlacedEdit): placed is FoundEdit {
  return placed.edit.kind !== 'insert';
}

function isSameRow(row: ResultRow, before: ResultRow | null): boolean {
  return before !== null && row.every((cell, index) => cell === before[index]);
}

function changedMeanwhile(): StatementRefused {
  const message = 'The row was changed by another session while it was being removed.';
  const hint = 'Rehearse again. Nothing was changed.';
  return new StatementRefused({ message, sqlstate: null, position: null, detail: null, hint }, false);
}

function refusedRow(count: number): StatementRefused {
  const message =
    count === 0
      ? 'The database accepted the statement but changed no row of this table.'
      : `The database changed ${count} rows of this table where one was meant.`;
  const hint = 'A trigger, a rule or a policy of the table may be the reason. Nothing was changed.';
  return new StatementRefused({ message, sqlstate: null, position: null, detail: null, hint }, false);
}
