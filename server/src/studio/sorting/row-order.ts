import type { ResultColumn, SortDirection } from '#libs/api';
import { Problem } from '../../platform/index.js';
import type { StatementCollector } from '../statement-collector.js';
import type { RowOrder } from './spool-order.js';

/**
 * Reads `<column>:asc|desc` for a statement's result; the column is its place from 0, or its name where only one column
 * has it. Throws `run-not-finished` while rows still arrive, and `validation-failed` for a column that is not there.
 */
export function rowOrder(sort: string, statement: StatementCollector): RowOrder {
  if (!statement.isOver) throw new Problem('run-not-finished', 'Rows can be sorted when all of them are there.');
  const colon = sort.lastIndexOf(':');
  const direction: SortDirection = sort.slice(colon + 1) === 'desc' ? 'desc' : 'asc';
  const columns = statement.resultColumns ?? [];
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
