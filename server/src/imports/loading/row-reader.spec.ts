import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RowReader } from './row-reader.js';

const piece = fc.array(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 9 });

it('hands on each row once and in order, however many are taken at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece), fc.integer({ min: 1, max: 12 }), async (pieces, most) => {
      const reader = new RowReader();
      for (const [index, rows] of pieces.entries()) {
        if (index % 2 === 0) for (const row of rows) reader.row([row]);
        else reader.textRows({ rowCount: rows.length, bytes: Buffer.from(rows.join('')), texts: () => rows });
      }
      reader.end(null);
      const taken: string[][] = [];
      for (let rows = await reader.next(most); rows.length > 0; rows = await reader.next(most)) taken.push(rows);
      expect(taken.flat()).toEqual(pieces.flat());
      expect(taken.slice(0, -1).every((rows) => rows.length === most)).toBe(true);
    }),
  );
});
