const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [SPACE, TAB, LINE_FEED, CARRIAGE_RETURN] = [0x20, 0x09, 0x0a, 0x0d];
const [PLUS, MINUS, POINT, ZERO, NINE] = [0x2b, 0x2d, 0x2e, 0x30, 0x39];
/** Set in the codes of small letters, so that `E | LOWER` is `e`. */
const LOWER = 0x20;
const LETTER_E = 0x65;
const WORDS = ['true', 'false', 'null'];
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;
/** Characters that are read at once. */
const STEP_CHARS = 1024 * 1024;

/**
 * Finds whether a text is JSON (RFC 8259) without making its values: in memory they take many times as much as the text.
 * Yields nothing every now and then, so that something else can be done meanwhile.
 */
export function* jsonTextSteps(text: string): Generator<undefined, boolean> {
  const reader = new JsonText(text);
  for (let next = STEP_CHARS; ; next += STEP_CHARS) {
    const isWhole = reader.read(next);
    if (isWhole !== null) return isWhole;
    yield undefined;
  }
}

/** Reads a text once, without recursion. */
class JsonText {
  private at = 0;
  /** What is open: true for an object. */
  private readonly open: boolean[] = [];

  constructor(private readonly text: string) {}

  /** Whether the text is one value; null where it is read as far as `until`, and may be one. */
  read(until: number): boolean | null {
    while (this.at < until || until >= this.text.length) {
      if (!this.value()) return false;
      while (this.open.length > 0 && this.take(this.open.at(-1) === true ? CLOSE_BRACE : CLOSE_BRACKET))
        this.open.pop();
      if (this.open.length === 0) return Number.isNaN(this.peek());
      if (!this.take(COMMA)) return false;
      if (this.open.at(-1) === true && !this.name()) return false;
    }
    return null;
  }

  /** A value, or the beginnings of containers up to the first one inside; an empty container is a value. */
  private value(): boolean {
    for (;;) {
      if (this.take(OPEN_BRACKET)) {
        if (this.take(CLOSE_BRACKET)) return true;
        this.open.push(false);
      } else if (this.take(OPEN_BRACE)) {
        if (this.take(CLOSE_BRACE)) return true;
        this.open.push(true);
        if (!this.name()) return false;
      } else return this.peek() === QUOTE ? this.string() : this.number() || this.word();
    }
  }

  private name(): boolean {
    return this.peek() === QUOTE && this.string() && this.take(COLON);
  }

  private string(): boolean {
    for (this.at += 1; this.at < this.text.length;) {
      const code = this.text.charCodeAt(this.at);
      if (code < SPACE) return false;
      if (code === QUOTE) {
        this.at += 1;
        return true;
      }
      if (code !== BACKSLASH) this.at += 1;
      else if (!this.escape()) return false;
    }
    return false;
  }

  private escape(): boolean {
    ESCAPE.lastIndex = this.at;
    if (!ESCAPE.test(this.text)) return false;
    this.at = ESCAPE.lastIndex;
    return true;
  }

  private number(): boolean {
    const { text } = this;
    const start = this.at;
    if (text.charCodeAt(this.at) === MINUS) this.at += 1;
    const isZero = text.charCodeAt(this.at) === ZERO;
    if (isZero) this.at += 1;
    let isNumber = isZero || this.digits();
    if (isNumber && text.charCodeAt(this.at) === POINT) {
      this.at += 1;
      isNumber = this.digits();
    }
    if (isNumber && (text.charCodeAt(this.at) | LOWER) === LETTER_E) {
      this.at += 1;
      const sign = text.charCodeAt(this.at);
      if (sign === PLUS || sign === MINUS) this.at += 1;
      isNumber = this.digits();
    }
    if (!isNumber) this.at = start;
    return isNumber;
  }

  private digits(): boolean {
    const start = this.at;
    for (let code = this.text.charCodeAt(this.at); code >= ZERO && code <= NINE;) {
      this.at += 1;
      code = this.text.charCodeAt(this.at);
    }
    return this.at > start;
  }

  private word(): boolean {
    const word = WORDS.find((one) => this.text.startsWith(one, this.at));
    this.at += word?.length ?? 0;
    return word !== undefined;
  }

  private take(code: number): boolean {
    if (this.peek() !== code) return false;
    this.at += 1;
    return true;
  }

  /** The next character that is no space; NaN at the end. */
  private peek(): number {
    let code = this.text.charCodeAt(this.at);
    while (code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB) {
      this.at += 1;
      code = this.text.charCodeAt(this.at);
    }
    return code;
  }
}
