import type { Duplex } from 'node:stream';
import { DataRow } from './data-row.js';
import { followStream } from './follow-stream.js';
import { HEADER_BYTES, LENGTH_BYTES, MessageHeader, bodyBytesOf } from './message-header.js';

/** The largest message taken from the server: a row beyond it would not fit into strings and their copies. */
export const LARGEST_MESSAGE_BYTES = 256 * 1024 * 1024;

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
  readonly #header = new MessageHeader();
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
      } else if (this.#header.isCut || chunk.length - at < HEADER_BYTES) {
        at += this.#collectHeader(chunk, at);
      } else {
        const end = at + HEADER_BYTES + notTooLarge(bodyBytesOf(chunk, at));
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
    const taken = this.#header.take(chunk, at);
    if (this.#header.isWhole) this.#bodyBytesLeft = notTooLarge(this.#header.bodyBytes);
    return taken;
  }
}

/** The bytes of a body, as they are given. Throws `MessageTooLarge` above the largest. */
export function notTooLarge(bodyBytes: number): number {
  const bytes = LENGTH_BYTES + bodyBytes;
  if (bytes > LARGEST_MESSAGE_BYTES) throw new MessageTooLarge(bytes);
  return bodyBytes;
}

/** Follows a stream: rows go to `rowConsumer`, the rest to its `data` listeners, and anything that is thrown to `cut`. */
export function readIncoming(stream: Duplex, rowConsumer: () => RowConsumer | null, cut: (error: Error) => void): void {
  followStream(stream, (forward) => new IncomingMessages({ forward, rowConsumer }), cut);
}
