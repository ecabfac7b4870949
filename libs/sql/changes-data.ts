import type { SqlDialect } from '../dialects/index.js';
import { sqlTokens } from './sql-tokens.js';

/** How a statement begins that gives rows and does nothing else by itself. */
const READS = new Set([
  'SELECT',
  'VALUES',
  'TABLE',
  'WITH',
  'FROM',
  'SHOW',
  'DESCRIBE',
  'SUMMARIZE',
  'PIVOT',
  'UNPIVOT',
  'PRAGMA',
]);
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'INTO']);
/** `FOR UPDATE` and `FOR NO KEY UPDATE` lock rows and change none. */
const LOCKS = new Set(['FOR', 'KEY']);

/**
 * Whether running a text of one or more statements may change data, as far as it says: anything but queries, a query with
 * a changing WITH, and SELECT … INTO. What the functions of a query do is not seen. When in doubt the answer is true, so
 * it suits a question to a person; it is no guard.
 */
export function changesData(sql: string, dialect: SqlDialect): boolean {
  let before = '';
  let isFirst = true;
  for (const { text, isWord } of sqlTokens(sql, dialect)) {
    if (text === ';') isFirst = true;
    if (isFirst && (text === '(' || text === ';')) continue;
    if (isFirst && !(isWord && READS.has(text))) return true;
    isFirst = false;
    if (isWord && CHANGES.has(text) && !(text === 'UPDATE' && LOCKS.has(before))) return true;
    before = text;
  }
  return false;
}
