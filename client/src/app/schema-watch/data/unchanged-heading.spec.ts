import { describe, expect, it } from '@jest/globals';
import { unchangedHeading } from './unchanged-heading';

const NOW = new Date('2026-05-18T12:00:00Z');

describe('unchangedHeading', () => {
  it.each([
    [null, 'Nothing changed in 30 days'],
    ['2026-04-18T12:00:00Z', 'Nothing changed in 30 days'],
    ['2026-04-18T12:00:01Z', 'Nothing changed since the first snapshot, 29 days ago'],
    ['2026-05-17T11:00:00Z', 'Nothing changed since the first snapshot, 1 day ago'],
    ['2026-05-18T10:59:00Z', 'Nothing changed since the first snapshot, 1 hour ago'],
    ['2026-05-18T11:58:30Z', 'Nothing changed since the first snapshot, 1 minute ago'],
    ['2026-05-18T11:59:30Z', 'Nothing changed since the first snapshot, less than a minute ago'],
    ['2026-05-18T12:00:30Z', 'Nothing changed since the first snapshot, less than a minute ago'],
  ])('after a first snapshot at %s says %s', (firstAt, text) => {
    expect(unchangedHeading(firstAt, 30, NOW)).toBe(text);
  });
});
