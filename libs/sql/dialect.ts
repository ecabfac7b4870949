export type { SqlDialect } from '../dialects/sql-dialect.js';
