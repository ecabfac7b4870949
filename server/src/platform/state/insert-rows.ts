import type { EntityManager } from 'typeorm';
import { evenPieces } from './even-pieces.js';

/** What a column of the state holds. */
export type StateValue = string | number | boolean | null;

/**
 * Inserts rows as plain values, each in the order of `columns`, and reads nothing back: for what every change pays for.
 * Throws what the database says.
 */
export async function insertRows(
  manager: EntityManager,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly StateValue[])[],
  onConflict: '' | 'ON CONFLICT DO NOTHING' = '',
): Promise<void> {
  for (const some of evenPieces(rows)) {
    await manager.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${places(manager, columns, some.length)} ${onConflict}`,
      plain(manager, some),
    );
  }
}

function places(manager: EntityManager, columns: readonly string[], count: number): string {
  const { driver } = manager.dataSource;
  const width = columns.length;
  const rows = Array.from({ length: count }, (_, row) => {
    const one = columns.map((name, column) => driver.createParameter(name, row * width + column));
    return `(${one.join(', ')})`;
  });
  return rows.join(', ');
}

/** SQLite has no booleans. */
function plain(manager: EntityManager, rows: readonly (readonly StateValue[])[]): StateValue[] {
  const isPostgres = manager.dataSource.options.type === 'postgres';
  return rows.flatMap((row) => row.map((value) => (typeof value === 'boolean' && !isPostgres ? Number(value) : value)));
}
