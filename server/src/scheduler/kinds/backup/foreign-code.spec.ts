import { expect, it } from '@jest/globals';
import { foreignCode } from './foreign-code.js';

it.each([
  [['postgres', 'superuser', 'bob, eve'], 'refused', /other roles \(bob, eve\) as postgres, which is a superuser\./],
  [['admin', 'manager', 'bob'], 'warned', /other roles \(bob\) as admin, which is allowed to manage roles\./],
])('code of other roles, restored by %j, is %s', (row, level, text) => {
  expect(foreignCode(row)).toEqual({ level, text: expect.stringMatching(text) });
});

it.each([
  ['owns all', ['postgres', 'superuser', null]],
  ['has few rights', ['backup', null, 'bob']],
])('nothing is said where the role %s', (_, row) => {
  expect(foreignCode(row)).toBeNull();
});
