import type { Duplex } from 'node:stream';
import { followStream } from '../client/follow-stream.js';
import { notTooLarge } from '../client/incoming-messages.js';
import { HEADER_BYTES, MessageHeader } from '../client/message-header.js';
import type { RawRow } from '../../data-reader.js';

const LENGTH_BYTES = 4;
const DATA_ROW = 'D'.charCodeAt(0);
const NULL_LENGTH = -1;

/** Where the pieces of a stream go. */
export interface RawReceivers {
  /** Everything but rows, in order and in pieces of any size. */
  forward(bytes: Buffer): void;
  /** A row's body, in memory of its own. */
  row(body: Buffer): void;
}

/**
 * Takes the rows out of a stream of messages as plain bytes, however they are cut into pieces: the driver would make
 * text of every value. A body is copied once, into memory of its own size; what lies between rows is forwarded in one
 * piece.
 */
export class RawRows {
  readonly #header = new MessageHeader();
  /** Whether the header was read whole, and not yet all of what comes after it. */
  #isInBody = false;
  #bytesLeft = 0;
  #body: Buffer | null = null;

  constructor(private readonly receivers: RawReceivers) {}

  /** Takes the next piece of the stream; throws at a message that is too large or has no valid length. */
  take(chunk: Buffer): void {
    let unsent = 0;
    for (let at = 0; at < chunk.length;) {
      const isHeader = !this.#isInBody;
      const isInPieces = isHeader && (this.#header.isCut || chunk.length - at < HEADER_BYTES);
      const taken = isHeader ? this.#takeHeader(chunk, at) : this.#takeBody(chunk, at);
      if (this.#body || isInPieces) {
        this.#forward(chunk, unsent, at);
        unsent = at + taken;
        if (isInPieces) this.#forwardHeader();
      }
      at += taken;
      if (this.#isInBody && this.#bytesLeft === 0) this.#end();
    }
    this.#forward(chunk, unsent, chunk.length);
  }

  #takeHeader(chunk: Buffer, at: number): number {
    const taken = this.#header.take(chunk, at);
    if (!this.#header.isWhole) return taken;
    this.#isInBody = true;
    this.#bytesLeft = notTooLarge(this.#header.bodyBytes);
    if (this.#header.type === DATA_ROW) this.#body = Buffer.allocUnsafeSlow(this.#bytesLeft);
    return taken;
  }

  #takeBody(chunk: Buffer, at: number): number {
    const taken = Math.min(this.#bytesLeft, chunk.length - at);
    if (this.#body) chunk.copy(this.#body, this.#body.length - this.#bytesLeft, at, at + taken);
    this.#bytesLeft -= taken;
    return taken;
  }

  #forward(chunk: Buffer, from: number, to: number): void {
    if (from < to) this.receivers.forward(chunk.subarray(from, to));
  }

  /** Sends on a header that came in pieces, now that it is known to be no row's. */
  #forwardHeader(): void {
    if (this.#isInBody && !this.#body) this.receivers.forward(this.#header.copy());
  }

  #end(): void {
    const body = this.#body;
    this.#isInBody = false;
    this.#body = null;
    if (body) this.receivers.row(body);
  }
}

/** Cuts a row's body into its values, which share its memory. */
export function rawRow(body: Buffer): RawRow {
  const count = body.readUInt16BE(0);
  const values = new Array<Buffer | null>(count);
  let at = 2;
  for (let index = 0; index < count; index += 1) {
    const length = body.readInt32BE(at);
    at += LENGTH_BYTES;
    values[index] = length === NULL_LENGTH ? null : body.subarray(at, at + length);
    at += Math.max(length, 0);
  }
  return values;
}

/** Follows a stream: rows go to `row`, the rest to its `data` listeners, anything that is thrown to `cut`. */
export function readRawRows(stream: Duplex, row: (body: Buffer) => void, cut: (error: Error) => void): void {
  followStream(stream, (forward) => new RawRows({ forward, row }), cut);
}
