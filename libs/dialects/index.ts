import type { Dialect } from './dialect.js';
import { DUCKDB } from './duckdb/index.js';
import { POSTGRES } from './postgres/index.js';
import type { SqlDialect } from './sql-dialect.js';
import { SQLITE } from './sqlite/index.js';

export type * from './change-rules.js';
export type * from './dialect.js';
export type * from './image-rules.js';
export type * from './snapshot-rules.js';
export * from './decimal-digits.js';
export * from './keyword-text.js';
export type { LexerRules, WordRules } from './lexer.js';
export type { SqlDialect } from './sql-dialect.js';
export * from './uses.js';
export { ownStatement } from './duckdb/own-statement.js';
export { EXACT_VALUES, PRINTED_VALUES } from './postgres/value-settings.js';

/** Every dialect by its name. */
export const DIALECTS: Readonly<Record<SqlDialect, Dialect>> = { postgres: POSTGRES, duckdb: DUCKDB, sqlite: SQLITE };

/** The names of all dialects. */
export const DIALECT_NAMES: readonly SqlDialect[] = Object.values(DIALECTS).map(({ name }) => name);

/** A dialect by its name. */
export function dialectOf(name: SqlDialect): Dialect {
  return DIALECTS[name];
}
