import type { Cell, ColumnKind } from '../../api/index.js';
import { dialectOf } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';

/**
 * A cell as a literal that stands for the very same value: numbers as they are where the dialect reads them exactly, NULL
 * as NULL, bytes as they are printed where that is a literal, everything else as a string that the column reads in its own
 * type. A text with NUL is an expression in brackets.
 */
export function sqlLiteral(cell: Cell, kind: ColumnKind, dialect: SqlDialect): string {
  if (cell === null) return 'NULL';
  const { bytesLiteral, numberLiteral, textLiteral } = dialectOf(dialect).values;
  if (kind === 'integer' || kind === 'decimal' || kind === 'float')
    return numberLiteral(cell, kind) ?? textLiteral(cell);
  return kind === 'binary' && bytesLiteral?.test(cell) === true ? cell : textLiteral(cell);
}
