import { wordSet } from '../words.js';

/**
 * Words that SQLite does not take as a bare table or column name: the keywords of its grammar that have no fallback to a
 * name, and those that begin a join.
 */
export const RESERVED_WORDS = wordSet(`
  add all alter and as autoincrement between case cast check collate commit constraint create cross current_date
  current_time current_timestamp default deferrable delete distinct drop else escape except exists foreign from full
  group having in index inner insert intersect into is isnull join left limit natural not nothing notnull null on or
  order outer primary raise references returning right select set table then to transaction union unique update using
  values when where
`);
