import type { SqlDialect } from './dialect.js';
import { sqlTokens } from './sql-tokens.js';

const FIRST_TOKENS = 24;

/** The statements that begin or end a transaction themselves. */
const CONTROL = '^(?:BEGIN|START|COMMIT|END|ROLLBACK|ABORT)\\b';

/** Those, and the ones that the engines document as impossible in a transaction or as no part of one. */
const STAYS_OUTSIDE: Record<SqlDialect, RegExp> = {
  postgres: anyOf(
    CONTROL,
    '^PREPARE TRANSACTION\\b',
    '^VACUUM\\b',
    '^(?:CREATE|DROP) (?:DATABASE|TABLESPACE)\\b',
    '^(?:CREATE|ALTER|DROP) SUBSCRIPTION\\b',
    '^ALTER SYSTEM\\b',
    '^ALTER DATABASE .* SET TABLESPACE\\b',
    '^(?:CREATE (?:UNIQUE )?|DROP )INDEX CONCURRENTLY\\b',
    '^REINDEX (?:\\( [^)]* \\) )?(?:SCHEMA|DATABASE|SYSTEM)\\b',
    '^REINDEX .*\\bCONCURRENTLY\\b',
    '^ALTER TABLE .* DETACH PARTITION .* CONCURRENTLY\\b',
    '^CLUSTER(?: VERBOSE| \\( [^)]* \\))?$',
    '^DISCARD ALL\\b',
  ),
  duckdb: anyOf(CONTROL, '^(?:FORCE )?CHECKPOINT\\b', '^(?:ATTACH|DETACH|USE|SET|RESET|PRAGMA)\\b'),
  sqlite: anyOf(CONTROL, '^(?:SAVEPOINT|RELEASE|VACUUM|PRAGMA|ATTACH|DETACH)\\b'),
};

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
  return head.length > 0 && !STAYS_OUTSIDE[dialect].test(head.join(' '));
}

function anyOf(...patterns: string[]): RegExp {
  return new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'));
}
