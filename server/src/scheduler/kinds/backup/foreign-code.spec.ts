import { expect, it } from '@jest/globals';
import { foreignCode } from './foreign-code.js';

it.each([
  [['postgres', 'superuser', 'bob, eve'], /other roles \(bob, eve\) as postgres, which is a superuser\./],
  [['admin', 'manager', 'bob'], /other roles \(bob\) as admin, which is allowed to manage roles\./],
  [['backup', null, 'bob'], /other roles \(bob\) as backup, with the rights of that role\./],
])('code of other roles is not restored by %j', (row, text) => {
  expect(foreignCode(row)).toMatch(text);
});

it.each([
  ['a superuser', ['postgres', 'superuser', null]],
  ['a role with few rights', ['backup', null, null]],
])('%s restores a database without code of other roles', (_, row) => {
  expect(foreignCode(row)).toBeNull();
});
