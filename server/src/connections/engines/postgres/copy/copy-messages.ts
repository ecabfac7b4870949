import type { Duplex } from 'node:stream';
import { followStream } from '../client/follow-stream.js';
import { MessageHeader } from '../client/message-header.js';

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
  readonly #header = new MessageHeader();
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
    const next = at + this.#header.take(chunk, at);
    if (!this.#header.isWhole) return next;
    this.#bodyBytesLeft = this.#header.bodyBytes;
    this.#isCopied = this.#header.type === COPY_DATA;
    if (!this.#isCopied) {
      this.#flush(copied);
      this.receivers.forward(this.#header.copy());
    }
    return next;
  }

  #flush(copied: Buffer[]): void {
    if (copied.length > 0) this.receivers.copied(Buffer.concat(copied.splice(0)));
  }
}

/** Follows a stream: what is copied goes to `copied`, the rest to its `data` listeners, what is thrown to `cut`. */
export function readCopies(stream: Duplex, copied: (bytes: Buffer) => void, cut: (error: Error) => void): void {
  followStream(stream, (forward) => new CopyMessages({ forward, copied }), cut);
}
