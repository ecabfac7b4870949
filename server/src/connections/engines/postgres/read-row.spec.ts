import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readRow } from './read-row.js';

/** The body of a DataRow message. */
function body(cells: readonly (string | null)[]): Buffer {
  const parts = cells.map((cell) => {
    const text = Buffer.from(cell ?? '');
    const length = Buffer.alloc(4);
    length.writeInt32BE(cell === null ? -1 : text.length);
    return Buffer.concat([length, text]);
  });
  const count = Buffer.alloc(2);
  count.writeUInt16BE(cells.length);
  return Buffer.concat([count, ...parts]);
}

const read = (cells: readonly (string | null)[]) => {
  const bytes = Buffer.concat([Buffer.from('before'), body(cells), Buffer.from('after')]);
  return readRow(bytes, 6, bytes.length - 5);
};

describe('readRow', () => {
  it.each<[string, (string | null)[]]>([
    ['no cells', []],
    ['ASCII', ['1', 'two', '']],
    ['NULL beside an empty text', [null, '', null]],
    ['two-byte characters', ['é', 'plain', 'ÿ']],
    ['characters beyond the basic plane', ['😀', null, 'x']],
    ['a length that is no ASCII', ['x'.repeat(200), 'y']],
    ['a length that is no ASCII beside text that is none', ['x'.repeat(200), 'ö']],
    ['a cell too long to share', ['a', 'b'.repeat(5000), 'é'.repeat(5000)]],
    ['control characters', ['\u0001\u007f\u0080']],
    ['1,600 cells', Array.from({ length: 1600 }, (_, index) => String(index))],
  ])('reads %s', (_, cells) => {
    expect(read(cells)).toEqual(cells);
  });

  it('reads what was written, whatever it is', () => {
    const cell = fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 100, maxLength: 300 })));
    fc.assert(fc.property(fc.array(cell), (cells) => expect(read(cells)).toEqual(cells)));
  });

  it('refuses a row that is longer or shorter than its message', () => {
    const bytes = body(['abc']);
    expect(() => readRow(bytes, 0, bytes.length - 1)).toThrow(RangeError);
    expect(() => readRow(Buffer.concat([bytes, Buffer.alloc(1)]), 0, bytes.length + 1)).toThrow(RangeError);
  });
});
