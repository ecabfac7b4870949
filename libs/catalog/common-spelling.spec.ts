import { describe, expect, it } from '@jest/globals';
import { commonSpelling } from './common-spelling.js';

const VARYING = 'character varying';

describe('commonSpelling', () => {
  it.each([
    ['nothing of the kind', 'CHECK ((total > 0))', 'CHECK ((total > 0))'],
    ['one text', `(ARRAY['a'::${VARYING}])::text[]`, `ARRAY[('a'::${VARYING})::text]`],
    [
      'several in a check',
      `CHECK (((s)::text = ANY ((ARRAY['a'::${VARYING}, 'b, ]'::${VARYING}])::text[])))`,
      `CHECK (((s)::text = ANY (ARRAY[('a'::${VARYING})::text, ('b, ]'::${VARYING})::text])))`,
    ],
    [
      'quotes',
      `(ARRAY['it''s'::${VARYING}, ''::${VARYING}])::text[]`,
      `ARRAY[('it''s'::${VARYING})::text, (''::${VARYING})::text]`,
    ],
    ['NULL', `(ARRAY[NULL::${VARYING}])::text[]`, `ARRAY[(NULL::${VARYING})::text]`],
    [
      'two lists',
      `((ARRAY['a'::${VARYING}])::text[]) OR ((ARRAY['b'::${VARYING}])::text[])`,
      `(ARRAY[('a'::${VARYING})::text]) OR (ARRAY[('b'::${VARYING})::text])`,
    ],
    ['what is printed from its own text', `ARRAY[('a'::${VARYING})::text]`, `ARRAY[('a'::${VARYING})::text]`],
    ['elements that are no texts', `(ARRAY[lower(s)])::text[]`, `(ARRAY[lower(s)])::text[]`],
    ['an array that goes on', `(ARRAY['a'::${VARYING}] || x)::text[]`, `(ARRAY['a'::${VARYING}] || x)::text[]`],
    ['an array cast to another type', `(ARRAY['a'::${VARYING}])::name[]`, `(ARRAY['a'::${VARYING}])::name[]`],
    [
      'the same inside of a text',
      `(s = '(ARRAY[''a''::${VARYING}])::text[]'::text)`,
      `(s = '(ARRAY[''a''::${VARYING}])::text[]'::text)`,
    ],
  ])('keeps or spells out %s', (_, text, common) => {
    expect(commonSpelling(text)).toBe(common);
    expect(commonSpelling(common)).toBe(common);
  });

  it('takes a list without an end in no time', () => {
    const text = `${`(ARRAY['a'::${VARYING}, `.repeat(20_000)})::text[] ])::text[]`;
    const startedAtMs = performance.now();
    expect(commonSpelling(text)).toBe(text);
    expect(performance.now() - startedAtMs).toBeLessThan(1_000);
  });
});
