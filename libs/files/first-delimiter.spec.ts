import { expect, it } from '@jest/globals';
import { firstDelimiter } from './first-delimiter.js';

it.each([
  ['a;b\n1,5;2,5\n', ';'],
  ['\ufeffa,b\r\n', ','],
  ['\n\na\tb\n', '\t'],
  ['"a,b";"c"\n', ';'],
  ['a|b', '|'],
  ['a;b,c\n', null],
  ['a\n1;2\n', null],
  ['', null],
])('of %j is %j', (start, expected) => {
  expect(firstDelimiter(start)).toBe(expected);
});
