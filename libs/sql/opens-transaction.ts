import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { sqlTokens } from './sql-tokens.js';

const FIRST_TOKENS = 24;

/**
 * True for a statement that opens a transaction where a person commits by hand: every one but those that begin or end
 * one themselves, and those that cannot run inside one. A statement that the engine refuses inside a transaction is
 * still sent as it is while one is open, and the engine says so in its own words.
 */
export function opensTransaction(sql: string, dialect: SqlDialect): boolean {
  const head: string[] = [];
  for (const { text } of sqlTokens(sql, dialect)) {
    if (head.length === FIRST_TOKENS) break;
    if (text !== ';') head.push(text);
  }
  return head.length > 0 && !dialectOf(dialect).statements.outsideTransaction.test(head.join(' '));
}
