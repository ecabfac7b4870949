import type { Duplex } from 'node:stream';
import { followStream } from '../client/follow-stream.js';

const HEADER_BYTES = 5;
const LENGTH_BYTES = 4;
const COPY_DATA = 'd'.charCodeAt(0);

/** Where the pieces of a stream go. */
export interface CopyReceivers {
  /** Messages of every other kind, in order and in pieces of any size. */
  forward(bytes: Buffer): void;
  /** What is copied, in pieces of any size, without the messages around it. */
  copied(bytes: Buffer): void;
}

/** Takes what is copied out of a stream of messages, without an object for each row. */
export class CopyMessages {
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  #bodyBytesLeft = 0;
  #isCopied = false;

  constructor(private readonly receivers: CopyReceivers) {}

  /** Takes the next piece of the stream. Throws where it is no stream of messages. */
  take(chunk: Buffer): void {
    const copied: Buffer[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (this.#bodyBytesLeft === 0) {
        at = this.#takeHeader(chunk, at, copied);
        continue;
      }
      const end = Math.min(chunk.length, at + this.#bodyBytesLeft);
      this.#bodyBytesLeft -= end - at;
      if (this.#isCopied) copied.push(chunk.subarray(at, end));
      else this.receivers.forward(chunk.subarray(at, end));
      at = end;
    }
    this.#flush(copied);
  }

  #takeHeader(chunk: Buffer, at: number, copied: Buffer[]): number {
    const taken = chunk.copy(this.#header, this.#headerBytes, at, at + HEADER_BYTES - this.#headerBytes);
    this.#headerBytes += taken;
    if (this.#headerBytes < HEADER_BYTES) return at + taken;
    this.#headerBytes = 0;
    const length = this.#header.readUInt32BE(1);
    if (length < LENGTH_BYTES) throw new Error('The server does not speak the PostgreSQL protocol.');
    this.#bodyBytesLeft = length - LENGTH_BYTES;
    this.#isCopied = this.#header[0] === COPY_DATA;
    if (!this.#isCopied) {
      this.#flush(copied);
      this.receivers.forward(Buffer.from(this.#header));
    }
    return at + taken;
  }

  #flush(copied: Buffer[]): void {
    if (copied.length > 0) this.receivers.copied(Buffer.concat(copied.splice(0)));
  }
}

/** Follows a stream: what is copied goes to `copied`, the rest to its `data` listeners, what is thrown to `cut`. */
export function readCopies(stream: Duplex, copied: (bytes: Buffer) => void, cut: (error: Error) => void): void {
  followStream(stream, (forward) => new CopyMessages({ forward, copied }), cut);
}
