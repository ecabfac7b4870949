import type { ColumnKind, ResultColumn, SortDirection } from '#libs/api';
import { Problem } from '../../platform/index.js';

/** What a result is sorted by. `column` counts from 0. */
export interface RowOrder {
  readonly column: number;
  readonly kind: ColumnKind;
  readonly direction: SortDirection;
}

/** The result that is to be sorted. */
interface SortableResult {
  readonly isOver: boolean;
  readonly resultColumns: readonly ResultColumn[] | null;
}

/**
 * Reads `<column>:asc|desc` for a statement's result; the column is its place from 0, or its name where only one column
 * has it. Throws `run-not-finished` while rows still arrive, and `validation-failed` for a column that is not there.
 */
export function rowOrder(sort: string, result: SortableResult): RowOrder {
  if (!result.isOver)
    throw new Problem(
      'run-not-finished',
      'Rows can be sorted when all of them are loaded. Wait until the run has ended.',
    );
  const colon = sort.lastIndexOf(':');
  const direction: SortDirection = sort.slice(colon + 1) === 'desc' ? 'desc' : 'asc';
  const columns = result.resultColumns ?? [];
  const column = columnPlace(sort.slice(0, colon), columns);
  return { column, kind: columns[column]?.kind ?? 'other', direction };
}

function columnPlace(text: string, columns: readonly ResultColumn[]): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < columns.length) return Number(text);
  const places = columns.flatMap(({ name }, index) => (name === text ? [index] : []));
  const [place] = places;
  if (place !== undefined && places.length === 1) return place;
  const detail = place === undefined ? 'The result has no such column.' : 'More than one column has this name.';
  throw new Problem('validation-failed', detail, { errors: [{ pointer: '/sort', detail }] });
}
