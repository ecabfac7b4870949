import type { ChangeRules } from '../change-rules.js';
import { CHANGES as DUCKDB_CHANGES } from '../duckdb/changes.js';
import { CHANGES as POSTGRES_CHANGES } from '../postgres/changes.js';
import type { SqlDialect } from '../sql-dialect.js';
import { CHANGES as SQLITE_CHANGES } from '../sqlite/changes.js';

export type * from '../change-rules.js';

/** Apart from `DIALECTS`, because only the server carries out change sets: pages would load the rules for nothing. */
const CHANGE_RULES: Readonly<Record<SqlDialect, ChangeRules>> = {
  postgres: POSTGRES_CHANGES,
  duckdb: DUCKDB_CHANGES,
  sqlite: SQLITE_CHANGES,
};

/** How change sets are carried out in a dialect. */
export function changeRulesOf(dialect: SqlDialect): ChangeRules {
  return CHANGE_RULES[dialect];
}
