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

/**
 * Columns of the rows whose `key` is one of `values`, in the order of `key`, as plain values: for what every call pays
 * for. `columns` leads from the name of each value to that of its column. Throws what the database says.
 */
export async function selectRows<Row extends object>(
  manager: EntityManager,
  table: string,
  columns: Readonly<Record<keyof Row & string, string>>,
  { key, values }: { readonly key: string; readonly values: readonly string[] },
): Promise<Row[]> {
  if (values.length === 0) return [];
  const names = Object.entries<string>(columns).map(([name, column]) => `${column} AS "${name}"`);
  const asked = values.map((_, place) => manager.dataSource.driver.createParameter(key, place));
  return manager.query<Row[]>(
    `SELECT ${names.join(', ')} FROM ${table} WHERE ${key} IN (${asked.join(', ')}) ORDER BY ${key}`,
    [...values],
  );
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
