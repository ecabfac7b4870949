import { describe, expect, it } from '@jest/globals';
import type { ResultColumn, ResultRow } from '#libs/api';
import { writeResult } from '#libs/results';
import type { TextFormat } from '#libs/results';
import type { OpenedSource } from './export-source.js';
import { textFile } from './text-file.js';

const COLUMNS: ResultColumn[] = ['a', 'b'].map((name) => ({ name, type: 'text', kind: 'text', table: null }));
const LONG = '"'.repeat(1_100_000);
const HALF = 'x"'.repeat(150_000);
/** Long rows first, last, side by side and between others, and rows that are long together. */
const BATCHES: ResultRow[][] = [
  [[LONG, '1']],
  [
    ['2', null],
    ['3', LONG],
    [LONG, LONG],
    ['4', ''],
  ],
  Array.from({ length: 600 }, (_, index) => [String(index), 'y']),
  Array.from({ length: 9 }, (_, index) => [String(index), HALF]),
  [
    ['5', '6'],
    [LONG, null],
  ],
];

describe('a result as the pieces of a text file', () => {
  it.each<TextFormat>(['csv', 'json', 'ndjson'])(
    'is the same whatever is long, in pieces that are not: %s',
    async (format) => {
      const pieces: string[] = [];
      let rows = 0;
      for await (const piece of textFile(sourceOf(BATCHES), { format }, (count) => (rows += count))) pieces.push(piece);
      const all = BATCHES.flat();
      expect(pieces.join('') === writeResult(format, COLUMNS, all)).toBe(true);
      expect(rows).toBe(all.length);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2_500_000);
    },
  );
});

function sourceOf(batches: readonly (readonly ResultRow[])[]): OpenedSource {
  return {
    ...{ columns: COLUMNS, dialect: 'postgres', connectionId: 'a', startedAt: '2026-01-01T00:00:00.000Z' },
    ...{ isWhole: true, rowCount: null, linesFile: null, close: () => Promise.resolve() },
    batches: async function* all() {
      for (const batch of batches) {
        await Promise.resolve();
        yield batch;
      }
    },
  };
}
