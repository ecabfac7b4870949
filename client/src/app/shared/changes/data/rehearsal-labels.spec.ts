import { expect, it } from '@jest/globals';
import { rehearsalOf } from '../testing/change-set';
import { effectTexts, errorText, rehearsedText, writtenText } from './rehearsal-labels';

it.each([
  [{ inserted: 0, updated: 0, deleted: 0 }, 'Nothing'],
  [{ inserted: 1, updated: 2, deleted: 0 }, '1 row added, 2 rows changed'],
  [{ inserted: 0, updated: 0, deleted: 1204 }, '1,204 rows removed'],
])('says what %j wrote', (counts, text) => {
  expect(writtenText(counts)).toBe(text);
});

it('lists statements, other tables and locks', () => {
  const rehearsal = rehearsalOf({
    statements: [
      { item: 0, command: 'UPDATE', affected_rows: 1200, checksum: null, sampled_rows: 100 },
      { item: 1, command: 'CREATE TABLE', affected_rows: null, checksum: null, sampled_rows: 0 },
    ],
    touched: [{ schema: 'public', table: 'ledger', inserted: 3, updated: 0, deleted: 0 }],
    locks: ['RowExclusiveLock on public.orders'],
  });
  expect(effectTexts(rehearsal)).toEqual([
    'Statement 1: UPDATE, 1,200 rows (100 shown)',
    'Statement 2: CREATE TABLE',
    'public.ledger: 3 rows added',
    'Locks: RowExclusiveLock on public.orders',
  ]);
});

it('gives the message of the database with its code', () => {
  const error = { message: 'no', sqlstate: '23514', position: null, detail: 'Why.', hint: null };
  expect(errorText(error)).toBe('no (23514)\nWhy.');
});

it('counts what statements wrote by table, and marks what was written beside edits of rows', () => {
  const touched = [
    { schema: 'public', table: 'orders', inserted: 0, updated: 2, deleted: 1 },
    { schema: 'public', table: 'ledger', inserted: 3, updated: 0, deleted: 0 },
  ];
  const statements = [{ item: 0, command: 'MERGE', affected_rows: 3, checksum: null, sampled_rows: 0 }];
  const ofStatements = rehearsalOf({ updated: 0, statements, touched });
  expect(rehearsedText(ofStatements)).toBe('3 rows added, 2 rows changed, 1 row removed');
  expect(rehearsedText(rehearsalOf({ updated: 0, statements, touched: [] }))).toBe('No rows changed');
  expect(rehearsedText(rehearsalOf({ touched }))).toBe('2 rows changed');
  expect(effectTexts(rehearsalOf({ touched }))[1]).toBe('public.ledger: 3 rows added as well');
});
