import { describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '../index.js';
import type { SqlDialect } from '../index.js';
import { editorLanguage } from './index.js';

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
    expect(DIALECT_NAMES.filter((dialect) => editorLanguage(dialect).keywords.includes(word))).toEqual(dialects);
  });

  it.each<[string, readonly SqlDialect[]]>([
    ['integer', ['postgres', 'duckdb', 'sqlite']],
    ['jsonb', ['postgres']],
    ['geometry', ['postgres', 'duckdb']],
    ['hugeint', ['duckdb']],
    ['blob', ['duckdb', 'sqlite']],
    ['clob', ['sqlite']],
  ])('%s is a type of %p', (word, dialects) => {
    expect(DIALECT_NAMES.filter((dialect) => editorLanguage(dialect).types.includes(word))).toEqual(dialects);
  });

  it.each(['name', 'path', 'line', 'list', 'id', 'value', 'status'])('leave %s to columns', (word) => {
    for (const dialect of DIALECT_NAMES) {
      const { keywords, types } = editorLanguage(dialect);
      expect([...keywords, ...types]).not.toContain(word);
    }
  });

  it.each(DIALECT_NAMES)('are each there once in %s', (dialect) => {
    const { keywords, types } = editorLanguage(dialect);
    for (const list of [keywords, types]) expect(new Set(list).size).toBe(list.length);
  });
});
