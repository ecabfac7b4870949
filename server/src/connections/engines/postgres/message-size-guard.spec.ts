import { describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { guardIncoming, LARGEST_MESSAGE_BYTES, MessageSizes, MessageTooLarge } from './message-size-guard.js';

function message(bodyBytes: number): Buffer {
  const buffer = Buffer.alloc(5 + bodyBytes, 0xff);
  buffer.write('D', 0, 'latin1');
  buffer.writeInt32BE(4 + bodyBytes, 1);
  return buffer;
}

describe('MessageSizes', () => {
  const stream = Buffer.concat([message(0), message(1), message(700), message(3), message(65_536)]);

  it.each([1, 2, 3, 4, 5, 6, 7, 64, 1000, 1_000_000])('follows messages cut into pieces of %d bytes', (size) => {
    const sizes = new MessageSizes();
    for (let at = 0; at < stream.length; at += size) sizes.follow(stream.subarray(at, at + size));
    expect(() => sizes.follow(message(10))).not.toThrow();
  });

  it('refuses a message that announces more than fits, before it has come', () => {
    const header = Buffer.from([0x44, 0, 0, 0, 0]);
    header.writeUInt32BE(LARGEST_MESSAGE_BYTES + 1, 1);
    const sizes = new MessageSizes();
    sizes.follow(header.subarray(0, 3));
    expect(() => sizes.follow(header.subarray(3))).toThrow(MessageTooLarge);
  });

  it.each(['HTTP/1.1 400 Bad Request\r\n', 'SSH-2.0-OpenSSH_9.2\r\n', '\0\0\0\0\0\0\0\0'])('refuses %j', (greeting) => {
    expect(() => new MessageSizes().follow(Buffer.from(greeting))).toThrow();
  });
});

describe('guardIncoming', () => {
  it('ends the stream with the error of a listener in place of throwing it', async () => {
    const stream = new PassThrough();
    stream.on('data', () => {
      throw new RangeError('Cannot create a string longer than 0x1fffffe8 characters');
    });
    guardIncoming(stream, (error) => stream.destroy(error));
    const error = new Promise((resolve) => stream.once('error', resolve));
    stream.write(message(1));
    expect(await error).toBeInstanceOf(RangeError);
    expect(stream.destroyed).toBe(true);
  });
});
