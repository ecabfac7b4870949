import { quoteIdentifier } from '../sql/index.js';
import type { SqlDialect } from '../dialects/index.js';

/** A column as a person describes it. */
export interface NewColumn {
  readonly name: string;
  /** As the engine writes it: `numeric(12,2)`. */
  readonly type: string;
  readonly isRequired: boolean;
  /** An expression; empty for none. */
  readonly defaultSql: string;
  /** Empty for none. */
  readonly comment: string;
}

/** A column as CREATE TABLE and ADD COLUMN take it. Type and default are SQL and stay as they are. */
export function columnClause({ name, type, isRequired, defaultSql }: NewColumn, dialect: SqlDialect): string {
  const parts = [quoteIdentifier(name, dialect), type.trim()];
  if (defaultSql.trim() !== '') parts.push(`DEFAULT ${defaultSql.trim()}`);
  if (isRequired) parts.push('NOT NULL');
  return parts.filter((part) => part !== '').join(' ');
}
