import { splitStatements } from '../sql/index.js';
import type { SqlDialect } from '../sql/index.js';
import { commandsOf } from './commands.js';
import type { Command } from './commands.js';
import { StatementTokens } from './statement-tokens.js';

const READING_VERBS = ['SELECT', 'VALUES', 'TABLE', 'FROM', 'SHOW', 'DESCRIBE', 'DESC', 'SUMMARIZE', 'PIVOT', '('];
const LOCKING = ['UPDATE', 'SHARE', 'NO', 'KEY'];

/**
 * Whether every statement of a text only reads, as far as its words say: queries, SHOW, DESCRIBE and EXPLAIN of them,
 * without SELECT … INTO, FOR UPDATE or a common table expression that writes. What functions do cannot be seen from here,
 * so this decides whether a person is asked, and never replaces a read-only session.
 */
export function readsOnly(text: string, dialect: SqlDialect): boolean {
  return splitStatements(text, dialect).every(({ sql }) => {
    const tokens = new StatementTokens(sql, dialect);
    return tokens.count === 0 || commandsOf(tokens).every((command) => onlyReads(tokens, command));
  });
}

function onlyReads(tokens: StatementTokens, { at, end }: Command): boolean {
  if (!tokens.is(at, ...READING_VERBS)) return false;
  for (let index = at; index < end; index++) {
    if (tokens.is(index, 'INTO') && !tokens.is(index - 1, '.')) return false;
    if (tokens.is(index, 'FOR') && tokens.is(index + 1, ...LOCKING)) return false;
  }
  return true;
}
