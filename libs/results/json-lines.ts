/** A piece of a line of JSON. `mark` is a bracket, colon or comma; `word` is true, false or null. */
export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'mark';
  readonly text: string;
}

/**
 * A line of JSON as people write it. `closes` is the index of the line that ends what this line begins, or null where it
 * begins nothing; `members` is how many members or elements stand in between.
 */
export interface JsonLine {
  readonly depth: number;
  readonly tokens: readonly JsonToken[];
  readonly closes: number | null;
  readonly members: number;
}

const TOKEN = /-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/gy;
const SPACE = /[ \t\r\n]*/y;
const NESTING = /["{}[\]]/g;
const EMPTY = /[ \t\r\n]*[}\]]/y;

interface DraftLine {
  depth: number;
  tokens: JsonToken[];
  closes: number | null;
  members: number;
}

/**
 * Breaks a JSON text into lines, one for each member and element, without reading what the tokens mean: every number,
 * string and key keeps the text it has, whatever its length. An object or array that is a member of the outermost one and
 * has more than `mostBroken` characters is one token. Answers null for a text that is no JSON.
 */
export function jsonLines(text: string, mostBroken = Infinity): JsonLine[] | null {
  if (!isJson(text)) return null;
  return new LineBreaker(text, mostBroken).lines();
}

/** The same as one text, two spaces for each level. Answers null for a text that is no JSON. */
export function prettyJson(text: string): string | null {
  const lines = jsonLines(text);
  return lines?.map(({ depth, tokens }) => '  '.repeat(depth) + lineText(tokens)).join('\n') ?? null;
}

/** The text of a line's pieces, with a space behind each colon. */
export function lineText(tokens: readonly JsonToken[]): string {
  return tokens.map(({ text }) => (text === ':' ? ': ' : text)).join('');
}

class LineBreaker {
  private readonly out: DraftLine[] = [];
  private readonly open: number[] = [];
  private line: DraftLine = { depth: 0, tokens: [], closes: null, members: 0 };
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly mostBroken: number,
  ) {}

  lines(): JsonLine[] {
    for (let token = this.next(); token !== null; token = this.next()) this.take(token);
    this.end();
    return this.out;
  }

  private take(text: string): void {
    if (text === '{' || text === '[') this.begin(text);
    else if (text === '}' || text === ']') this.close(text);
    else if (text === ',') this.separate();
    else this.line.tokens.push({ kind: this.kindOf(text), text });
  }

  private begin(text: string): void {
    const whole = this.open.length === 1 ? this.tooLong() : null;
    if (whole !== null) {
      this.line.tokens.push({ kind: 'mark', text: whole });
      this.at += whole.length - text.length;
      return;
    }
    const end = match(EMPTY, this.text, this.at);
    if (end !== null) {
      this.at += end.length;
      this.line.tokens.push({ kind: 'mark', text: text + end.trim() });
      return;
    }
    this.line.tokens.push({ kind: 'mark', text });
    this.line.members = 1;
    this.open.push(this.out.length);
    this.end();
  }

  /** The object or array that has just begun, where it is too long to be broken. */
  private tooLong(): string | null {
    const start = this.at - 1;
    if (this.text.length - start <= this.mostBroken) return null;
    const end = closingAt(this.text, start);
    return end - start > this.mostBroken ? this.text.slice(start, end) : null;
  }

  private close(text: string): void {
    this.end();
    const begin = this.out[this.open.pop() ?? 0];
    this.line.depth -= 1;
    this.line.tokens.push({ kind: 'mark', text });
    if (begin) begin.closes = this.out.length;
  }

  private separate(): void {
    this.line.tokens.push({ kind: 'mark', text: ',' });
    const begin = this.out[this.open.at(-1) ?? 0];
    if (begin) begin.members += 1;
    this.end();
  }

  private end(): void {
    if (this.line.tokens.length > 0) this.out.push(this.line);
    this.line = { depth: this.open.length, tokens: [], closes: null, members: 0 };
  }

  private kindOf(text: string): JsonToken['kind'] {
    if (text === ':') return 'mark';
    if (text.startsWith('"'))
      return this.text.startsWith(':', this.at + spaceAt(this.text, this.at)) ? 'key' : 'string';
    return /^[tfn]/.test(text) ? 'word' : 'number';
  }

  private next(): string | null {
    this.at += spaceAt(this.text, this.at);
    const token = this.text[this.at] === '"' ? stringAt(this.text, this.at) : match(TOKEN, this.text, this.at);
    this.at += token?.length ?? 0;
    return token;
  }
}

/** A string with its quotes. Without a pattern, whose stack a string of millions of characters would exceed. */
function stringAt(text: string, at: number): string {
  for (let from = at + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return text.slice(at);
    let escape = quote;
    while (text[escape - 1] === '\\') escape -= 1;
    if ((quote - escape) % 2 === 0) return text.slice(at, quote + 1);
    from = quote + 1;
  }
}

/** Where the object or array that begins at a place ends. */
function closingAt(text: string, start: number): number {
  let depth = 0;
  NESTING.lastIndex = start;
  for (let found = NESTING.exec(text); found; found = NESTING.exec(text)) {
    const [mark] = found;
    if (mark === '"') NESTING.lastIndex = found.index + stringAt(text, found.index).length;
    else depth += mark === '{' || mark === '[' ? 1 : -1;
    if (depth === 0) return NESTING.lastIndex;
  }
  return text.length;
}

function spaceAt(text: string, at: number): number {
  return match(SPACE, text, at)?.length ?? 0;
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
