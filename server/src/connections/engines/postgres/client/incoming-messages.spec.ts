import { describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { IncomingMessages, LARGEST_MESSAGE_BYTES, MessageTooLarge, readIncoming } from './incoming-messages.js';
import type { RowConsumer } from './incoming-messages.js';

function message(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.write(type, 0, 'latin1');
  header.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([header, body]);
}

/** A DataRow of one cell. */
function row(text: string): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt16BE(1, 0);
  head.writeInt32BE(Buffer.byteLength(text), 2);
  return message('D', Buffer.concat([head, Buffer.from(text)]));
}

/** What was received, in order: forwarded bytes as hex joined together, rows as their cell. */
class Received {
  readonly #parts: string[] = [];
  rowConsumer: RowConsumer | null = { takeRow: (row) => this.#parts.push(`row ${String(row.cells()[0])}`) };
  readonly messages = new IncomingMessages({
    forward: (bytes) => this.#parts.push(`bytes ${bytes.toString('hex')}`),
    rowConsumer: () => this.rowConsumer,
  });

  get parts(): string[] {
    const joined: string[] = [];
    for (const part of this.#parts) {
      const last = joined.at(-1);
      if (part.startsWith('bytes ') && last?.startsWith('bytes ')) joined[joined.length - 1] = last + part.slice(6);
      else joined.push(part);
    }
    return joined;
  }
}

const bytes = (...messages: Buffer[]) => `bytes ${Buffer.concat(messages).toString('hex')}`;

describe('IncomingMessages', () => {
  const before = message('T', Buffer.alloc(700, 0xff));
  const after = message('C', Buffer.from('SELECT 3\0'));

  it('reads rows and forwards everything else, in order', () => {
    const received = new Received();
    received.messages.take(Buffer.concat([before, row('a'), row('é'), after, row('b')]));
    expect(received.parts).toEqual([bytes(before), 'row a', 'row é', bytes(after), 'row b']);
  });

  it('forwards rows that nobody takes', () => {
    const received = new Received();
    received.rowConsumer = null;
    received.messages.take(Buffer.concat([before, row('a'), after]));
    expect(received.parts).toEqual([bytes(before, row('a'), after)]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 64, 705, 706, 1000])(
    'loses nothing of messages cut into pieces of %d bytes',
    (size) => {
      const stream = Buffer.concat([before, row('one'), row('x'.repeat(100)), after, message('Z', Buffer.from('I'))]);
      const received = new Received();
      for (let at = 0; at < stream.length; at += size) received.messages.take(stream.subarray(at, at + size));
      const whole = received.parts
        .map((part) => (part.startsWith('row ') ? row(part.slice(4)).toString('hex') : part.slice(6)))
        .join('');
      expect(whole).toBe(stream.toString('hex'));
    },
  );

  it('refuses a message that announces more than fits, before it has come', () => {
    const header = Buffer.from([0x44, 0, 0, 0, 0]);
    header.writeUInt32BE(LARGEST_MESSAGE_BYTES + 1, 1);
    const { messages } = new Received();
    messages.take(header.subarray(0, 3));
    expect(() => messages.take(header.subarray(3))).toThrow(MessageTooLarge);
    expect(() => new Received().messages.take(header)).toThrow(MessageTooLarge);
  });

  it.each(['HTTP/1.1 400 Bad Request\r\n', 'SSH-2.0-OpenSSH_9.2\r\n', '\0\0\0\0\0\0\0\0'])('refuses %j', (greeting) => {
    expect(() => new Received().messages.take(Buffer.from(greeting))).toThrow();
  });
});

describe('readIncoming', () => {
  it('cuts the stream with the error of a listener in place of throwing it', async () => {
    const stream = new PassThrough();
    stream.on('data', () => {
      throw new RangeError('Cannot create a string longer than 0x1fffffe8 characters');
    });
    readIncoming(
      stream,
      () => null,
      (error) => stream.destroy(error),
    );
    const error = new Promise((resolve) => stream.once('error', resolve));
    stream.write(message('C', Buffer.from('x')));
    expect(await error).toBeInstanceOf(RangeError);
    expect(stream.destroyed).toBe(true);
  });

  it('leaves its listeners bytes that stay, whatever is read into the same memory afterwards', () => {
    const stream = new PassThrough();
    const heard: Buffer[] = [];
    stream.on('data', (bytes: Buffer) => heard.push(bytes));
    readIncoming(
      stream,
      () => null,
      () => undefined,
    );
    const memory = message('C', Buffer.from('x'));
    const first = Buffer.from(memory);
    stream.emit('data', memory);
    memory.fill(0);
    expect(Buffer.concat(heard)).toEqual(first);
  });
});
