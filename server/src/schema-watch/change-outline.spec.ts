import { describe, expect, it } from '@jest/globals';
import type { TracedChange } from '#libs/catalog';
import { ChangedTables, MAX_TABLES, outlineOf } from './change-outline.js';

type Word = readonly [table: string, kind: TracedChange['kind']];

function outline(...words: Word[]) {
  const changes = words.map(([table, kind]) => ({ table, kind }) as TracedChange);
  return outlineOf({ id: 'a', toSnapshotId: 'b', changes });
}

describe('what lists show of a change record', () => {
  it('is its count and its tables by the first word on each', () => {
    const words: Word[] = [
      ['gone', 'table_removed'],
      ['new', 'table_added'],
      ['gone', 'column_removed'],
      ['new', 'column_added'],
    ];
    expect(outline(...words)).toEqual({
      ...{ changeId: 'a', toSnapshotId: 'b', changeCount: 4 },
      ...{ changedTables: ['new'], removedTables: ['gone'] },
    });
  });

  it('names a thousand tables of each kind at most', () => {
    const words = Array.from({ length: 3_000 }, (_, place): Word[] => [
      [`new ${place}`, 'table_added'],
      [`gone ${place}`, 'table_removed'],
    ]).flat();
    const { changeCount, changedTables, removedTables } = outline(...words);
    expect([changeCount, changedTables.length, removedTables.length]).toEqual([6_000, MAX_TABLES, MAX_TABLES]);
  });

  it.each<[string, Word[][], string[]]>([
    ['changed once', [[['t', 'column_added']]], ['t']],
    ['that went after it changed', [[['t', 'table_removed']], [['t', 'column_added']]], []],
    ['that came back', [[['t', 'table_added']], [['t', 'table_removed']]], ['t']],
    ['of two records', [[['b', 'column_added']], [['a', 'column_added']]], ['b', 'a']],
  ])('shows a table %s by its newest word', (_, records, names) => {
    const tables = new ChangedTables();
    for (const words of records) tables.add(outline(...words));
    expect(tables.names).toEqual(names);
  });
});
