import { expect, it } from '@jest/globals';
import { localeClauses } from './proof-locale.js';

it.each([
  ['14', ['UTF8', 'C', 'C.UTF-8', null, null, null], "ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'"],
  ['15', ['LATIN1', 'C', 'C', 'c', null, null], "ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER 'libc'"],
  [
    '16 with rules',
    ['UTF8', 'C', 'C', 'i', 'de-DE', '&a < b'],
    "ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER 'icu' ICU_LOCALE 'de-DE' ICU_RULES '&a < b'",
  ],
  [
    '17 with a locale of its own',
    ['UTF8', 'C', 'C', 'b', 'C.UTF-8', null],
    "ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER 'builtin' BUILTIN_LOCALE 'C.UTF-8'",
  ],
])('a database of Postgres %s is made like it', (_, row, clauses) => {
  expect(localeClauses(row, (text) => `'${text}'`)).toBe(clauses);
});
