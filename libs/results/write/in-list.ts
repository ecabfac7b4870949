import type { Cell, ResultColumn } from '../../api/index.js';
import { dialectOf } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';
import { sqlLiteral } from './sql-literal.js';

/** Beside a number, a value of single precision becomes a double and is found no more; a string takes its type. */
const SINGLE_PRECISION = /^(?:real|float)$/i;

/**
 * Values of a column as the list that stands behind `IN`, each once, in their order: `(1, 2, 3)`. NULL is left out,
 * because `IN` never finds it. Empty when nothing is left.
 */
export function inList(
  cells: readonly Cell[],
  { kind, type }: Pick<ResultColumn, 'kind' | 'type'>,
  dialect: SqlDialect,
): string {
  const { hasSinglePrecision } = dialectOf(dialect).values;
  const isQuoted = hasSinglePrecision && kind === 'float' && SINGLE_PRECISION.test(type);
  const values = cells.filter((cell) => cell !== null);
  const literals = values.map((cell) => sqlLiteral(cell, isQuoted ? 'text' : kind, dialect));
  return literals.length === 0 ? '' : `(${[...new Set(literals)].join(', ')})`;
}
