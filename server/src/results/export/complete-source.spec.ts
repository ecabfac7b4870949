import { expect, it } from '@jest/globals';
import type { ResultRow } from '#libs/api';
import { completeSource } from './complete-source.js';
import type { OpenedSource } from './export-source.js';

const rows = (count: number): ResultRow[] => Array.from({ length: count }, (_, row) => [String(row)]);
const source = (rowCount: number | null, batches: ResultRow[][]): OpenedSource => ({
  ...{ columns: [], dialect: 'postgres', connectionId: 'a', startedAt: '2026-01-01T00:00:00.000Z' },
  ...{ isWhole: true, linesFile: null, close: () => Promise.resolve() },
  rowCount,
  batches: async function* all() {
    for (const batch of batches) yield await Promise.resolve(batch);
  },
});

it.each<[string, number | null, ResultRow[][], boolean]>([
  ['all rows', 3, [rows(2), rows(1)], true],
  ['no rows of none', 0, [], true],
  ['rows of an unknown number', null, [rows(2)], true],
  ['a row too few', 3, [rows(2)], false],
  ['no rows of some', 3, [[]], false],
  ['a row too many', 1, [rows(2)], false],
])('a source is complete with %s', async (_, rowCount, batches, isComplete) => {
  const read = async () => {
    const found: ResultRow[] = [];
    for await (const batch of completeSource(source(rowCount, batches)).batches()) found.push(...batch);
    return found;
  };
  const expected = batches.flat();
  if (isComplete) expect(await read()).toEqual(expected);
  else await expect(read()).rejects.toThrow(`A result of ${rowCount} rows has ended after ${expected.length}.`);
});
