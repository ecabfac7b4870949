import { describe, expect, it } from '@jest/globals';
import { clockText, dayText, fullText, minuteText, secondsText, weekdayText, weekdayTimeText } from './time-text';

describe('texts of a time', () => {
  const at = new Date('2026-05-20T01:30:07+02:00');
  const now = new Date('2026-05-20T12:00:00Z');

  it.each([
    ['23:30', clockText(at, 'utc')],
    ['23:30:07', secondsText(at, 'utc')],
    ['19 May', dayText(at, now, 'utc')],
    ['31 Dec 2025', dayText(new Date('2026-01-01T00:30:00+02:00'), now, 'utc')],
    ['Tue 19 May', weekdayText(at, 'utc').replace(',', '')],
    ['19 May 2026, 23:30', minuteText(at, 'utc')],
  ])('are %j in UTC', (text, shown) => {
    expect(shown).toBe(text);
  });

  it('have the clock of the zone, as Intl writes it', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const then = new Date(Date.UTC(2026, 9, 25, hour, hour * 2, hour));
      expect(secondsText(then, 'local')).toBe(then.toLocaleTimeString('en-GB'));
      expect(clockText(then, 'utc')).toBe(then.toISOString().slice(11, 16));
    }
  });

  it('name the zone where they are long', () => {
    expect(fullText(at, 'utc')).toMatch(/^19 May 2026.*23:30:07 UTC$/);
    expect(weekdayTimeText(at, 'utc')).toMatch(/^Tue,? 19 May 2026.*23:30:07 UTC$/);
  });

  it('follow the zone of the browser unless UTC is set', () => {
    const noon = new Date(2026, 4, 19, 12, 0);
    expect([clockText(noon, 'local'), dayText(noon, now, 'local')]).toEqual(['12:00', '19 May']);
  });
});
