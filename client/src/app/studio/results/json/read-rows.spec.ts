import { describe, expect, it } from '@jest/globals';
import { lineText } from '#libs/results';
import { ReadRows } from './read-rows';

describe('ReadRows', () => {
  function reader(isOpen: boolean, textOf = (row: number): string => `{"n":${row},"tags":[1,2]}`) {
    const read: number[] = [];
    return { read, rows: new ReadRows((row) => (read.push(row), textOf(row)), isOpen) };
  }

  it('reads a row once, however often it is drawn', () => {
    const { read, rows } = reader(true);
    for (let redraw = 0; redraw < 3; redraw += 1) for (const row of [0, 1]) rows.of(row);
    expect(read).toEqual([0, 1]);
  });

  it('forgets the rows that were drawn longest ago', () => {
    const { read, rows } = reader(true);
    for (let row = 0; row < 301; row += 1) rows.of(row);
    rows.of(300);
    rows.of(0);
    expect(read.slice(-2)).toEqual([300, 0]);
  });

  it.each([
    [true, ['{', '"n": 7,', '"tags": [', '}']],
    [false, ['{']],
  ])('shows rows open: %s', (isOpen, texts) => {
    const { lines, shown } = reader(isOpen).rows.of(7);
    expect(shown.map((index) => lineText(lines[index]?.tokens ?? []))).toEqual(texts);
  });

  it('keeps a very large member in one line', () => {
    const { lines } = reader(true, () => `{"n":[${'1,'.repeat(200_000)}1]}`).rows.of(0);
    expect(lines).toHaveLength(3);
  });
});
