import { describe, expect, it } from '@jest/globals';
import { changeDays } from './change-days';

describe('changeDays', () => {
  it('groups changes by the day in the zone in which times are shown', () => {
    const changes = ['2026-05-20T01:30:00+02:00', '2026-05-19T00:10:00Z', '2025-12-31T09:00:00Z'].map((time) => ({
      detected_at: time,
    }));
    const days = changeDays(changes, new Date('2026-05-19T23:45:00Z'), 'utc');
    expect(days.map(({ day, changes: found }) => [day, found.length])).toEqual([
      ['Today, 19 May', 2],
      ['31 Dec 2025', 1],
    ]);
  });
});
