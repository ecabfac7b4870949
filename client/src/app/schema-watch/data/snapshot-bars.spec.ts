import { describe, expect, it } from '@jest/globals';
import type { KeptSnapshot, WatchedConnection } from '#libs/api';
import type { Violation } from '#libs/contracts';
import { latelyText } from './lately';
import { snapshotBars } from './snapshot-bars';

function snapshot(day: number, changeCount: number, state: Partial<KeptSnapshot> = {}): KeptSnapshot {
  return {
    ...{ id: `s${day}`, connection_id: 'shop', taken_at: `2026-05-${day}T06:00:00.000Z`, change_count: changeCount },
    ...{ table_count: 1, column_count: 1, hash: 'f00d', server_version: '15.18', is_stable: true },
    ...{ inaccessible_schemas: [], ...state },
  };
}

describe('the strip of snapshots', () => {
  it('stands in the order of time, higher for more changes, and says which one broke the contract', () => {
    const kept = [snapshot(19, 6), snapshot(18, 0), snapshot(17, 1), snapshot(16, 0, { is_stable: false })];
    const bars = snapshotBars(kept, [{ opened_at: '2026-05-19T06:00:01.000Z', sets: [] }]);
    expect(bars.map(({ id, tone, words }) => [id, tone, words])).toEqual([
      ['s16', 'held', 'held back'],
      ['s17', 'changed', '1 change'],
      ['s18', 'quiet', 'no change'],
      ['s19', 'broken', '6 changes, broke the contract'],
    ]);
    expect(bars.map(({ height }) => height)).toEqual([4, 17, 4, 32]);
  });

  it('says of each snapshot with which a violation grew that it broke the contract, and of none with which it shrank', () => {
    const breakage = (summary: string) => ({ summary }) as Violation;
    const set = (day: number, ...summaries: string[]) => {
      const items = summaries.map(breakage);
      return { since: `2026-05-${day}T06:00:00.000Z`, summary: '', items, item_count: items.length };
    };
    const violation = {
      opened_at: '2026-05-15T06:00:00.000Z',
      sets: [set(15, 'a'), set(16, 'a', 'b'), set(17, 'a'), set(18, 'c')],
    };
    const bars = snapshotBars(
      [19, 18, 17, 16, 15].map((day) => snapshot(day, 1)),
      [violation],
    );
    expect(bars.map(({ tone }) => tone)).toEqual(['broken', 'broken', 'changed', 'broken', 'changed']);
  });

  it('is empty before the first snapshot, whatever was violated', () => {
    expect(snapshotBars([], [{ opened_at: '2026-05-19T06:00:01.000Z', sets: [] }])).toEqual([]);
  });
});

describe('the summary of recent snapshots', () => {
  const quiet: WatchedConnection = {
    ...{ connection_id: 'shop', checked_at: '2026-05-19T06:00:00.000Z', last_error: null },
    ...{ changed_at: null, change_count: 0, recent: [], changed_tables: [] },
  };
  const at = (detected: string, count: number): Partial<WatchedConnection> => {
    return { changed_at: detected, change_count: count, recent: [{ detected_at: detected, change_count: count }] };
  };
  it.each<[Partial<WatchedConnection>, string]>([
    [{}, 'no change in 7 d'],
    [at('2026-05-19T06:00:00.000Z', 6), '6 changes today'],
    [at('2026-05-19T06:00:00.000Z', 1), '1 change today'],
    [at('2026-05-17T06:00:00.000Z', 6), '2 d ago'],
    [at('2026-05-18T23:59:00.000Z', 6), '1 d ago'],
  ])('%j: %s', (change, words) => {
    expect(latelyText({ ...quiet, ...change }, new Date('2026-05-19T09:00:00.000Z'), 'utc')).toBe(words);
  });

  it('is nothing of a connection that was never checked', () => {
    expect(latelyText(undefined, new Date(), 'utc')).toBe('');
  });
});
