import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { offsetAfterFormat, isEquivalent } from './format-safety.js';
import { syntaxMarker, utf16OfPoints, withPlainParameters } from './syntax-marker.js';

describe('isEquivalent', () => {
  it.each<[string, string, boolean]>([
    ['select a,b from t', 'select\n  a,\n  b\nfrom\n  t', true],
    ["select 'a  b'", "select\n  'a  b'", true],
    ["select 'a  b'", "select\n  'a b'", false],
    ['select a -- why\nfrom t', 'select\n  a -- why\nfrom\n  t', true],
    ['select a -- why\nfrom t', 'select\n  a\nfrom\n  t', false],
    ['select a', 'SELECT a', false],
    ['select a b', 'select ab', false],
    ['select 1', 'select 1;', false],
    ['a <= b', 'a < = b', false],
    ["a->>'b'", "a - >> 'b'", false],
    ['a::int', 'a: :int', false],
    ['a=-1', 'a = -1', true],
    ['a=:b', 'a = :b', true],
    ['a < = b', 'a <= b', false],
    ['$$ a  b $$', '$$ a b $$', false],
  ])('of %j and %j is %s', (before, after, expected) => {
    expect(isEquivalent(before, after, 'postgres')).toBe(expected);
  });
});

/** The bar is the cursor. */
const moved = (before: string, after: string): string => {
  const offset = before.indexOf('|');
  const at = offsetAfterFormat(before.replace('|', ''), after, offset);
  return `${after.slice(0, at)}|${after.slice(at)}`;
};

describe('the cursor in a laid-out text', () => {
  it.each([
    ['select a,b| from t', 'select\n  a,\n  b|\nfrom\n  t'],
    ['select a,|b from t', 'select\n  a,|\n  b\nfrom\n  t'],
    ['select |a', 'select\n  |a'],
    ['|select a', '|select\n  a'],
    ['  |select a', '|select\n  a'],
    ['sel|ect a', 'sel|ect\n  a'],
    ['select a|', 'select\n  a|'],
    ['select a  |', 'select\n  a|'],
  ])('goes from %j to %j', (before, after) => {
    expect(moved(before, after.replace('|', ''))).toBe(after);
  });

  it('stands between the same characters, whatever the space between them became', () => {
    const words = fc.array(fc.constantFrom('a', 'bc', ',', '(', ')'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(words, fc.nat(60), (parts, place) => {
        const [before, after] = [parts.join(' '), parts.join('\n   ')];
        const at = offsetAfterFormat(before, after, place);
        const kept = (text: string, end: number) => text.slice(0, end).replace(/\s/g, '');
        expect(kept(after, at)).toBe(kept(before, place));
      }),
    );
  });
});

describe('what the grammar is given', () => {
  it.each([
    ['SELECT :since, a::text, $2, b[1:2]', 'SELECT $1    , a::text, $1, b[1:2]'],
    ["SELECT ':no' -- :no", "SELECT ':no' -- :no"],
  ])('has plain parameters in the place of its own: %j', (sql, expected) => {
    expect(withPlainParameters(sql, 'postgres')).toBe(expected);
  });
});

describe('a marker', () => {
  const marked = (sql: string, offset: number | null): string => {
    const { start, end } = syntaxMarker({ sql, start: 10, end: 10 + sql.length }, { message: 'no', offset });
    return sql.slice(start - 10, end - 10);
  };

  it.each<[string, number | null, string]>([
    ['SELECT 1 FORM x', 9, 'FORM'],
    ['SELECT (', 8, '('],
    ['SELECT (   ', 11, '('],
    ['SELECT a FROM \n', 14, 'FROM'],
    ['SELECT ) x', 7, ')'],
    ["SELECT 'abc", 7, "'abc"],
    ['SELECT 😀', 7, '😀'],
    ['SELEC 1', null, 'SELEC 1'],
  ])('of %j at %s lies under %j', (sql, offset, expected) => {
    expect(marked(sql, offset)).toBe(expected);
  });

  it('counts code points', () => {
    expect(['a😀b'.slice(0, utf16OfPoints('a😀b', 2)), utf16OfPoints('ab', 9)]).toEqual(['a😀', 2]);
  });
});
