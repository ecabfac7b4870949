import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MessageTooLarge } from '../client/incoming-messages.js';
import { RawRows } from './raw-rows.js';

interface Message {
  readonly type: string;
  readonly body: string;
}

function bytesOf({ type, body }: Message): Buffer {
  const bytes = Buffer.from(`${type}0000${body}`, 'latin1');
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}

/** What is received of a stream in pieces: rows, and what lies between them. */
function received(pieces: readonly Buffer[]): string[] {
  const heard: string[] = [];
  let between = '';
  const pause = (): void => {
    if (between !== '') heard.push(`driver ${between}`);
    between = '';
  };
  const rows = new RawRows({
    forward: (bytes) => (between += bytes.toString('latin1')),
    row: (body) => {
      pause();
      heard.push(`row ${body.toString('latin1')}`);
    },
  });
  for (const piece of pieces) rows.take(piece);
  pause();
  return heard;
}

function expected(messages: readonly Message[]): string[] {
  const heard: string[] = [];
  for (const message of messages) {
    if (message.type === 'D') heard.push(`row ${message.body}`);
    else if (heard.at(-1)?.startsWith('driver '))
      heard.push(`${heard.pop() ?? ''}${bytesOf(message).toString('latin1')}`);
    else heard.push(`driver ${bytesOf(message).toString('latin1')}`);
  }
  return heard;
}

const message = fc.record({
  type: fc.constantFrom('D', 'D', '1', '2', 'C', 'Z', 'T'),
  body: fc.string({ unit: fc.constantFrom('D', 'a', '\0', '\xff'), maxLength: 12 }),
});

describe('RawRows', () => {
  it('takes out the rows and nothing else, in order, however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), (messages, sizes) => {
        const stream = Buffer.concat(messages.map(bytesOf));
        const pieces: Buffer[] = [];
        for (let at = 0; at < stream.length; at += pieces.at(-1)?.length ?? 0) {
          pieces.push(stream.subarray(at, at + (sizes[pieces.length % sizes.length] ?? 1)));
        }
        expect(received(pieces)).toEqual(expected(messages));
      }),
    );
  });

  it('forwards what lies between two rows in one piece', () => {
    let pieces = 0;
    const rows = new RawRows({ forward: () => (pieces += 1), row: () => undefined });
    const types = ['1', '2', 'D', 'C', '1', '2', 'C', 'Z'];
    rows.take(Buffer.concat(types.map((type) => bytesOf({ type, body: 'x' }))));
    expect(pieces).toBe(2);
  });

  it.each([
    ['is too short to be one', 3, Error],
    ['no server sends', 0x7fffffff, MessageTooLarge],
  ])('refuses a message that %s', (_, length, error) => {
    const header = Buffer.from('D0000', 'latin1');
    header.writeInt32BE(length, 1);
    expect(() => received([header])).toThrow(error);
  });
});
