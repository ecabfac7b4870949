import { describe, expect, it } from '@jest/globals';
import { jsonRowsQuery } from './json-output.js';

describe('jsonRowsQuery', () => {
  it.each([
    ['nothing to replace', [{ name: 'a', type: 'VARCHAR' }], 'SELECT * FROM "t"'],
    [
      'floats',
      [
        { name: 'a', type: 'DOUBLE' },
        { name: 'b "x"', type: 'FLOAT' },
      ],
      'SELECT * REPLACE (CASE WHEN "a" IS NULL OR isfinite("a") THEN to_json("a") ELSE to_json(CAST("a" AS VARCHAR)) END AS "a", ' +
        'CASE WHEN "b ""x""" IS NULL OR isfinite("b ""x""") THEN to_json("b ""x""") ELSE to_json(CAST("b ""x""" AS VARCHAR)) END AS "b ""x""") FROM "t"',
    ],
  ])('keeps what JSON has, and replaces what it has not: %s', (_, columns, query) => {
    expect(jsonRowsQuery('t', columns)).toBe(query);
  });

  it.each(['DOUBLE[]', 'STRUCT(a FLOAT)', 'MAP(VARCHAR, DOUBLE)', 'JSON'])('looks into %s', (type) => {
    expect(jsonRowsQuery('t', [{ name: 'a', type }])).toContain('regexp_matches');
  });
});
