import { expect, it } from '@jest/globals';
import { copiedColumns } from './copied-columns.js';

const id = { name: 'id', type: 'BIGINT', isCanonical: true };
const spaced = { name: 'id', type: 'BIGINT', isCanonical: false };
const total = { name: 'total', type: 'DOUBLE', isCanonical: false };
const DOUBLES = 'double precision';

it.each([
  ['all columns', [id, total], { total: 'sum', id: 'no' }, DOUBLES, ['no', 'sum']],
  ['types in capitals', [id, total], { total: 'sum', id: 'no' }, 'Double Precision', ['no', 'sum']],
  [
    'numbers that are written as they are read',
    [id, { ...total, isCanonical: true }],
    { id: 'a', total: 'b' },
    'text',
    ['a', 'b'],
  ],
  ['numbers whose digits a text would keep', [id, total], { id: 'a', total: 'b' }, 'text', null],
  ['numbers whose digits a numeric would keep', [id, total], { id: 'a', total: 'b' }, 'numeric', null],
  ['a domain over doubles, whose name alone is known', [id, total], { id: 'a', total: 'b' }, 'price', null],
  ['a type that is not known', [id, total], { id: 'a', total: 'b' }, null, null],
  ['values of other types that are written in another way', [spaced, total], { id: 'a', total: 'b' }, DOUBLES, null],
  ['a column that is left out', [id, total], { id: 'a' }, DOUBLES, null],
  ['a column that is used twice', [id, total], { id: 'a', other: 'b' }, DOUBLES, null],
  ['one column, in which an empty line may be a row', [id], { id: 'a' }, DOUBLES, null],
])('copies a file with %s', (_, columns, targets, type, copied) => {
  const mappings = Object.entries(targets).map(([source, target]) => ({ source, target }));
  expect(
    copiedColumns({ delimiter: ',', bodyStart: 0, columns }, mappings, () => type)?.map(({ name }) => name) ?? null,
  ).toEqual(copied);
});

it('knows the columns in which a quoted empty value is a text', () => {
  const mappings = ['id', 'name'].map((name) => ({ source: name, target: name }));
  const file = { delimiter: ',', bodyStart: 0, columns: [id, { name: 'name', type: 'VARCHAR', isCanonical: true }] };
  expect(copiedColumns(file, mappings, () => 'text')).toEqual([
    { name: 'id', isText: false },
    { name: 'name', isText: true },
  ]);
});
