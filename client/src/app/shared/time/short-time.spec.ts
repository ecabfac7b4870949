import { describe, expect, it } from '@jest/globals';
import { shortTime, shortTimeInSentence } from './short-time';

describe('shortTime', () => {
  const now = new Date(2026, 4, 19, 10, 0);
  const at = (...parts: [number, number, number, number, number]): string => new Date(...parts).toISOString();

  it('begins small behind other words', () => {
    expect(shortTimeInSentence(at(2026, 4, 18, 23, 59), now)).toBe('yesterday 23:59');
    expect(shortTimeInSentence(at(2026, 3, 18, 2, 0), now)).toBe('18 Apr 02:00');
  });

  it('is in UTC on request, with the days of UTC', () => {
    const noon = new Date('2026-05-19T12:00:00Z');
    expect([
      shortTime('2026-05-19T00:30:00+02:00', noon, 'utc'),
      shortTime('2026-05-19T02:30:00+02:00', noon, 'utc'),
      shortTime('2026-01-01T00:30:00+02:00', noon, 'utc'),
    ]).toEqual(['Yesterday 22:30', '00:30', '31 Dec 2025']);
  });

  it.each([
    ['09:41', at(2026, 4, 19, 9, 41)],
    ['Yesterday 23:59', at(2026, 4, 18, 23, 59)],
    ['18 Apr 02:00', at(2026, 3, 18, 2, 0)],
    ['31 Dec 2025', at(2025, 11, 31, 12, 0)],
    ['', 'not a time'],
  ])('is %j', (text, time) => {
    expect(shortTime(time, now)).toBe(text);
  });
});
