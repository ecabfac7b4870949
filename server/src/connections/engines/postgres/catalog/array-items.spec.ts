import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arrayItems } from './array-items.js';

/** As the server prints it: in quotes where anything could be taken for something else. */
function printed(items: readonly string[]): string {
  const needsQuotes = /^$|^null$|[\s"\\,{}]/i;
  const words = items.map((item) => (needsQuotes.test(item) ? `"${item.replace(/["\\]/g, '\\$&')}"` : item));
  return `{${words.join(',')}}`;
}

describe('arrayItems', () => {
  it.each([
    ['{}', []],
    ['{1,-1,2}', ['1', '-1', '2']],
    ['{id,"a, b","say \\"x\\"","back\\\\slash","{}",""}', ['id', 'a, b', 'say "x"', 'back\\slash', '{}', '']],
    ['{"NULL","two\nlines"}', ['NULL', 'two\nlines']],
  ])('reads %s', (text, items) => {
    expect(arrayItems(text)).toEqual(items);
  });

  it('reads what is printed of any names', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
        expect(arrayItems(printed(names))).toEqual(names);
      }),
    );
  });
});
