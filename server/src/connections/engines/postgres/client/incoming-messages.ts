import type { Duplex } from 'node:stream';
import { DataRow } from './data-row.js';
import { followStream } from './follow-stream.js';

/** The largest message taken from the server: a row beyond it would not fit into strings and their copies. */
export const LARGEST_MESSAGE_BYTES = 256 * 1024 * 1024;

const HEADER_BYTES = 5;
const LENGTH_BYTES = 4;
const DATA_ROW = 'D'.charCodeAt(0);

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

/** Takes rows where they lie; a row is readable only during the call. */
export interface RowConsumer {
  takeRow(row: DataRow): void;
}

/** Where the pieces of a stream go. */
export interface MessageReceivers {
  /** Everything but the rows that `rowConsumer` takes, in order and in pieces of any size. */
  forward(bytes: Buffer): void;
  /** Who takes a row at this moment, or null to have it forwarded. */
  rowConsumer(): RowConsumer | null;
}

/**
 * Follows the messages in a byte stream. A row that lies whole in one piece is handed over as it lies there, which is
 * many times faster than the driver reads it; everything else is handed on. Messages that are too large are refused before they have come.
 */
export class IncomingMessages {
  #bodyBytesLeft = 0;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  readonly #row = new DataRow();

  constructor(private readonly receivers: MessageReceivers) {}

  /** Takes the next piece of the stream; throws at the first message that is too large or has no valid length. */
  take(chunk: Buffer): void {
    let at = 0;
    let forwarded = 0;
    while (at < chunk.length) {
      if (this.#bodyBytesLeft > 0) {
        const step = Math.min(this.#bodyBytesLeft, chunk.length - at);
        this.#bodyBytesLeft -= step;
        at += step;
      } else if (this.#headerBytes > 0 || chunk.length - at < HEADER_BYTES) {
        at += this.#collectHeader(chunk, at);
      } else {
        const end = at + 1 + checkedLength(chunk.readUInt32BE(at + 1));
        if (chunk[at] === DATA_ROW && end <= chunk.length) {
          // What came before decides who takes the row.
          if (at > forwarded) this.receivers.forward(chunk.subarray(forwarded, at));
          forwarded = this.#takeRow(chunk, at, end) ? end : at;
        } else this.#bodyBytesLeft = end - at - HEADER_BYTES;
        at = this.#bodyBytesLeft > 0 ? at + HEADER_BYTES : end;
      }
    }
    if (at > forwarded) this.receivers.forward(chunk.subarray(forwarded, at));
  }

  #takeRow(chunk: Buffer, start: number, end: number): boolean {
    const taker = this.receivers.rowConsumer();
    if (taker === null) return false;
    this.#row.set(chunk, start + HEADER_BYTES, end);
    taker.takeRow(this.#row);
    return true;
  }

  #collectHeader(chunk: Buffer, at: number): number {
    const taken = chunk.copy(this.#header, this.#headerBytes, at, at + HEADER_BYTES - this.#headerBytes);
    this.#headerBytes += taken;
    if (this.#headerBytes === HEADER_BYTES) {
      this.#headerBytes = 0;
      this.#bodyBytesLeft = checkedLength(this.#header.readUInt32BE(1)) - LENGTH_BYTES;
    }
    return taken;
  }
}

function checkedLength(length: number): number {
  if (length < LENGTH_BYTES) throw new Error('The server does not speak the PostgreSQL protocol.');
  if (length > LARGEST_MESSAGE_BYTES) throw new MessageTooLarge(length);
  return length;
}

/** Follows a stream: rows go to `rowConsumer`, the rest to its `data` listeners, and anything that is thrown to `cut`. */
export function readIncoming(stream: Duplex, rowConsumer: () => RowConsumer | null, cut: (error: Error) => void): void {
  followStream(stream, (forward) => new IncomingMessages({ forward, rowConsumer }), cut);
}
