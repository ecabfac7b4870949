import { describe, expect, it } from '@jest/globals';
import type { KnownRow, Staging } from './index.js';
import {
  countStaged,
  inOneStep,
  NO_STAGING,
  parseStaging,
  stageCells,
  stagedItems,
  stageDeletes,
  stageInserts,
  stageInvalid,
  stagingText,
  undoStaging,
  unstageAll,
  withoutItems,
} from './index.js';

const ORDERS = { schema: 'public', table: 'orders' };
const ROW: KnownRow = { ...ORDERS, key: { id: '1' }, cells: { id: '1', total: '76.77', note: null } };
const wrong = (staging: Staging, row: KnownRow | string = ROW): Staging =>
  stageInvalid(staging, { row, column: 'total', text: '332,57' });
const right = (staging: Staging, column = 'total'): Staging =>
  stageCells(staging, [{ row: ROW, column, value: '332.57' }]);
const added = (staging: Staging): Staging => stageInserts(staging, ORDERS, [{ note: 'new' }]);

describe('an invalid value', () => {
  it.each<[string, Staging, number, string[]]>([
    ['is no change', wrong(NO_STAGING), 1, []],
    ['takes the place of what was staged for its cell', wrong(right(NO_STAGING)), 1, []],
    ['leaves other cells of its row alone', wrong(right(NO_STAGING, 'note')), 1, ['update']],
    ['is gone when its cell is mended', right(wrong(NO_STAGING)), 0, ['update']],
    [
      'is gone with a value that the cell had before',
      stageCells(wrong(NO_STAGING), [{ row: ROW, column: 'total', value: '76.77' }]),
      0,
      [],
    ],
    ['is gone when its row is deleted', stageDeletes(wrong(NO_STAGING), [ROW]), 0, ['delete']],
    ['is back when the deletion is undone', undoStaging(stageDeletes(wrong(NO_STAGING), [ROW])), 1, []],
    ['is none of a deleted row', wrong(stageDeletes(NO_STAGING, [ROW])), 0, ['delete']],
    ['is none of an added row that is not there', wrong(NO_STAGING, '+7'), 0, []],
    ['keeps a row to be added out of the change set', wrong(added(NO_STAGING), '+1'), 1, []],
    ['goes when everything is discarded', unstageAll(wrong(added(NO_STAGING), '+1')), 0, []],
    [
      'is part of the step that made it',
      undoStaging(inOneStep(added(NO_STAGING), (known) => wrong(right(known)))),
      0,
      ['insert'],
    ],
  ])('%s', (_, staging, invalid, kinds) => {
    expect(countStaged(staging).invalid).toBe(invalid);
    expect(stagedItems(staging).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('stays when the rest is in the database, with the row to be added that it is in', () => {
    const staging = wrong(wrong(added(added(right(NO_STAGING, 'note'))), '+2'));
    const left = withoutItems(staging, stagedItems(staging));
    expect([[...left.rows.keys()], [...left.invalid.keys()], left.past]).toEqual([
      ['+2'],
      ['+2', expect.any(String)],
      [],
    ]);
    expect(withoutItems(added(NO_STAGING), stagedItems(added(NO_STAGING))).rows.size).toBe(0);
  });

  it('is kept with the draft, also of a row to be added that is numbered anew', () => {
    const staging = wrong(wrong(undoStaging(added(added(NO_STAGING)))), '+1');
    const later = wrong(stageInserts(undoStaging(undoStaging(staging)), ORDERS, [{}]), '+3');
    const back = parseStaging(stagingText(later));
    expect(back && [...back.invalid]).toEqual([['+2', { ...ORDERS, texts: { total: '332,57' } }]]);
    expect(back?.invalid.has([...back.rows.keys()].at(-1) ?? '')).toBe(true);
  });

  it.each([
    ['{"items":[]}'],
    ['{"items":[],"invalid":[null]}'],
    ['{"items":[],"invalid":[{"id":1}]}'],
    ['{"items":[],"invalid":[{"id":"a","schema":"b","table":"c","texts":7}]}'],
  ])('is not read from %s', (text) => {
    expect(parseStaging(text)).toBeNull();
  });
});
