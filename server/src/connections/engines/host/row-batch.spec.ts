import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ResultRow } from '#libs/api';
import { controlFrame, FrameReader, type Frame } from './frames.js';
import { readRowBatch, RowBatchBuilder, runOfBatch } from './row-batch.js';

const cell = fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }), { nil: null });
const table = fc
  .integer({ min: 0, max: 6 })
  .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1 }));

function framesOf(bytes: Buffer, pieces: readonly number[]): Frame[] {
  const frames: Frame[] = [];
  const reader = new FrameReader((frame) => frames.push(frame));
  let at = 0;
  for (const size of pieces) reader.push(bytes.subarray(at, (at += size)));
  reader.push(bytes.subarray(at));
  return frames;
}

function sent(rows: readonly ResultRow[], run = 7): Frame[] {
  const builder = new RowBatchBuilder(run);
  for (const row of rows) builder.add(row);
  return framesOf(builder.take(), []);
}

describe('a batch of rows', () => {
  it('arrives as it was sent', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const [frame] = sent(rows);
        expect(runOfBatch(frame?.payload ?? Buffer.alloc(0))).toBe(7);
        expect(readRowBatch(frame?.payload ?? Buffer.alloc(0))).toEqual(rows);
      }),
    );
  });

  it('may be longer than a string can be', () => {
    const cells = ['a'.repeat(40_000_000), null, 'ß'.repeat(40_000_000)];
    const [frame] = sent([cells, ['', 'x', '\u{10ffff}']]);
    const rows = readRowBatch(frame?.payload ?? Buffer.alloc(0));
    expect(rows[0]?.map((text) => text?.length)).toEqual([40_000_000, undefined, 40_000_000]);
    expect(rows[0]?.[2]?.startsWith('ßß')).toBe(true);
    expect(rows[1]).toEqual(['', 'x', '\u{10ffff}']);
  });

  it('begins anew once it is taken', () => {
    const builder = new RowBatchBuilder(1);
    builder.add(['a']);
    builder.take();
    builder.add(['b', null]);
    const [frame] = framesOf(builder.take(), []);
    expect(readRowBatch(frame?.payload ?? Buffer.alloc(0))).toEqual([['b', null]]);
  });
});

describe('the line of a host', () => {
  it('gives the same frames however its bytes are split', () => {
    const messages = fc.array(fc.record({ text: fc.string({ unit: 'binary' }) }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(messages, fc.array(fc.integer({ min: 0, max: 9 })), (given, pieces) => {
        const frames = framesOf(Buffer.concat(given.map(controlFrame)), pieces);
        expect(frames.map(({ payload }) => JSON.parse(payload.toString()) as unknown)).toEqual(given);
      }),
    );
  });
});
