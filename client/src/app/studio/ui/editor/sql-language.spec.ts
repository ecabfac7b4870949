import { describe, expect, it } from '@jest/globals';
import type { SqlDialect } from '#libs/sql';
import { SQL_DIALECTS } from './language-id';
import { sqlWords } from './sql-language';

describe('the words that an editor colours', () => {
  it.each<[string, readonly SqlDialect[]]>([
    ['select', ['postgres', 'duckdb', 'sqlite']],
    ['lateral', ['postgres', 'duckdb']],
    ['concurrently', ['postgres', 'duckdb']],
    ['leakproof', ['postgres']],
    ['qualify', ['duckdb']],
    ['asof', ['duckdb']],
    ['lambda', ['duckdb']],
    ['pragma', ['duckdb', 'sqlite']],
    ['glob', ['duckdb', 'sqlite']],
    ['attach', ['postgres', 'duckdb', 'sqlite']],
    ['autoincrement', ['sqlite']],
    ['indexed', ['sqlite']],
  ])('%s is a keyword of %p', (word, dialects) => {
    expect(SQL_DIALECTS.filter((dialect) => sqlWords(dialect).keywords.includes(word))).toEqual(dialects);
  });

  it.each<[string, readonly SqlDialect[]]>([
    ['integer', ['postgres', 'duckdb', 'sqlite']],
    ['jsonb', ['postgres']],
    ['geometry', ['postgres', 'duckdb']],
    ['hugeint', ['duckdb']],
    ['blob', ['duckdb', 'sqlite']],
    ['clob', ['sqlite']],
  ])('%s is a type of %p', (word, dialects) => {
    expect(SQL_DIALECTS.filter((dialect) => sqlWords(dialect).types.includes(word))).toEqual(dialects);
  });

  it.each(['name', 'path', 'line', 'list', 'id', 'value', 'status'])('leave %s to columns', (word) => {
    for (const dialect of SQL_DIALECTS) expect(Object.values(sqlWords(dialect)).flat()).not.toContain(word);
  });

  it.each(SQL_DIALECTS)('are each there once in %s', (dialect) => {
    for (const list of Object.values(sqlWords(dialect))) expect(new Set(list).size).toBe(list.length);
  });
});
