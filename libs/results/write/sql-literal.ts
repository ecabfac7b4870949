import type { Cell, ColumnKind } from '../../api/index.js';
import { dialectOf } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A cell as a literal that stands for the very same value: numbers as they are, NULL as NULL, bytes as they
 * are printed where that is a literal, everything else as a string that the column reads in its own type.
 */
export function sqlLiteral(cell: Cell, kind: ColumnKind, dialect: SqlDialect): string {
  if (cell === null) return 'NULL';
  const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'float';
  if (isNumber && NUMBER.test(cell)) return cell;
  const { bytesLiteral, textLiteral } = dialectOf(dialect).values;
  return kind === 'binary' && bytesLiteral?.test(cell) === true ? cell : textLiteral(cell);
}
