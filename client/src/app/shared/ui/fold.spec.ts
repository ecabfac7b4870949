import { describe, expect, it } from '@jest/globals';
import { foldedParts } from './fold';

const WIDTHS = { keys: 1040, labels: 880, tight: 560 };

describe('foldedParts', () => {
  it.each([
    [1200, ''],
    [1040, ''],
    [1039.5, 'keys'],
    [880, 'keys'],
    [700, 'keys labels'],
    [0, 'keys labels tight'],
  ])('at %s px: "%s"', (width, parts) => {
    expect(foldedParts(WIDTHS, width)).toBe(parts);
  });

  it('needs no widths', () => {
    expect(foldedParts({}, 10)).toBe('');
  });
});
