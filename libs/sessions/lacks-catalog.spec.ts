import { expect, it } from '@jest/globals';
import { lacksCatalog } from './lacks-catalog.js';

it.each([
  ['42P01', true],
  ['42703', true],
  ['42883', true],
  ['3F000', true],
  ['0A000', true],
  ['42601', true],
  ['42501', false],
  ['57014', false],
  ['53200', false],
  [null, false],
])('%s says that the server has no such catalog: %s', (sqlstate, isLacking) => {
  expect(lacksCatalog(sqlstate)).toBe(isLacking);
});
