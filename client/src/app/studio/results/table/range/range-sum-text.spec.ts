import { describe, expect, it } from '@jest/globals';
import { columnSample } from '../../../../../testing/run-samples';
import { rangeSumText } from './range-sum-text';

const COLUMNS = [columnSample('name'), columnSample('shipping', 'decimal'), columnSample('id', 'integer')];
const ROWS = [
  ['7', '4.90', '9007199254740993'],
  ['8', null, '1'],
  ['9', '0.10', null],
];

describe('rangeSumText', () => {
  it.each([
    [6, [1, 2], '6 cells · Sum 9,007,199,254,740,999.00 · Avg 2,251,799,813,685,249.75'],
    [3, [1], '3 cells · Sum 5.00 · Avg 2.50'],
    [3, [0], '3 cells'],
    [6, [0, 1], '6 cells · Sum 5.00 · Avg 2.50'],
  ])('writes %d cells of the columns %j', (cells, places, expected) => {
    expect(rangeSumText(cells, ROWS, places, COLUMNS)).toBe(expected);
  });

  it('says that an average is rounded', () => {
    expect(rangeSumText(3, [['1'], ['1'], ['2']], [0], [columnSample('n', 'integer')])).toBe(
      '3 cells · Sum 4 · Avg about 1.3333',
    );
  });
});
