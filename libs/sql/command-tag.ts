import { leadingWords } from './sql-tokens.js';
import type { SqlDialect } from '../dialects/index.js';

const HAS_OBJECT = new Set(['CREATE', 'DROP', 'ALTER']);
const BETWEEN = new Set([
  'OR',
  'REPLACE',
  'TEMP',
  'TEMPORARY',
  'PERSISTENT',
  'LOCAL',
  'GLOBAL',
  'UNIQUE',
  'RECURSIVE',
  'VIRTUAL',
]);
const MAX_WORDS = 8;

/**
 * The verb of a statement as a command tag spells it: `INSERT`, `CREATE TABLE`, `BEGIN`. The engines send no tag, so
 * it is read from the statement's first words; null when it does not begin with one.
 */
export function commandTag(sql: string, dialect: SqlDialect): string | null {
  const [verb, ...rest] = leadingWords(sql, dialect, MAX_WORDS);
  if (verb === undefined) return null;
  if (!HAS_OBJECT.has(verb)) return verb;
  const object = rest.find((word) => !BETWEEN.has(word));
  return object === undefined ? verb : `${verb} ${object}`;
}
