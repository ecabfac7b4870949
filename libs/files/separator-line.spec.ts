import { expect, it } from '@jest/globals';
import { separatorLine } from './separator-line.js';

it.each([
  ['sep=;\na;b\n', ';'],
  ['sep=,\r\na,b\r\n', ','],
  ['SEP=|\ra|b\r', '|'],
  ['\ufeff"sep=;"\n', ';'],
  ['sep=\t\na\tb\n', '\t'],
  ['sep=;', ';'],
  ['sep=;;\n', null],
  ['sep=\n', null],
  ['sep,a\n', null],
  ['a\nsep=;\n', null],
  ['sep="\n', null],
  ['', null],
])('of %j is %j', (start, expected) => {
  expect(separatorLine(start)).toBe(expected);
});
