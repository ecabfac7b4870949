import { describe, expect, it } from '@jest/globals';
import { marksProduction } from './marks-production.js';

describe('a colour that marks production', () => {
  it.each(['red', '#ff0000', '#dc2626', '#b91c1c', '#800000', '#dc143c', '#e11d48', '#ff4500', '#f87171', '#A52A2A'])(
    'is %s',
    (colour) => {
      expect(marksProduction(colour)).toBe(true);
    },
  );

  it.each([
    null,
    '',
    'amber',
    'green',
    'blue',
    'violet',
    'grey',
    '#ff8c00',
    '#ffa500',
    '#ff69b4',
    '#ff1493',
    '#c026d3',
    '#bc8f8f',
    '#8b7d7b',
    '#000000',
    '#ffffff',
    '#00ff00',
    'redder',
    '#f00',
  ])('is not %s', (colour) => {
    expect(marksProduction(colour)).toBe(false);
  });
});
