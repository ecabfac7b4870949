const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Looks through the bytes of a CSV file in UTF-8 for a value whose quotes do not end. */
export class OpenQuote {
  #state: 'start' | 'value' | 'quotes' | 'behind' = 'start';
  #line = 1;
  #openedIn = 0;
  readonly #delimiter: number;

  /** `delimiter` is a character of one byte. */
  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      const isEnd = byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === this.#delimiter;
      if (this.#state === 'quotes') {
        if (byte === QUOTE) this.#state = 'behind';
      } else if (byte === QUOTE && this.#state !== 'value') {
        if (this.#state === 'start') this.#openedIn = this.#line;
        this.#state = 'quotes';
      } else this.#state = isEnd ? 'start' : 'value';
      if (byte === LINE_FEED) this.#line += 1;
    }
  }

  /** The line in which the quotes begin that do not end, from 1; null where all end. */
  get line(): number | null {
    return this.#state === 'quotes' ? this.#openedIn : null;
  }
}
