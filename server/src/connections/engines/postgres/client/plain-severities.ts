import { MessageHeader } from './message-header.js';

const ERROR = 'E'.charCodeAt(0);
const NOTICE = 'N'.charCodeAt(0);
const TRANSLATED = 'S'.charCodeAt(0);
const PLAIN = 'V'.charCodeAt(0);

/**
 * Gives errors and notices the severity that the server does not translate: `ERROR`, `FATAL`, `WARNING`, whatever its
 * `lc_messages`. The server sends it behind the translated one, in a field that the driver does not read; here it takes
 * the name of the translated one, of which the driver keeps the last.
 */
export class PlainSeverities {
  readonly #header = new MessageHeader();
  #bodyBytesLeft = 0;
  /** Fields to be looked at in the message that is being read: the translated severity, and the one behind it. */
  #fieldsLeft = 0;
  #isInText = false;

  /** Changes the next piece of a stream of messages in its place. */
  rewrite(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#bodyBytesLeft === 0) {
        at += this.#takeHeader(bytes, at);
        continue;
      }
      const end = Math.min(bytes.length, at + this.#bodyBytesLeft);
      if (this.#fieldsLeft > 0) this.#rewriteFields(bytes, at, end);
      this.#bodyBytesLeft -= end - at;
      at = end;
    }
  }

  #takeHeader(bytes: Buffer, at: number): number {
    const taken = this.#header.take(bytes, at);
    if (!this.#header.isWhole) return taken;
    const { type, bodyBytes } = this.#header;
    this.#bodyBytesLeft = bodyBytes;
    this.#fieldsLeft = type === ERROR || type === NOTICE ? 2 : 0;
    this.#isInText = false;
    return taken;
  }

  #rewriteFields(bytes: Buffer, from: number, to: number): void {
    for (let at = from; at < to && this.#fieldsLeft > 0; at += 1) {
      if (this.#isInText) {
        this.#isInText = bytes[at] !== 0;
        continue;
      }
      this.#fieldsLeft -= 1;
      this.#isInText = true;
      if (bytes[at] === PLAIN) bytes[at] = TRANSLATED;
    }
  }
}
