import { describe, expect, it } from '@jest/globals';
import { compareExactNumbers, parseExactNumber } from './exact-number.js';
import { parseInterval } from './interval.js';

const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;

describe('parseInterval', () => {
  it.each([
    ['00:00:00', 0],
    ['1 year 2 mons 3 days 04:05:06.000007', 360 * DAY + 60 * DAY + 3 * DAY + 4 * HOUR + 306_000_007],
    ['1 mon -2 days +03:00:00', 28 * DAY + 3 * HOUR],
    ['-1 years -1 mons -00:00:00.5', -390 * DAY - 500_000],
    ['2 months 1 day', 61 * DAY],
    ['100:00:00', 100 * HOUR],
    ['90 minutes', 1.5 * HOUR],
    ['1.5 h', 1.5 * HOUR],
    ['-1.5h', -1.5 * HOUR],
    ['2 weeks', 14 * DAY],
  ])('reads %s', (text, microseconds) => {
    expect(parseInterval(text)).toEqual(parseExactNumber(String(microseconds)));
  });

  it('reads the longest interval of Postgres exactly', () => {
    const [longest, less] = ['178000000 years 00:00:00.000001', '178000000 years'].map(parseInterval);
    expect(longest && less && compareExactNumbers(longest, less)).toBe(1);
  });

  it.each(['infinity', '-infinity'])('reads %s', (text) => {
    expect(parseInterval(text)).toEqual(parseExactNumber(text));
  });

  it.each(['', ' ', '5', 'days', '1-2 3 4:05:06', 'P1DT2H', '1 day ago', '1 parsec', '1e3 days', '1 day,', 'NaN'])(
    'takes %j for none',
    (text) => {
      expect(parseInterval(text)).toBeNull();
    },
  );

  it('takes a text of a million characters for none at once', () => {
    expect(parseInterval('1 day '.repeat(200_000))).toBeNull();
  });
});
