import type { Cell, ColumnKind } from '../../api/index.js';
import type { SqlDialect } from '../../sql/index.js';

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const SQLITE_BLOB = /^X'[0-9A-F]*'$/;

/**
 * A cell as a literal that stands for the very same value: numbers as they are, NULL as NULL, blobs of SQLite as the
 * blob literals they are printed as, everything else as a string that the column reads in its own type.
 */
export function sqlLiteral(cell: Cell, kind: ColumnKind, dialect: SqlDialect): string {
  if (cell === null) return 'NULL';
  const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'float';
  if (isNumber && NUMBER.test(cell)) return cell;
  if (dialect === 'sqlite' && kind === 'binary' && SQLITE_BLOB.test(cell)) return cell;
  const text = `'${cell.replaceAll("'", "''")}'`;
  // Only then is a backslash itself whatever the server's standard_conforming_strings says.
  return dialect === 'postgres' && cell.includes('\\') ? `E${text.replaceAll('\\', '\\\\')}` : text;
}
