import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PAGE_ROWS } from '#libs/api';
import type { ResultRow } from '#libs/api';
import type { EncodedRow } from '../../connections/index.js';
import { RowBuffer } from './row-buffer.js';

function encodedRow(cells: ResultRow): EncodedRow {
  const json = JSON.stringify(cells);
  return {
    maxJsonBytes: Buffer.byteLength(json),
    writeJson: (target, at) => at + target.write(json, at),
    cells: () => cells,
  };
}

const parsed = (bytes: Buffer) => JSON.parse(`[${bytes.toString()}]`) as ResultRow[];
const numbered = (count: number): ResultRow[] => Array.from({ length: count }, (_, index) => [String(index), null]);

/** The rows, every second run of some as bytes. */
function held(rows: readonly ResultRow[], isEncoded: (index: number) => boolean): RowBuffer {
  const all = new RowBuffer();
  rows.forEach((row, index) => (isEncoded(index) ? all.appendEncoded(encodedRow(row)) : all.append(row)));
  return all;
}

describe('RowBuffer', () => {
  it.each([
    ['as strings', () => false],
    ['as bytes', () => true],
    ['as both in turns', (index: number) => index % 7 < 3],
  ])('gives rows back that came %s', (_, isEncoded) => {
    for (const count of [0, 1, 2, PAGE_ROWS - 1, PAGE_ROWS, PAGE_ROWS + 1, 5000]) {
      const rows = numbered(count);
      const one = held(rows, isEncoded);
      expect(one.rows()).toEqual(rows);
      expect(parsed(one.firstPage())).toEqual(rows.slice(0, PAGE_ROWS));
      expect(parsed(one.all().bytes)).toEqual(rows);
      expect(one.rows()).toEqual(rows);
    }
  });

  it('shows the first page while rows come', () => {
    const rows = numbered(PAGE_ROWS * 3);
    const one = new RowBuffer();
    rows.forEach((row, index) => {
      if (index % 2 === 0) one.append(row);
      else one.appendEncoded(encodedRow(row));
      if (index % 50 === 0) expect(parsed(one.firstPage())).toEqual(rows.slice(0, Math.min(index + 1, PAGE_ROWS)));
    });
  });

  it('keeps results apart that are filled in turns, also where one is let go in between', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 2000 });
    fc.assert(
      fc.property(fc.array(fc.array(fc.array(cell)), { minLength: 2, maxLength: 12 }), (results) => {
        const all = results.map(() => new RowBuffer());
        new RowBuffer([['let go']]).clear();
        const longest = Math.max(...results.map(({ length }) => length));
        for (let index = 0; index < longest; index++) {
          results.forEach((rows, place) => {
            const row = rows[index];
            if (row !== undefined) all[place]?.appendEncoded(encodedRow(row));
          });
          const ended = new RowBuffer();
          ended.appendEncoded(encodedRow(['overwritten']));
          ended.all();
        }
        expect(all.map((one) => parsed(one.all().bytes))).toEqual(results);
      }),
    );
  });

  it('is empty once it is cleared, and takes rows again', () => {
    const one = held(numbered(10), () => true);
    one.clear();
    expect(one.rows()).toEqual([]);
    expect(one.all().bytes).toHaveLength(0);
    one.clear();
    one.append(['again']);
    expect(parsed(one.all().bytes)).toEqual([['again']]);
  });
});
