import { expect, it } from '@jest/globals';
import type { TableDetails } from '#libs/api';
import { problemOfRefusal } from './row-refusal.js';

const table = { schema: 'public', name: 't', columns: [] } as unknown as TableDetails;

it('names the row, not a file, where the database takes too long', () => {
  const { code, message } = problemOfRefusal({ status: 'cancelled' }, table);
  expect([code, message]).toEqual([
    'connection-timeout',
    'The database took longer than a minute, so the row was not added. Try again.',
  ]);
});

it.each([
  [null, 'The commit did not end in time. The row may be in the table or not.'],
  ['The connection was cut.', 'The session was lost. The connection was cut. The row may be in the table or not.'],
])('says that it does not know what became of a commit: %j', (reason, words) => {
  expect(problemOfRefusal({ status: 'unknown', reason }, table).message).toContain(words);
});
