import { expect, it } from '@jest/globals';
import type { Cell } from '../api/index.js';
import { snapshotEffects } from './snapshot-effects.js';
import type { SnapshotRows } from './snapshot-effects.js';

type Counts = readonly [inserted: number, updated: number, deleted: number];

const TABLE = { item: 0, schema: 'public', table: 'parts', columns: ['id', 'n'], key: ['id'] };
const NONE: SnapshotRows = { written: [], former: [], replaced: [], present: [] };

it.each<[string, Partial<SnapshotRows>, Counts, (readonly [string, Cell[] | null, Cell[] | null])[] | null]>([
  ['nothing', {}, [0, 0, 0], []],
  ['a row that is added', { written: [['1', 'a']] }, [1, 0, 0], [['insert', null, ['1', 'a']]]],
  [
    'a row that is changed, however often',
    { written: [['1', 'c']], former: [['1', 'a']], replaced: [['1', 'a']], present: [['1', 'c']] },
    [0, 3, 0],
    [['update', ['1', 'a'], ['1', 'c']]],
  ],
  [
    'a row that is written as it was',
    { written: [['1', 'a']], former: [['1', 'a']], replaced: [['1', 'a']], present: [['1', 'a']] },
    [0, 1, 0],
    [],
  ],
  [
    'a row that another transaction has changed before',
    { written: [['1', 'b']], former: [['1', 'a']] },
    [0, 1, 0],
    null,
  ],
  ['a row that is removed', { replaced: [['1', null]] }, [0, 0, 1], [['delete', ['1', null], null]]],
  ['a row that was only locked', { replaced: [['1', 'a']], present: [['1', 'a']] }, [0, 0, 0], []],
  ['a row that is added and removed again', {}, [1, 0, 1], []],
  [
    'a key that changes',
    { written: [['2', 'a']], replaced: [['1', 'a']] },
    [0, 1, 0],
    [
      ['insert', null, ['2', 'a']],
      ['delete', ['1', 'a'], null],
    ],
  ],
  [
    'a row that is removed and added again',
    { written: [['1', 'b']], former: [['1', 'a']], replaced: [['1', 'a']], present: [['1', 'b']] },
    [1, 0, 1],
    [['update', ['1', 'a'], ['1', 'b']]],
  ],
  ['removed rows of which one was not found', { replaced: [['1', 'a']] }, [0, 0, 2], null],
  ['a row that another transaction has removed', { replaced: [['1', 'a']] }, [0, 0, 0], null],
  ['added rows that were rolled back in part', { written: [['1', 'a']] }, [2, 0, 0], null],
])('finds %s', (_, rows, [inserted, updated, deleted], expected) => {
  const counted = { schema: 'public', table: 'parts', inserted, updated, deleted };
  const effects = snapshotEffects(TABLE, { ...NONE, ...rows }, counted);
  expect(effects?.effects.map(({ kind, before, after }) => [kind, before, after]) ?? null).toEqual(expected);
});

const ADDED = [['1', 'a']];
const MOVED = { written: [['2', 'a']], replaced: [['1', 'a']] };
it.each<[string, Partial<SnapshotRows>, Counts, boolean]>([
  ['rows that are written once', { written: ADDED }, [1, 0, 0], true],
  ['a key that changes', MOVED, [0, 1, 0], true],
  ['rows that are only changed, however often', {}, [0, 3, 0], true],
  [
    'a row that is removed and added again',
    { written: ADDED, former: ADDED, replaced: ADDED, present: ADDED },
    [1, 0, 1],
    true,
  ],
  [
    'a row that is added and removed again, or one that is removed beside one that was rolled back',
    {},
    [1, 0, 1],
    false,
  ],
  ['a row that is added and changed', { written: ADDED }, [1, 1, 0], false],
  ['a key that changes beside such a pair', MOVED, [1, 1, 1], false],
])('is certain of %s: %#', (_, rows, [inserted, updated, deleted], expected) => {
  const counted = { schema: 'public', table: 'parts', inserted, updated, deleted };
  expect(snapshotEffects(TABLE, { ...NONE, ...rows }, counted)?.isCertain).toBe(expected);
});
