/** One byte of type and four of length, the length counting itself. */
export const HEADER_BYTES = 5;
export const LENGTH_BYTES = 4;

/** The header of one message of a server after another, in whatever pieces it comes. */
export class MessageHeader {
  readonly #bytes = Buffer.alloc(HEADER_BYTES);
  #count = 0;

  /** Whether a part of a header has come. */
  get isCut(): boolean {
    return this.#count > 0 && this.#count < HEADER_BYTES;
  }

  /** Whether all of a header has come, and none of the next one. */
  get isWhole(): boolean {
    return this.#count === HEADER_BYTES;
  }

  /** The letter of the message, as a byte. */
  get type(): number {
    return this.#bytes[0] ?? 0;
  }

  /** How many bytes come after the header. */
  get bodyBytes(): number {
    return bodyBytesOf(this.#bytes, 0);
  }

  /**
   * Takes what a piece of the stream has of the header from `at` on, and gives how many bytes that are; the piece after a
   * whole header begins the next one. Throws where a header came whole that no server sends.
   */
  take(chunk: Buffer, at: number): number {
    if (this.isWhole) this.#count = 0;
    const taken = Math.min(HEADER_BYTES - this.#count, chunk.length - at);
    for (let index = 0; index < taken; index += 1) this.#bytes[this.#count + index] = chunk[at + index] ?? 0;
    this.#count += taken;
    if (this.isWhole) bodyBytesOf(this.#bytes, 0);
    return taken;
  }

  /** A copy of its bytes. */
  copy(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

/** How many bytes come after a header that is whole at `at`. Throws where no server sends it. */
export function bodyBytesOf(chunk: Buffer, at: number): number {
  const length = chunk.readUInt32BE(at + 1);
  if (length < LENGTH_BYTES) throw new Error('The server does not speak the PostgreSQL protocol.');
  return length - LENGTH_BYTES;
}
