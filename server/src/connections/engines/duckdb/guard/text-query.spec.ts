import { describe, expect, it } from '@jest/globals';
import { errorQuery, textQuery } from './text-query.js';

describe.each([
  ['textQuery', textQuery],
  ['errorQuery', errorQuery],
])('%s', (_, frame) => {
  it('returns how far it moves the text', () => {
    const { sql, prefixBytes } = frame('SELECT 1 AS a, 2 AS a', 2);
    expect(sql.slice(prefixBytes)).toMatch(/^SELECT 1 AS a, 2 AS a\n\)/);
  });

  it('takes a terminator off and survives a comment at the end', () => {
    expect(frame('SELECT 1 ;\n', 1).sql).toContain('SELECT 1\n)');
    expect(frame('SELECT 1 -- over', 1).sql).toContain('-- over\n)');
  });
});

it('a long stretch of space costs no time', () => {
  const sql = `SELECT${' '.repeat(5_000_000)}1`;
  expect(textQuery(sql, 1).sql).toContain(sql);
});
