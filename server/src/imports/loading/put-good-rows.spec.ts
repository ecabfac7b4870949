import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RowTarget } from './row-target.js';
import { putGoodRows } from './put-good-rows.js';
import { RowReader } from './row-reader.js';

/** Takes batches without bad rows. It names a `named` one as it reads it, and finds an `unnamed` one at the end. */
function targetOf(taken: string[]): RowTarget {
  return {
    put: (rows) => {
      const at = rows.indexOf('named');
      const isTaken = at === -1 && !rows.includes('unnamed');
      if (isTaken) taken.push(...rows);
      return Promise.resolve(isTaken ? null : { message: 'no', at: at === -1 ? null : at, column: null });
    },
  };
}

const isGood = (row: string) => row === 'a' || row === 'b';

it('puts every good row once and in order, and reports every bad one at its place', async () => {
  const cases = fc.array(fc.constantFrom('a', 'b', 'named', 'unnamed'), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(cases, async (rows) => {
      const reader = new RowReader();
      for (const row of rows) reader.row([row]);
      reader.end(null);
      const [taken, rejected]: [string[], number[]] = [[], []];
      let imported = 0;
      await putGoodRows(targetOf(taken), reader, {
        imported: (count) => (imported += count),
        rejected: (row) => void rejected.push(row),
      });
      expect(taken).toEqual(rows.filter(isGood));
      expect(imported).toBe(taken.length);
      expect(rejected).toEqual(rows.flatMap((row, index) => (isGood(row) ? [] : [index + 1])));
    }),
    { numRuns: 500, examples: [[['a', 'a', 'b', 'unnamed', 'named']]] },
  );
});

it('ends with the failure of the file', async () => {
  const reader = new RowReader();
  reader.end(new Error('cut'));
  const report = { imported: () => undefined, rejected: () => undefined };
  await expect(putGoodRows(targetOf([]), reader, report)).rejects.toThrow('cut');
});
