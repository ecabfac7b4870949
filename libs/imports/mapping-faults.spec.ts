import { expect, it } from '@jest/globals';
import type { ImportMapping } from '../api/index.js';
import type { TargetColumn } from './map-columns.js';
import { mappingFaults } from './mapping-faults.js';

const TARGETS: TargetColumn[] = [
  { name: 'id', nullable: false, default: null, is_generated: false, identity: null },
  { name: 'note', nullable: true, default: null, is_generated: false, identity: null },
  { name: 'sum', nullable: true, default: null, is_generated: true, identity: null },
];
const ID: ImportMapping = { source: 'a', target: 'id' };

it.each<[string, ImportMapping[], TargetColumn[] | null, string[]]>([
  ['a column of each', [ID], TARGETS, []],
  ['nothing', [], TARGETS, ['Choose at least one column to import.']],
  ['an unknown source', [{ source: 'x', target: 'id' }], TARGETS, ['The file has no column "x".']],
  ['a target twice', [ID, { source: 'b', target: 'id' }], TARGETS, ['The column "id" is filled twice.']],
  ['an unknown target', [ID, { source: 'b', target: 'x' }], TARGETS, ['The table has no column "x".']],
  [
    'a computed target',
    [ID, { source: 'b', target: 'sum' }],
    TARGETS,
    ['The database computes the column "sum" itself.'],
  ],
  [
    'no value for a column that needs one',
    [{ source: 'b', target: 'note' }],
    TARGETS,
    ['The column "id" needs a value: it is NOT NULL and has no default.'],
  ],
  [
    'no values for columns that need them',
    [{ source: 'b', target: 'note' }],
    [...TARGETS, ...['a b', 'c'].map((name) => ({ ...TARGETS[0], name, nullable: false }) as TargetColumn)],
    ['The columns "id", "a b" and "c" need values: they are NOT NULL and have no defaults.'],
  ],
  ['a new column', [{ ...ID, type: 'integer' }], null, []],
  ['a new column without a type', [ID], null, ['Choose a type for the column "id".']],
  ['a new column without a name', [{ source: 'a', target: '', type: 'text' }], null, ['Name the column for "a".']],
])('checks a mapping with %s', (_, columns, targets, faults) => {
  expect(mappingFaults({ columns, sources: ['a', 'b'], targets })).toEqual(faults);
});
