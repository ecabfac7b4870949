import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from '@jest/globals';
import { dialectOf } from '../dialects/index.js';
import { skipToken } from './skip-token.js';

const { lexer } = dialectOf('sqlite');

/** The token that SQLite refuses in a text. */
function refusedToken(sql: string): string | undefined {
  const database = new DatabaseSync(':memory:');
  try {
    database.prepare(sql);
    return undefined;
  } catch (error) {
    return /^unrecognized token: "([^]*)"$/.exec(error instanceof Error ? error.message : '')?.[1];
  } finally {
    database.close();
  }
}

describe('a variable of SQLite with brackets', () => {
  it.each([
    '@a(',
    '$a(b;c',
    '#a(;',
    ':a(@a(@a(',
    '@a::b(;',
    '@a(;\n)',
    '$a(b c)',
    '@::a(;',
    '@a(b\t;)',
    '@a(x; select 1)',
  ])('that is not closed before white space ends there: %j', (text) => {
    const end = skipToken(text, 0, lexer)?.end ?? 0;
    expect(text.slice(0, end)).toBe(refusedToken(`SELECT ${text}`));
  });

  it.each(['@a(b;c)', '$a()', '#a::b(;)', ':a(()'])('that is closed is one token: %j', (text) => {
    expect(refusedToken(`SELECT ${text}`)).toBeUndefined();
    expect(skipToken(`${text};`, 0, lexer)).toEqual({ end: text.length, isComment: false });
  });

  it.each(['@::(;', '@(;', '@:a(;'])('needs a name: %j', (text) => {
    expect(skipToken(text, 0, lexer)).toBeNull();
  });
});
