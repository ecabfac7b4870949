import { expect, it } from '@jest/globals';
import { copyPlace } from './copy-in-place.js';

const COLUMNS = ['id', 'price', 'old price', 'a:b'];

it.each([
  ['COPY orders, line 12, column price: "abc"', { line: 12, column: 'price' }],
  ['COPY orders, line 12, column old price: "abc"', { line: 12, column: 'old price' }],
  ['COPY orders, line 3, column a:b: "x"', { line: 3, column: 'a:b' }],
  ['COPY orders, line 3, column id: null input', { line: 3, column: 'id' }],
  ['COPY orders, line 3, column id: "see old price: 5"', { line: 3, column: 'id' }],
  ['COPY orders, line 3, column other: "x price: 5"', { line: 3, column: null }],
  ['COPY orders, ligne 4, colonne price : « abc »', { line: 4, column: 'price' }],
  ['COPY orders, line 7: "1,2,price: 3"', { line: 7, column: null }],
  ['COPY orders, line 7', { line: 7, column: null }],
  ['COPY orders, Zeile 4, Spalte price: »abc«', { line: 4, column: 'price' }],
  ['PL/pgSQL function check_it() line 3 at RAISE\nCOPY orders, line 9: "x"', { line: 9, column: null }],
  ['SQL statement "SELECT 1 FROM ONLY p FOR KEY SHARE OF x"', null],
  ['', null],
])('reads %j', (context, place) => {
  expect(copyPlace(context, 'orders', COLUMNS)).toEqual(place);
});

it('takes digits in the name of a table for no line', () => {
  expect(copyPlace('COPY orders 2024, line 5, column id: "x"', 'orders 2024', COLUMNS)).toEqual({
    line: 5,
    column: 'id',
  });
});
