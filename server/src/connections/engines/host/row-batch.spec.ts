import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ResultRow } from '#libs/api';
import { controlFrame, FrameReader, type Frame } from './frames.js';
import { NULL_CELL_LENGTH, type Utf8Rows } from '../connector.js';
import { readRowBatch, readTextRows, RowBatchBuilder, runOfBatch, utf8RowsFrame } from './row-batch.js';

const cell = fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }), { nil: null });
const table = fc
  .integer({ min: 0, max: 6 })
  .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1 }));

const bytesCell = fc.option(
  fc.oneof(
    fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => Buffer.from(text)),
    fc.constantFrom(Buffer.from([0xc3]), Buffer.from([0xa4]), Buffer.from('\u{feff}a'), Buffer.alloc(0)),
  ),
  { nil: null },
);
const bytesTable = fc
  .integer({ min: 0, max: 4 })
  .chain((columns) => fc.array(fc.array(bytesCell, { minLength: columns, maxLength: columns }), { minLength: 1 }));

function utf8Rows(rows: readonly (readonly (Buffer | null)[])[]): Utf8Rows {
  const columnCount = rows[0]?.length ?? 0;
  const cells = Array.from({ length: columnCount }, (_, column) => rows.map((row) => row[column] ?? null)).flat();
  const bytes = Buffer.concat(cells.filter((one) => one !== null));
  return {
    ...{ rowCount: rows.length, columnCount, byteCount: bytes.length },
    lengths: Uint32Array.from(cells, (one) => one?.length ?? NULL_CELL_LENGTH),
    copyTo: (target, start) => target.set(bytes, start),
  };
}

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

  it('arrives as each of its cells decodes by itself when it was sent as bytes, valid UTF-8 or not', () => {
    fc.assert(
      fc.property(bytesTable, (rows) => {
        const [frame] = framesOf(utf8RowsFrame(7, utf8Rows(rows)), []);
        expect(runOfBatch(frame?.payload ?? Buffer.alloc(0))).toBe(7);
        const decoded = rows.map((row) => row.map((one) => one?.toString() ?? null));
        expect(readRowBatch(frame?.payload ?? Buffer.alloc(0))).toEqual(decoded);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the halves of a character in two cells apart', () => {
    const halves = [Buffer.from('a\u00e4').subarray(0, 2), Buffer.from('\u00e4').subarray(1)];
    const [frame] = framesOf(utf8RowsFrame(1, utf8Rows([halves])), []);
    expect(readRowBatch(frame?.payload ?? Buffer.alloc(0))).toEqual([['a\u{fffd}', '\u{fffd}']]);
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

describe('rows of one column', () => {
  const row = fc.tuple(bytesCell);

  it('are handed on as bytes where these are their texts', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const [frame] = framesOf(utf8RowsFrame(1, utf8Rows(rows)), []);
        const payload = frame?.payload ?? Buffer.alloc(0);
        const texts = readRowBatch(payload).map(([text]) => text);
        const found = readTextRows(payload);
        const isTextWithoutNulls = rows.every(([cell]) => cell?.equals(Buffer.from(cell.toString())) === true);
        expect(found !== null).toBe(isTextWithoutNulls);
        if (found === null) return;
        expect(found.texts()).toEqual(texts);
        expect(Buffer.from(found.bytes).toString()).toBe(texts.join(''));
      }),
    );
  });

  it('are no bytes where there are more columns', () => {
    const [frame] = sent([['a', 'b']]);
    expect(readTextRows(frame?.payload ?? Buffer.alloc(0))).toBeNull();
  });
});
