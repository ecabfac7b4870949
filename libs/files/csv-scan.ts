const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const MARK = [0xef, 0xbb, 0xbf];

/** What the bytes so far end in. */
const IN = { start: 0, value: 1, quotes: 2, behindQuotes: 3, lineEnd: 4 } as const;

/**
 * Looks through the bytes of a CSV file in UTF-8: it is plain where a quote only begins or ends a value or is doubled
 * inside of one, and only line feeds, perhaps behind a carriage return, end a row. Readers differ on all else.
 */
export class CsvScan {
  #state: number = IN.start;
  #isPlain = true;
  #offset = 0;
  #firstLineEnd = -1;
  #hasMark = false;
  #isCrLf: boolean | null = null;
  readonly #delimiter: number;

  /** `delimiter` is a character of one byte. */
  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Takes the next bytes; false where the file is not plain, whatever follows. */
  take(bytes: Uint8Array): boolean {
    let at = 0;
    if (this.#offset === 0) {
      this.#hasMark = MARK.every((byte, index) => bytes[index] === byte);
      if (this.#hasMark) at = MARK.length;
    }
    let state = this.#state;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (state === IN.quotes) {
        if (byte === QUOTE) state = IN.behindQuotes;
      } else if (byte === LINE_FEED) {
        if (!this.#endsRow(state === IN.lineEnd, this.#offset + at + 1)) break;
        state = IN.start;
      } else if (state === IN.lineEnd) {
        this.#isPlain = false;
        break;
      } else if (byte === this.#delimiter) state = IN.start;
      else if (byte === CARRIAGE_RETURN) state = IN.lineEnd;
      else if (byte === QUOTE) {
        if (state === IN.value) this.#isPlain = false;
        state = IN.quotes;
      } else {
        if (state === IN.behindQuotes) this.#isPlain = false;
        state = IN.value;
      }
    }
    this.#state = state;
    this.#offset += bytes.length;
    return this.#isPlain;
  }

  /** Where the rows begin; null where the file is not plain. */
  bodyStart(hasHeader: boolean): number | null {
    const isOver = this.#state !== IN.quotes && this.#state !== IN.lineEnd;
    if (!this.#isPlain || !isOver) return null;
    if (!hasHeader) return this.#hasMark ? MARK.length : 0;
    return this.#firstLineEnd === -1 ? null : this.#firstLineEnd;
  }

  /** False where a row ends in another way than those before. */
  #endsRow(isCrLf: boolean, end: number): boolean {
    if (this.#isCrLf === null) {
      this.#isCrLf = isCrLf;
      this.#firstLineEnd = end;
    }
    this.#isPlain &&= this.#isCrLf === isCrLf;
    return this.#isPlain;
  }
}
