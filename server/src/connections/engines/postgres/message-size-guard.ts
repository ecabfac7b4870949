import type { Duplex } from 'node:stream';
import { asError } from './as-error.js';

/** The largest message taken from the server: a row beyond it would not fit into strings and their copies. */
export const LARGEST_MESSAGE_BYTES = 256 * 1024 * 1024;

const HEADER_BYTES = 5;
const LENGTH_BYTES = 4;

/** Says that the server sent more in one message (one row, nearly always) than the workbench can hold. */
export class MessageTooLarge extends Error {
  constructor(readonly bytes: number) {
    super(
      `One row of the result has ${Math.ceil(bytes / 1024 / 1024)} MB; the workbench takes rows of up to ` +
        `${LARGEST_MESSAGE_BYTES / 1024 / 1024} MB. Select less of it, for example with substr().`,
    );
    this.name = 'MessageTooLarge';
  }
}

/** Follows the lengths of the messages in a byte stream without reading what is in them. */
export class MessageSizes {
  #bodyBytesLeft = 0;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;

  /** Takes the next piece of the stream; throws at the first message that is too large or has no valid length. */
  follow(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#bodyBytesLeft > 0) {
        const step = Math.min(this.#bodyBytesLeft, chunk.length - at);
        this.#bodyBytesLeft -= step;
        at += step;
      } else if (this.#headerBytes === 0 && chunk.length - at >= HEADER_BYTES) {
        this.#begin(chunk.readUInt32BE(at + 1));
        at += HEADER_BYTES;
      } else {
        at += this.#collectHeader(chunk, at);
      }
    }
  }

  #collectHeader(chunk: Buffer, at: number): number {
    const taken = chunk.copy(this.#header, this.#headerBytes, at, at + HEADER_BYTES - this.#headerBytes);
    this.#headerBytes += taken;
    if (this.#headerBytes === HEADER_BYTES) {
      this.#headerBytes = 0;
      this.#begin(this.#header.readUInt32BE(1));
    }
    return taken;
  }

  #begin(length: number): void {
    if (length < LENGTH_BYTES) throw new Error('The server does not speak the PostgreSQL protocol.');
    if (length > LARGEST_MESSAGE_BYTES) throw new MessageTooLarge(length);
    this.#bodyBytesLeft = length - LENGTH_BYTES;
  }
}

/**
 * Makes a stream's `data` listeners harmless: the driver decodes inside them, where anything thrown (a text longer
 * than a string can be, a message out of order) would end the process. Here the line is cut with that error.
 */
export function guardIncoming(stream: Duplex, cut: (error: Error) => void): void {
  const sizes = new MessageSizes();
  const listeners = stream.listeners('data') as ((chunk: Buffer) => void)[];
  stream.removeAllListeners('data');
  stream.on('data', (chunk: Buffer) => {
    if (stream.destroyed) return;
    try {
      sizes.follow(chunk);
      for (const listener of listeners) listener(chunk);
    } catch (error) {
      cut(asError(error));
    }
  });
}
