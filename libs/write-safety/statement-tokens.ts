import { upperKeyword } from '../dialects/index.js';
import type { SqlDialect } from '../sql/index.js';
import { sqlTokens } from '../sql/index.js';

/**
 * The tokens of one statement, each with how many brackets stand open before it. Only their places are kept: a
 * statement may have millions of them.
 */
export class StatementTokens {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly depths: number[] = [];
  private readonly words: boolean[] = [];
  /** Where the bracket that a token opens closes; behind the last token where it never does. */
  private readonly partners = new Map<number, number>();

  constructor(
    private readonly sql: string,
    dialect: SqlDialect,
  ) {
    const open: number[] = [];
    for (const { text, start, end, isWord } of sqlTokens(sql, dialect)) {
      const opening = text === ')' ? open.pop() : undefined;
      if (opening !== undefined) this.partners.set(opening, this.count);
      // A closing bracket has the depth of its opening one.
      this.depths.push(open.length);
      if (text === '(') open.push(this.count);
      this.starts.push(start);
      this.ends.push(end);
      this.words.push(isWord);
    }
  }

  get count(): number {
    return this.starts.length;
  }

  /** The token's text, words in upper case; empty behind the end. */
  text(index: number): string {
    const text = this.sql.slice(this.start(index), this.end(index));
    return this.words[index] === true ? upperKeyword(text) : text;
  }

  /** True where the token is one of these words. */
  is(index: number, ...words: readonly string[]): boolean {
    return index < this.count && words.includes(this.text(index));
  }

  depth(index: number): number {
    return this.depths[index] ?? 0;
  }

  start(index: number): number {
    return this.starts[index] ?? this.sql.length;
  }

  /** The offset behind the token. */
  end(index: number): number {
    return this.ends[index] ?? this.sql.length;
  }

  /** True where nothing, not even space, stands between the token and the next one. */
  touchesNext(index: number): boolean {
    return this.end(index) === this.start(index + 1);
  }

  /** True for a word and for a quoted identifier or text. */
  isName(index: number): boolean {
    return this.words[index] === true || /^["`[]/.test(this.text(index));
  }

  /** The tokens as they are written, without comments, space between them made one. */
  written(from: number, to: number): string {
    let text = '';
    for (let index = from; index < to; index++) {
      text += this.sql.slice(this.start(index), this.end(index));
      if (index < to - 1 && !this.touchesNext(index)) text += ' ';
    }
    return text;
  }

  /** The first of these words from `from` on, outside of brackets that are opened behind `from`; null when there is none. */
  find(from: number, to: number, ...words: readonly string[]): number | null {
    for (let index = from; index < to; index = this.next(index)) {
      if (this.depth(index) === this.depth(from) && this.is(index, ...words)) return index;
    }
    return null;
  }

  /** The token behind one, and behind all that stands in the bracket which it opens: the bracket that closes it. */
  next(index: number): number {
    return this.text(index) === '(' ? this.closing(index) : index + 1;
  }

  /** The stretches between these words, as `find` finds them. */
  split(from: number, to: number, word: string): [from: number, to: number][] {
    const parts: [number, number][] = [];
    let start = from;
    for (let at = this.find(from, to, word); at !== null; at = this.find(start, to, word)) {
      parts.push([start, at]);
      start = at + 1;
    }
    return [...parts, [start, to]];
  }

  /** Where the bracket opened at `index` closes; the end when it does not. */
  closing(index: number): number {
    return this.partners.get(index) ?? this.count;
  }
}
