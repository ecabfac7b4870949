import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '../../api/index.js';
import { arraySeparator, readArrayText, writeArrayText } from './index.js';

describe('an array as text', () => {
  it.each<[string, Cell[]]>([
    ['{}', []],
    ['{1,2,-3.50}', ['1', '2', '-3.50']],
    ['{NULL,"NULL","null",nullable}', [null, 'NULL', 'null', 'nullable']],
    ['{"",a,"a b","a,b","{x}"}', ['', 'a', 'a b', 'a,b', '{x}']],
    ['{"say \\"hi\\"","back\\\\slash"}', ['say "hi"', 'back\\slash']],
    ['{"two\nlines","\ttab"}', ['two\nlines', '\ttab']],
    ['{Zürich,日本,😀}', ['Zürich', '日本', '😀']],
    ['{"2026-05-19 09:41:12+00"}', ['2026-05-19 09:41:12+00']],
  ])('%s is read and written unchanged', (text, elements) => {
    expect(readArrayText(text)).toEqual(elements);
    expect(writeArrayText(elements)).toBe(text);
  });

  it.each([
    ['box[]', ';'],
    ['_box', ';'],
    ['box2d[]', ','],
    ['text[]', ','],
    ['point[]', ','],
  ])('of %s has %s', (type, separator) => {
    expect(arraySeparator(type)).toBe(separator);
  });

  it('of boxes has semicolons', () => {
    expect(readArrayText('{(1,1),(0,0);(2,2),(1,1)}', ';')).toEqual(['(1,1),(0,0)', '(2,2),(1,1)']);
  });

  it.each([
    ['an array of arrays', '{{1,2},{3,4}}'],
    ['bounds of its own', '[0:1]={1,2}'],
    ['blanks that would be lost', '{ 1, 2 }'],
    ['marks that are not needed', '{"1"}'],
    ['another spelling of NULL', '{null}'],
    ['no end', '{1,2'],
    ['an end inside a text', '{"a}'],
    ['nothing between commas', '{1,,2}'],
    ['a comma at its end', '{1,}'],
    ['text behind a mark', '{"a"b}'],
    ['no braces', '1,2'],
    ['nothing', ''],
  ])('is not edited as a list with %s', (_, text) => {
    expect(readArrayText(text)).toBeNull();
  });

  it('comes back from any elements', () => {
    const element = fc.option(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('NULL', 'null', '', '"', '\\', ',', '{', ' ')),
    );
    fc.assert(
      fc.property(fc.array(element, { maxLength: 8 }), (elements) => {
        expect(readArrayText(writeArrayText(elements))).toEqual(elements);
      }),
    );
  });

  it('is never misread: what is read is written as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', ',', 'a', ' ', 'NULL') }), (text) => {
        const elements = readArrayText(text);
        if (elements !== null) expect(writeArrayText(elements)).toBe(text);
      }),
    );
  });
});
