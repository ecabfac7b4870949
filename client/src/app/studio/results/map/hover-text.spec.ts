import { describe, expect, it } from '@jest/globals';
import type { ResultRow } from '#libs/api';
import { columnSample } from '../../../../testing/run-samples';
import { hoverText } from './hover-text';

const [lat, lng, city, total, id] = [
  columnSample('lat', 'float'),
  columnSample('lng', 'float'),
  columnSample('city'),
  columnSample('total', 'decimal'),
  columnSample('id', 'integer'),
];
const cells: ResultRow = ['1', '2', 'Bergen', '9.50', '7'];
const numbers: ResultRow = ['1', '2', '9.50'];
const plain = { isBubbles: false, size: 3, colour: 4 };
const bubbles = { ...plain, isBubbles: true };

describe('the words at the pointer', () => {
  it.each([
    ['the first text', { cells, row: 0 }, [lat, lng, city, total, id], plain, 'Bergen'],
    [
      'what sizes and colours it',
      { cells, row: 0 },
      [lat, lng, city, total, id],
      bubbles,
      'Bergen · total 9.50 · id 7',
    ],
    [
      'a text that also colours it once',
      { cells, row: 0 },
      [lat, lng, city, total, id],
      { ...bubbles, colour: 2 },
      'Bergen · total 9.50',
    ],
    ['that a value is missing', { cells: ['1', '2', null], row: 0 }, [lat, lng, city], plain, 'NULL'],
    ['a long text cut', { cells: ['1', '2', 'x'.repeat(61)], row: 0 }, [lat, lng, city], plain, 'x'.repeat(60)],
    ['its number where there is no text', { cells: numbers, row: 1233 }, [lat, lng, total], plain, 'row 1,234'],
    ['a column in a tile, which has no number', { cells: numbers, row: null }, [lat, lng, total], plain, 'total 9.50'],
  ])('are %s', (_, hovered, columns, choice, text) => {
    expect(hoverText(hovered, columns, choice, [0, 1])).toBe(text);
  });
});
