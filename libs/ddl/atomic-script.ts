import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { opensTransaction, splitStatements } from '../sql/index.js';

/**
 * A script as one unit: in a transaction where it has several statements, so that one which fails leaves nothing of
 * those before it. From the first statement that cannot run in a transaction on, such as CREATE INDEX CONCURRENTLY, they
 * follow behind it. A script that the engine only takes statement by statement stays as it is.
 */
export function atomicScript(sql: string, dialect: SqlDialect): string {
  const statements = splitStatements(sql, dialect);
  const outside = statements.find((statement) => !opensTransaction(statement.sql, dialect));
  const end = outside?.start ?? sql.length;
  const inside = statements.filter(({ start }) => start < end);
  const { refusedBehindDroppedIndex: refused } = dialectOf(dialect).ddl;
  const dropped = inside.findIndex((statement) => /^DROP INDEX\b/i.test(statement.sql));
  const isRefused = dropped !== -1 && inside.slice(dropped).some((statement) => refused?.test(statement.sql) === true);
  if (inside.length < 2 || isRefused) return sql;
  const unit = ['BEGIN;', sql.slice(0, end).trimEnd(), 'COMMIT;'].join('\n');
  return end === sql.length ? unit : `${unit}\n${sql.slice(end)}`;
}
