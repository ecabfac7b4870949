import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CopyMessages } from './copy-messages.js';

function message(kind: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(body)]);
}

function read(chunks: readonly Buffer[]): { forwarded: Buffer; copied: string } {
  const [forwarded, copied]: [Buffer[], Buffer[]] = [[], []];
  const messages = new CopyMessages({
    forward: (bytes) => forwarded.push(Buffer.from(bytes)),
    copied: (bytes) => copied.push(Buffer.from(bytes)),
  });
  for (const chunk of chunks) messages.take(chunk);
  return { forwarded: Buffer.concat(forwarded), copied: Buffer.concat(copied).toString() };
}

describe('CopyMessages', () => {
  const [before, after] = [message('H', 'xx'), Buffer.concat([message('c', ''), message('C', 'COPY 2\0')])];

  it('takes what is copied, and hands on the rest', () => {
    const stream = Buffer.concat([before, message('d', '1,a\n'), message('d', '2,"b\n"\n'), after]);
    expect(read([stream])).toEqual({ forwarded: Buffer.concat([before, after]), copied: '1,a\n2,"b\n"\n' });
  });

  it('reads the same however the stream is cut', () => {
    const piece = fc.tuple(fc.constantFrom('d', 'N', 'C'), fc.string());
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 20 }), (pieces, size) => {
        const stream = Buffer.concat(pieces.map(([kind, body]) => message(kind, body)));
        const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, place) =>
          stream.subarray(place * size, (place + 1) * size),
        );
        expect(read(chunks)).toEqual(read([stream]));
        expect(read(chunks).copied).toBe(pieces.flatMap(([kind, body]) => (kind === 'd' ? body : [])).join(''));
      }),
    );
  });

  it('refuses what is no stream of messages', () => {
    expect(() => read([Buffer.from([0x64, 0, 0, 0, 3])])).toThrow('does not speak');
  });
});
