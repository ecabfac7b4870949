import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { markTitle } from './marked-title.js';

/** A title with its matches in brackets. */
const marked = (title: string, typed: string): string =>
  markTitle(title, typed)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

describe('markTitle', () => {
  it.each([
    ['orders', 'ord', '[ord]ers'],
    ['Orders', 'ORD', '[Ord]ers'],
    ['order_items', 'items', 'order_[items]'],
    ['reorder order', 'order', 'reorder [order]'],
    ['reorder', 'order', 're[order]'],
    ['order_items', 'oit', '[o]rder_[it]ems'],
    ['geo.orders', 'o geo', '[geo].[o]rders'],
    ['orders', 'order ord', '[order]s'],
    ['orders', 'zzz', 'orders'],
    ['orders', '  ', 'orders'],
    ['', 'a', ''],
    // In lower case it is one letter longer.
    ['İstanbul', 'stan', 'İstanbul'],
  ])('marks in %j what %j finds: %s', (title, typed, expected) => {
    expect(marked(title, typed)).toBe(expected);
  });

  it('never loses a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (title, typed) => {
        expect(
          markTitle(title, typed)
            .map(({ text }) => text)
            .join(''),
        ).toBe(title);
      }),
    );
  });
});
