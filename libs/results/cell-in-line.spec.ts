import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cellInLine, cellsInLine } from './cell-in-line.js';

const nasty = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '"', '\\', '\\"', '","', 'null', ']', '\n'));
const row = fc.array(fc.option(nasty), { minLength: 1, maxLength: 8 });

describe('cellInLine', () => {
  it('finds every cell of every row', () => {
    fc.assert(
      fc.property(row, (cells) => {
        const line = JSON.stringify(cells);
        expect(cells.map((_, index) => cellInLine(line, index))).toEqual(cells);
      }),
    );
  });

  it('is null behind the end of the row', () => {
    expect([cellInLine('["a"]', 1), cellInLine('["a",null]', 7), cellInLine('[]', 0)]).toEqual([null, null, null]);
  });
});

describe('cellsInLine', () => {
  it('reads every row as JSON does', () => {
    fc.assert(fc.property(row, (cells) => expect(cellsInLine(JSON.stringify(cells))).toEqual(cells)));
  });

  it('reads a row without cells', () => {
    expect(cellsInLine('[]')).toEqual([]);
  });
});
