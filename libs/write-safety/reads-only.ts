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
    if (tokens.count === 0) return true;
    const writes = placesOfWrites(tokens);
    return commandsOf(tokens).every((command) => onlyReads(tokens, command, writes));
  });
}

function onlyReads(tokens: StatementTokens, { at, end }: Command, writes: Int32Array): boolean {
  return tokens.is(at, ...READING_VERBS) && (writes[at] ?? end) >= end;
}

/** For each token the place of the first one from there on that makes a query write or lock; the count where there is none. */
function placesOfWrites(tokens: StatementTokens): Int32Array {
  const places = new Int32Array(tokens.count);
  let next = tokens.count;
  for (let index = tokens.count - 1; index >= 0; index--) {
    if (makesItWrite(tokens, index)) next = index;
    places[index] = next;
  }
  return places;
}

function makesItWrite(tokens: StatementTokens, index: number): boolean {
  if (tokens.is(index, 'INTO')) return !tokens.is(index - 1, '.');
  return tokens.is(index, 'FOR') && tokens.is(index + 1, ...LOCKING);
}
