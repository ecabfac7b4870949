import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { leadingWords, sqlTokens } from './sql-tokens.js';

const texts = (sql: string): string[] => [...sqlTokens(sql, 'duckdb')].map(({ text }) => text);

describe('sqlTokens', () => {
  it('gives words in upper case and everything else as written, without space and comments', () => {
    expect(texts(`select a.b /* x */, 'it''s' -- y\n + "Q"(1)`)).toEqual([
      'SELECT',
      'A',
      '.',
      'B',
      ',',
      "'it''s'",
      '+',
      '"Q"',
      '(',
      '1',
      ')',
    ]);
  });

  it('ends for any text, with tokens in order that do not overlap', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (sql) => {
        let end = 0;
        for (const token of sqlTokens(sql, 'sqlite')) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          expect(token.end).toBeGreaterThan(token.start);
          end = token.end;
        }
        expect(end).toBeLessThanOrEqual(sql.length);
      }),
    );
  });
});

describe('leadingWords', () => {
  it('ends at the first token that is no word', () => {
    expect(leadingWords('CREATE temp TABLE "t" (a INT)', 'duckdb', 8)).toEqual(['CREATE', 'TEMP', 'TABLE']);
    expect(leadingWords('a b c', 'duckdb', 2)).toEqual(['A', 'B']);
  });
});
