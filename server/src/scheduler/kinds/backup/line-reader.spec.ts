import { describe, expect, it } from '@jest/globals';
import { LineReader } from './line-reader.js';

function linesOf(...chunks: readonly (string | Buffer)[]): string[] {
  const lines: string[] = [];
  const reader = new LineReader((line) => lines.push(line));
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  reader.end();
  return lines;
}

describe('LineReader', () => {
  it.each([
    [['a\nb\n'], ['a', 'b']],
    [
      ['a', 'b\r\nc'],
      ['ab', 'c'],
    ],
    [['\n\n'], ['', '']],
    [[], []],
    [[Buffer.from([0xc3]), Buffer.from([0xa4, 0x0a])], ['ä']],
  ] as const)('cuts %j into %j', (chunks, lines) => {
    expect(linesOf(...chunks)).toEqual(lines);
  });

  it('keeps the beginning of a line without end', () => {
    const [first, second] = linesOf(...Array<string>(100).fill('x'.repeat(10_000)), '\nnext');
    expect([first?.length, second]).toEqual([65_536, 'next']);
  });
});
