import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SentPieces } from './copy-all.js';
import { RowReader } from './row-reader.js';

const row = fc.array(fc.constantFrom('a', 'ä', '"b\nc"', '"\n\n"'), { minLength: 1, maxLength: 3 });

it('sends every row as it is, and finds the row of each line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(row, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), async (pieces) => {
      const reader = new RowReader();
      const texts = pieces.map((rows) => rows.map((cells) => `${cells.join(',')}\n`));
      for (const piece of texts) {
        reader.textRows({ rowCount: piece.length, bytes: Buffer.from(piece.join('')), texts: () => piece });
      }
      reader.end(null);
      let rows = 0;
      const sent = new SentPieces(reader, (count) => (rows += count));
      const bytes: Uint8Array[] = [];
      for await (const piece of sent) bytes.push(piece);

      expect(Buffer.concat(bytes).toString()).toBe(texts.flat().join(''));
      expect(rows).toBe(texts.flat().length);
      const lines = texts.flat().flatMap((text, index) => Array.from(text.matchAll(/\n/g), () => index + 1));
      expect(lines.map((_, index) => sent.rowOf(index + 1))).toEqual(lines);
    }),
  );
});
