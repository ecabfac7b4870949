import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RowTarget } from './row-target.js';
import { putGoodRows } from './put-good-rows.js';
import { RowReader } from './row-reader.js';

/** Takes whole batches without `bad` rows; says which row was bad only where `isNaming`. */
function targetOf(taken: string[], isNaming: boolean): RowTarget {
  return {
    put: (rows) => {
      const at = rows.indexOf('bad');
      if (at === -1) taken.push(...rows);
      return Promise.resolve(at === -1 ? null : { message: 'no', at: isNaming ? at : null, column: null });
    },
  };
}

it('puts every good row once and in order, and reports every bad one at its place', async () => {
  const cases = fc.array(fc.constantFrom('a', 'b', 'bad'), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(cases, fc.boolean(), async (rows, isNaming) => {
      const reader = new RowReader();
      for (const row of rows) reader.row([row]);
      reader.end(null);
      const [taken, rejected]: [string[], number[]] = [[], []];
      let imported = 0;
      await putGoodRows(targetOf(taken, isNaming), reader, {
        imported: (count) => (imported += count),
        rejected: (row) => void rejected.push(row),
      });
      expect(taken).toEqual(rows.filter((row) => row !== 'bad'));
      expect(imported).toBe(taken.length);
      expect(rejected).toEqual(rows.flatMap((row, index) => (row === 'bad' ? [index + 1] : [])));
    }),
  );
});

it('ends with the failure of the file', async () => {
  const reader = new RowReader();
  reader.end(new Error('cut'));
  const report = { imported: () => undefined, rejected: () => undefined };
  await expect(putGoodRows(targetOf([], true), reader, report)).rejects.toThrow('cut');
});
