import { expect, it } from '@jest/globals';
import { shortened } from './index.js';

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['a😀b', 4, 'a😀b'],
  ['a😀bc', 4, 'a😀…'],
  ['a😀bc', 3, 'a…'],
])('shortens %j to %i code units: %j', (text, most, expected) => {
  expect(shortened(text, most)).toBe(expected);
});
