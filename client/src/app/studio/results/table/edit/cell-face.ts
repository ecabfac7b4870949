import type { Cell, ChangeValue, ResultRow } from '#libs/api';

/** How a cell of a staged row is drawn. */
export interface CellFace {
  readonly value: ChangeValue;
  /** The cell itself is staged, beside others of its row. */
  readonly isChanged: boolean;
  /** Its value before; undefined where it had none. */
  readonly before: Cell | undefined;
  /** Why its column does not take the value, which is not staged; null where it may. */
  readonly fault: string | null;
}

/** What is done to a row. */
export type RowMark = 'added' | 'changed' | 'deleted';

/** What a grid draws of staged edits. */
export interface GridEdits {
  readonly face: (row: ResultRow, column: number) => CellFace | null;
  readonly mark: (row: ResultRow) => RowMark | null;
  /** Whether a cell of the row is invalid. */
  readonly isInvalid: (row: ResultRow) => boolean;
}

/** A value as a cell shows it. */
export function faceText(value: ChangeValue): string {
  if (value === null) return 'NULL';
  return typeof value === 'object' ? 'DEFAULT' : value;
}

/** A value as it is copied: NULL and the default leave the clipboard empty. */
export function copiedValue(value: ChangeValue): Cell {
  return typeof value === 'object' ? null : value;
}

export const SIGNS: Readonly<Record<RowMark, string>> = { added: '+', changed: '~', deleted: '−' };

/** The sign of a row with an invalid cell. */
export const INVALID_SIGN = '⊗';
