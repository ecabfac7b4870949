import { describe, expect, it } from '@jest/globals';
import { dayAfter, daysBetween, enteredMinute, shownDay, shownMinute } from './shown-day';

describe('days as they are shown', () => {
  const late = new Date('2026-05-20T01:30:00+02:00');

  it('are those of UTC where that is set', () => {
    expect(shownDay(late, 'utc')).toBe('2026-05-19');
    expect(dayAfter(late, 2, 'utc')).toEqual(new Date('2026-05-21T00:00:00Z'));
    expect(daysBetween(late, new Date('2026-05-20T00:10:00Z'), 'utc')).toBe(1);
  });

  it('are those of the browser otherwise', () => {
    const at = new Date(2026, 4, 31, 23, 59);
    expect(shownDay(at, 'local')).toBe('2026-05-31');
    expect(dayAfter(at, 1, 'local')).toEqual(new Date(2026, 5, 1));
    expect(daysBetween(at, new Date(2026, 5, 2), 'local')).toBe(2);
  });

  it.each(['utc', 'local'] as const)(
    'take what is entered in a field as the %s time that the field shows',
    (display) => {
      const at = new Date('2026-05-20T01:30:00+02:00');
      expect(enteredMinute(shownMinute(at, display), display)).toEqual(at);
      expect(enteredMinute('', display).getTime()).toBeNaN();
    },
  );

  it('take a field as UTC where that is set', () => {
    expect(enteredMinute('2026-05-19T09:41', 'utc').toISOString()).toBe('2026-05-19T09:41:00.000Z');
  });
});
