import { expect, it } from '@jest/globals';
import { enumChoices } from './enum-choices.js';

it.each([
  ["ENUM('a', 'b')", ['a', 'b']],
  ["ENUM('it''s', 'a, b', '', 'x)')", ["it's", 'a, b', '', 'x)']],
  ["ENUM('a')[]", null],
  ['VARCHAR', null],
])('%j has the choices %j', (type, choices) => {
  expect(enumChoices(type)).toEqual(choices);
});
