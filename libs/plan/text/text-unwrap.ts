import { isExpression, isSecondary, textProperty } from './text-property.js';
import { CLOSED, openEnd } from './text-quotes.js';
import type { OpenEnd } from './text-quotes.js';
import { isArrow, isFoot, isLineStart, leading, withoutArrow } from './text-lines.js';
import { isPrintedJoin, isWholeLine } from './line-join.js';

/** How lines were wrapped: at a width, as a terminal does, or between words, as a mail program does. */
export type Wrapping = 'width' | 'words';

/** A narrower page is no reason to look for one. */
const LEAST_WIDTH = 40;
/** Postgres prints no more spaces than two within a line. */
const MOST_SPACES = 2;
/** A line that is wrapped more often is no line of a plan. */
const MOST_WRAPS = 1_000;

/** The lines of a plan as they were before they were wrapped; null where they cannot have been wrapped so. */
export function unwrappedLines(lines: readonly string[], wrapping: Wrapping): string[] | null {
  const trimmed = lines.map((line) => line.trimEnd());
  const width = wrapping === 'width' ? longest(trimmed) : wordWidth(trimmed);
  return width < LEAST_WIDTH ? null : new Unwrapper(trimmed, wrapping, width).read();
}

function longest(lines: readonly string[]): number {
  return lines.reduce((most, { length }) => Math.max(most, length), 0);
}

/** The longest of the lines that surely go on in the next one. */
function wordWidth(lines: readonly string[]): number {
  const base = leading(lines[0] ?? '');
  const broken = lines.filter((_, at) => {
    const next = lines[at + 1] ?? '';
    return next !== '' && !isLineStart(next, lines[at + 2], base);
  });
  return longest(broken);
}

class Unwrapper {
  private readonly base: number;
  private readonly found: string[] = [];
  /** The line that is being put together, and how often it was wrapped. */
  private text: string;
  private wraps = 0;
  private hasBrackets = false;
  private end: OpenEnd = CLOSED;

  constructor(
    private readonly lines: readonly string[],
    private readonly wrapping: Wrapping,
    private readonly width: number,
  ) {
    this.text = lines[0] ?? '';
    this.base = leading(this.text);
    this.begin(this.text);
  }

  read(): string[] | null {
    let joins = 0;
    for (let at = 1; at < this.lines.length; at += 1) {
      const goesOn = this.mayGoOn(at) && this.isContinuation(at);
      if (!goesOn && this.end.quote === null) {
        if (!this.isWhole()) return null;
        this.found.push(this.text);
        this.begin(this.lines[at] ?? '');
      } else if ((!goesOn && this.end.quote === '"') || !this.add(at, goesOn)) return null;
      joins += goesOn ? 1 : 0;
    }
    return joins === 0 || !this.isWhole() ? null : [...this.found, this.text];
  }

  private begin(line: string): void {
    this.text = line;
    this.wraps = 0;
    this.hasBrackets = this.isNode() || isExpression(textProperty(line)?.key ?? '');
    this.end = this.hasBrackets ? openEnd(line) : CLOSED;
  }

  private isNode(): boolean {
    return this.found.length === 0 || isArrow(this.text);
  }

  /** Whether the line before is as long as lines are that go on. */
  private mayGoOn(at: number): boolean {
    const [before, next] = [this.lines[at - 1] ?? '', this.lines[at] ?? ''];
    if (before === '' || next === '' || this.wraps > MOST_WRAPS) return false;
    if (this.wrapping === 'width') return before.length >= this.width - MOST_SPACES;
    const word = /^\S*/.exec(next.trimStart())?.[0] ?? '';
    return before.length <= this.width && before.length + 1 + word.length > this.width;
  }

  private isContinuation(at: number): boolean {
    const [next, after] = [this.lines[at] ?? '', this.lines[at + 1]];
    if (this.end.quote !== null) return true;
    if (isLineStart(next, after, this.base) || this.isAtItsEnd(next)) return false;
    return leading(next) <= (this.wrapping === 'words' ? this.base : MOST_SPACES);
  }

  /** Behind a whole line a property begins a line; behind the first words of a key it does not. */
  private isAtItsEnd(next: string): boolean {
    if (this.end.depth > 0 || leading(next) < this.base) return false;
    const key = textProperty(next)?.key;
    return key !== undefined && !isSecondary(key) && (this.isNode() || textProperty(this.text) !== null);
  }

  private add(at: number, goesOn: boolean): boolean {
    const line = this.lines[at] ?? '';
    const after = goesOn ? this.continued(line) : line.slice(Math.min(leading(line), this.base));
    const between = goesOn ? this.between(at) : '\n';
    if (this.end.quote === null && !isPrintedJoin({ before: withoutArrow(this.text), between, after })) return false;
    const isLiteral = this.end.quote !== null;
    this.text += between + after;
    if (this.hasBrackets) this.end = openEnd(between + after, this.end);
    this.wraps += goesOn ? 1 : 0;
    if (!isLiteral && !this.hasBrackets && isExpression(textProperty(this.text)?.key ?? '')) {
      this.hasBrackets = true;
      this.end = openEnd(this.text);
    }
    return true;
  }

  private continued(line: string): string {
    return this.wrapping === 'words' ? line.trimStart() : line;
  }

  private between(at: number): string {
    const [before, next] = [this.lines[at - 1] ?? '', (this.lines[at] ?? '').trimStart()];
    if (this.wrapping === 'width') return ' '.repeat(Math.max(0, this.width - before.length));
    const key = textProperty(next)?.key ?? '';
    return isSecondary(key) || /^\((?:cost=|actual |never )/.test(next) ? '  ' : ' ';
  }

  private isWhole(): boolean {
    if (this.end.quote !== null || this.end.depth !== 0) return false;
    return this.wraps === 0 || isFoot(this.text) || isWholeLine(withoutArrow(this.text), this.isNode());
  }
}
