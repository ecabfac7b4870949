import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DataRow } from './data-row.js';
import { readRow } from './read-row.js';

/** The body of a DataRow message. */
function body(cells: readonly (string | null)[], encoding: BufferEncoding = 'utf8'): Buffer {
  const parts = cells.map((cell) => {
    const text = Buffer.from(cell ?? '', encoding);
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

/** The row as JSON, and how many bytes it took beyond what was promised. */
function encode(bytes: Buffer, start: number, end: number) {
  const row = new DataRow();
  row.set(bytes, start, end);
  const target = Buffer.alloc(row.maxJsonBytes + 3, '#');
  const jsonEnd = row.writeJson(target, 3);
  return { json: target.toString('utf8', 3, jsonEnd), before: target.toString('utf8', 0, 3) };
}

const encoded = (cells: readonly (string | null)[]) => {
  const bytes = Buffer.concat([Buffer.from('before'), body(cells), Buffer.from('after')]);
  return encode(bytes, 6, bytes.length - 5);
};

const ROWS: [string, (string | null)[]][] = [
  ['no cells', []],
  ['ASCII', ['1', 'two', '']],
  ['NULL beside an empty string', [null, '', null]],
  ['two-byte characters', ['é', 'plain', 'ÿ']],
  ['characters beyond the basic plane', ['😀', null, 'x']],
  ['a length that is no ASCII', ['x'.repeat(200), 'y']],
  ['a length that is no ASCII beside text that is none', ['x'.repeat(200), 'ö']],
  ['a cell too long to share', ['a', 'b'.repeat(5000), 'é'.repeat(5000)]],
  ['control characters', ['\u0001\u007f\u0080']],
  ['1,600 cells', Array.from({ length: 1600 }, (_, index) => String(index))],
  ['all that JSON escapes', ['"\\/\b\f\n\r\t', '\u0001\u001f\u007f\u2028', '\u001f'.repeat(300)]],
];

describe('readRow', () => {
  it.each(ROWS)('reads %s', (_, cells) => {
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

describe('DataRow', () => {
  it.each(ROWS)('writes %s as JSON.stringify does', (_, cells) => {
    expect(encoded(cells)).toEqual({ json: JSON.stringify(cells), before: '###' });
  });

  it('writes what was written, whatever it is', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii', maxLength: 300 }));
    const cells = fc.array(fc.option(text));
    fc.assert(fc.property(cells, (row) => expect(encoded(row).json).toBe(JSON.stringify(row))));
  });

  it('writes bytes that are no UTF-8 as they are read elsewhere', () => {
    const cell = fc.uint8Array({ maxLength: 40 });
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        const bytes = body(
          cells.map((one) => Buffer.from(one).toString('latin1')),
          'latin1',
        );
        expect(encode(bytes, 0, bytes.length).json).toBe(JSON.stringify(readRow(bytes, 0, bytes.length)));
      }),
    );
  });

  it('refuses a row that is longer or shorter than its message', () => {
    const bytes = body(['abc']);
    expect(() => encode(bytes, 0, bytes.length - 1)).toThrow(RangeError);
    expect(() => encode(Buffer.concat([bytes, Buffer.alloc(1)]), 0, bytes.length + 1)).toThrow(RangeError);
  });
});
