import type { Cell, ChangeValue, ResultRow } from '#libs/api';
import { planPaste, readPastedBlock } from '#libs/changes';
import type { CellEdit, PastedCell, PlacedValue } from '#libs/changes';
import type { TableEdits } from '../table-edits';

/** Where a block is pasted: the columns from the first cell to the right, and what is selected. */
export interface PastePlace {
  readonly from: readonly number[];
  readonly selected: { readonly rows: number; readonly columns: number };
}

/** A block that is to be pasted. */
export interface Paste {
  /** Rows that it covers. */
  readonly rows: number;
  /** Columns that it covers, from the first one on; those that are not there are left out. */
  readonly columns: readonly number[];
  /** Stages it over rows that are there, and adds those that are not; a reason where it cannot be. */
  readonly apply: (known: readonly ResultRow[], edits: TableEdits) => string | null;
}

type Values = Record<string, ChangeValue>;

/** The cells of a text from the clipboard: a cell that was copied here as it was, else a block of a spreadsheet. */
export function pastedBlock(text: string, copied: { readonly value: Cell } | null): PastedCell[][] {
  return copied ? [[{ text: copied.value ?? '', isQuoted: copied.value !== null }]] : readPastedBlock(text);
}

/** Plans how a block is pasted. */
export function pasteOf(block: readonly (readonly PastedCell[])[], { from, selected }: PastePlace): Paste {
  const isSingle = block.length === 1 && block[0]?.length === 1;
  return {
    rows: isSingle ? selected.rows : block.length,
    columns: from.slice(0, isSingle ? selected.columns : block.reduce((most, row) => Math.max(most, row.length), 0)),
    apply: (known, edits) => {
      const plan = planPaste(block, {
        dialect: edits.dialect(),
        columns: from.map((index) => edits.column(index)),
        selected,
        cellAt: (row, { index }) => {
          const data = known[row];
          return data === undefined || edits.isAdded(data) ? undefined : edits.valueOf(data, index);
        },
      });
      if (plan.kind === 'refused') return plan.reason;
      const table = edits.table();
      if (plan.rows > known.length && table?.can_insert !== true) return 'The role may not add rows to the table.';
      if (known.some((row) => edits.mark(row) === 'deleted'))
        return 'The block covers a row that is marked for deletion.';
      return staged(plan.values, plan.rows, known, edits);
    },
  };
}

function staged(
  values: readonly PlacedValue[],
  rows: number,
  known: readonly ResultRow[],
  edits: TableEdits,
): string | null {
  const cells: CellEdit[] = [];
  const added = Array.from({ length: Math.max(rows - known.length, 0) }, (): Values => ({}));
  for (const { row, column, value } of values) {
    const data = known[row];
    const reference = data && edits.reference(data);
    const inserted = added[row - known.length];
    if (reference) cells.push({ row: reference, column: column.column, value });
    else if (inserted) inserted[column.column] = value;
    else return `Row ${row + 1} contains no row of the table.`;
  }
  return edits.paste(cells, added) ? null : 'A tab stages up to 10,000 rows. Paste fewer.';
}

/** Rows as they are now, to be added once more; invalid cells as they were before. Keys that the database gives are left to it. */
export function duplicatesOf(rows: readonly ResultRow[], edits: TableEdits): Values[] {
  const columns = edits
    .table()
    ?.columns.filter((column) => column.is_writable && !(column.is_key && column.has_default));
  return rows.map((row) =>
    Object.fromEntries((columns ?? []).map(({ column, index }) => [column, validValue(edits, row, index)])),
  );
}

function validValue(edits: TableEdits, row: ResultRow, index: number): ChangeValue {
  return edits.invalidText(row, index) === null ? edits.valueOf(row, index) : (row[index] ?? null);
}
