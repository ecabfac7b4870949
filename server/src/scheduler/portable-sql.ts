import type { EntityManager } from 'typeorm';

/** Runs a statement written with `?` for its values, on SQLite and on Postgres alike. */
export async function query<T>(manager: EntityManager, sql: string, values: readonly unknown[]): Promise<T[]> {
  const isPostgres = manager.dataSource.options.type === 'postgres';
  let place = 0;
  const text = isPostgres ? sql.replace(/\?/g, () => `$${(place += 1)}`) : sql;
  return manager.query<T[]>(text, [...values]);
}
