import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Cell, ColumnKind } from '#libs/api';
import { compareCells } from '#libs/results';
import { firstInFile } from './first-in-file.js';
import { columnLines } from './column-text.js';

const FOREVER = new AbortController().signal;
/** Enough for a sample to be taken, and for lines over the ends of pieces. */
const ROWS = 20_000;

/** Each in an order that would have every row replace one that came before it, or none. */
const COLUMNS: [string, ColumnKind, (row: number) => Cell][] = [
  ['rising numbers', 'integer', (row) => `${row}`.padStart(230, '0')],
  ['falling numbers', 'decimal', (row) => `${ROWS - row}.${'0'.repeat(220)}`],
  ['texts that begin alike', 'text', (row) => `https://example.org/${'customers'.repeat(24)}/${(row * 7919) % ROWS}`],
  ['texts of several lines', 'text', (row) => `a\n\x01${'é'.repeat(110)}\r${(row * 7919) % 1000}`],
  ['the same text all over', 'text', () => 'x'.repeat(230)],
  ['few values', 'integer', (row) => `${row % 3}`.padStart(230, '0')],
  ['mostly NULL', 'text', (row) => (row % 97 === 0 ? `${'y'.repeat(20_000)}${row}` : null)],
];

describe('firstInFile', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'first-in-file-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function fileOf(cells: readonly Cell[]): string {
    const path = join(folder, 'a.keys');
    writeFileSync(path, String(columnLines(cells)));
    return path;
  }

  it.each(COLUMNS)('finds the first of %s', async (_, kind, cellAt) => {
    const cells = Array.from({ length: ROWS }, (_row, row) => cellAt(row));
    const path = fileOf(cells);
    const compare = compareCells(kind);
    for (const direction of ['asc', 'desc'] as const) {
      const sign = direction === 'asc' ? 1 : -1;
      const all = [...cells.keys()].sort((a, b) => sign * compare(cells[a] ?? null, cells[b] ?? null));
      expect(await firstInFile(path, { kind, direction, rows: 700 }, ROWS, FOREVER)).toEqual(all.slice(0, 700));
    }
  });

  it('answers with fewer where there are no more, and with none of none', async () => {
    const wanted = { kind: 'integer', direction: 'desc', rows: 10 } as const;
    expect(await firstInFile(fileOf(['1', null, '2']), wanted, 3, FOREVER)).toEqual([1, 2, 0]);
    expect(await firstInFile(fileOf([]), wanted, 0, FOREVER)).toEqual([]);
  });

  it('reads what is NULL, empty, or looks like either', async () => {
    const cells = ['b', '', null, '\x01N', '\x01E', 'a\nb', ''];
    const wanted = { kind: 'text', direction: 'asc', rows: 10 } as const;
    const rows = await firstInFile(fileOf(cells), wanted, cells.length, FOREVER);
    expect(rows.map((row) => cells[row])).toEqual(['', '', '\x01E', '\x01N', 'a\nb', 'b', null]);
    expect(columnLines(['a', 'b\x02'])).toBeNull();
  });

  it('refuses a file that has lost some of its rows, and stops when nobody waits for it', async () => {
    const path = fileOf(['1', '2', '3']);
    const wanted = { kind: 'integer', direction: 'asc', rows: 2 } as const;
    await expect(firstInFile(path, wanted, 4, FOREVER)).rejects.toThrow('does not have a cell for each row');
    await expect(firstInFile(path, wanted, 3, AbortSignal.abort())).rejects.toThrow(/abort/i);
  });
});
