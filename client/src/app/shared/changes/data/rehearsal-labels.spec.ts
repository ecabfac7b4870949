import { expect, it } from '@jest/globals';
import type { ChangeItem } from '#libs/api';
import { rehearsalOf } from '../testing/change-set';
import { effectTexts, errorText, refusedText, rehearsedText, writtenText } from './rehearsal-labels';

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

const [schema, table, before] = ['public', 'orders', {}];
it.each([
  [null, 'The database refused the change set'],
  [0, 'The database refused change 1: new row in public.orders'],
  [1, 'The database refused change 2: row with id 4 in public.orders'],
  [2, `The database refused change 3: row with a 1, b ${'x'.repeat(40)}… in public.orders`],
  [3, 'The database refused change 4: a statement'],
  [1203, 'The database refused change 1,204'],
])('names change %p when the database refuses it', (item, text) => {
  const changed = { schema, table, before, values: { total: '1' } };
  const items: ChangeItem[] = [
    { kind: 'insert', schema, table, values: {} },
    { kind: 'update', ...changed, key: { id: '4' } },
    { kind: 'delete', schema, table, before, key: { a: '1', b: 'x'.repeat(42) } },
    { kind: 'statement', sql: 'SELECT 1' },
  ];
  expect(refusedText(item, items)).toBe(text);
});
