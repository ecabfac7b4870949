import type { DestructiveFinding } from '../api/index.js';
import { splitStatements } from '../sql/index.js';
import type { SqlDialect } from '../sql/index.js';
import { commandsOf } from './commands.js';
import { destructionsOf } from './destructive-command.js';
import { StatementTokens } from './statement-tokens.js';

/** A text without any of these words destroys nothing that can be seen; most texts need no closer look. */
const MAY_DESTROY = /\b(?:drop|truncate|delete|update|merge|replace)\b/i;

/**
 * Everything in a text that would destroy data without picking rows: DROP, TRUNCATE, ALTER … DROP COLUMN, DELETE and
 * UPDATE whose WHERE is missing or always true, also in common table expressions and behind EXPLAIN ANALYZE. Words in
 * comments, texts and quoted names do not count. What functions and DO blocks do cannot be seen from here: this is a
 * question asked of a person, never a guard. Offsets are 0-based UTF-16 code units of the text.
 */
export function destructiveFindings(text: string, dialect: SqlDialect): DestructiveFinding[] {
  if (!MAY_DESTROY.test(text)) return [];
  return splitStatements(text, dialect).flatMap(({ sql, start }, statement) =>
    MAY_DESTROY.test(sql) ? findingsIn(sql, dialect, { statement, start }) : [],
  );
}

function findingsIn(
  sql: string,
  dialect: SqlDialect,
  place: { readonly statement: number; readonly start: number },
): DestructiveFinding[] {
  const tokens = new StatementTokens(sql, dialect);
  return commandsOf(tokens).flatMap((command) =>
    destructionsOf(tokens, command, dialect).map((destruction) => ({
      ...destruction,
      statement: place.statement,
      start: place.start + tokens.start(command.at),
      end: place.start + tokens.end(command.end - 1),
    })),
  );
}
