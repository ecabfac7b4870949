import { dialectOf, lowerKeyword, upperKeyword } from '../../dialects/index.js';
import type { LexerRules, ParameterRules, SqlDialect } from '../../dialects/index.js';
import { skipToken } from '../skip-token.js';

/** A place where a parameter stands; `start` and `end` are 0-based UTF-16 offsets into the statement. */
export interface ParameterUse {
  /** `id` of `:id`, `1` of `$1`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** What the token before was, as far as it decides what a colon or a bracket behind it means. */
type Before = 'nothing' | 'operand' | 'word' | 'opener' | 'comma' | 'colon' | 'other';

/** `entries`: the braces of a struct or map, or the arguments of JSON_OBJECT, where a colon parts key and value. */
interface Bracket {
  readonly kind: 'group' | 'list' | 'subscript' | 'entries';
  hasColon: boolean;
}

const SPACE = /\s+/y;
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d[\p{L}\p{N}_.]*/uy;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const PLACE = /\$0*([1-9]\d*)(?![\p{L}\p{N}_$])/uy;
const [SPACE_CODE, ZERO_CODE, NINE_CODE, ASCII] = [32, 48, 57, 128];
/** The letters and the underscore of ASCII, by their codes: asking a pattern for each character takes thrice the time. */
const WORD_CODES = Array.from({ length: ASCII }, (_, code) => /[A-Za-z_]/.test(String.fromCharCode(code)));
const OBJECTS = new Set(['JSON_OBJECT', 'JSON_OBJECTAGG']);
const OPENERS = '([{';
const CLOSERS = ')]}';

/** Words that name nothing although they may, and have a value behind them. */
const BEFORE_A_VALUE = new Set(
  'BY ESCAPE FIRST GROUPS KEY NEXT RANGE REPEATABLE RETURN ROWS SAMPLE SKIP TO VALUE ZONE'.split(' '),
);

/** Finds the parameters of one statement by reading it token by token. */
export class ParameterScan {
  private readonly found: ParameterUse[] = [];
  private readonly brackets: Bracket[] = [];
  private readonly lexer: LexerRules;
  private readonly rules: ParameterRules;
  private readonly reserved: ReadonlySet<string>;
  private offset = 0;
  private before: Before = 'nothing';
  private beforeEnd = 0;
  /** Where the word before begins, which is read only where it matters. */
  private wordStart = 0;

  constructor(
    private readonly sql: string,
    dialect: SqlDialect,
  ) {
    const { lexer, parameters, names } = dialectOf(dialect);
    this.lexer = lexer;
    this.rules = parameters;
    this.reserved = names.reserved;
  }

  /** The uses in their order. */
  uses(): ParameterUse[] {
    while (this.offset < this.sql.length) this.step();
    return this.found;
  }

  private step(): void {
    const { sql, offset } = this;
    const code = sql.charCodeAt(offset);
    if (code <= SPACE_CODE) this.offset += 1;
    else if (WORD_CODES[code] === true) this.takeWord();
    else if (code >= ZERO_CODE && code <= NINE_CODE) this.take(this.endOf(NUMBER) ?? offset + 1, 'operand');
    else if (code >= ASCII) this.takeBeyondAscii();
    else this.takeMark();
  }

  private takeMark(): void {
    const token = skipToken(this.sql, this.offset, this.lexer);
    if (token?.isComment === true) this.offset = token.end;
    else if (token !== null) this.take(token.end, 'operand');
    else if (!this.takeParameter()) this.takeSign();
  }

  private takeBeyondAscii(): void {
    const space = this.endOf(SPACE);
    if (space !== null) this.offset = space;
    else if (this.endOf(WORD) !== null) this.takeWord();
    else this.take(this.offset + 1, 'other');
  }

  private takeWord(): void {
    const start = this.offset;
    this.take(this.endOf(WORD) ?? start + 1, 'word');
    this.wordStart = start;
  }

  private takeParameter(): boolean {
    const use = this.sql[this.offset] === ':' ? this.afterColon() : this.afterMark();
    if (use === null) return false;
    this.found.push(use);
    this.take(use.end, 'operand');
    return true;
  }

  private afterColon(): ParameterUse | null {
    if (this.sql[this.offset + 1] === ':' || !this.isParameterColon()) return null;
    return this.namedAt(this.offset + 1);
  }

  private afterMark(): ParameterUse | null {
    const place = this.match(PLACE);
    if (place !== null) {
      const end = this.offset + place.length;
      return { name: place.replace(/^\$0*/, ''), start: this.offset, end };
    }
    return this.rules.marks.includes(this.sql.charAt(this.offset)) ? this.namedAt(this.offset + 1) : null;
  }

  private namedAt(start: number): ParameterUse | null {
    const name = this.match(NAME, start);
    return name === null ? null : { name, start: this.offset, end: start + name.length };
  }

  /** A value never follows a value, and in slices, structs and aliases the colon has a meaning of its own. */
  private isParameterColon(): boolean {
    const { before } = this;
    const top = this.brackets.at(-1);
    if (before === 'operand') return false;
    if (top?.kind === 'subscript') return before === 'colon';
    if (before !== 'word') return true;
    const isValueDue = BEFORE_A_VALUE.has(this.word());
    if (top?.kind === 'entries' && !top.hasColon) return isValueDue && this.beforeEnd < this.offset;
    if (this.isReserved()) return true;
    if (this.beforeEnd === this.offset) return false;
    return isValueDue || !this.rules.hasPrefixAliases;
  }

  private takeSign(): void {
    const sign = this.sql.charAt(this.offset);
    const next = this.sql.charAt(this.offset + 1);
    if (sign === ':') this.takeColon(next);
    else if (OPENERS.includes(sign)) this.open(sign);
    else if (CLOSERS.includes(sign)) this.close();
    else if (sign === ',') this.takeComma();
    else this.take(this.offset + 1, 'other');
  }

  private takeColon(next: string): void {
    const top = this.brackets.at(-1);
    const isLong = next === ':' || next === '=';
    if (!isLong && top !== undefined) top.hasColon = true;
    this.take(this.offset + (isLong ? 2 : 1), isLong ? 'other' : 'colon');
  }

  private takeComma(): void {
    const top = this.brackets.at(-1);
    if (top !== undefined) top.hasColon = false;
    this.take(this.offset + 1, 'comma');
  }

  private open(sign: string): void {
    this.brackets.push({ kind: this.kindOf(sign), hasColon: false });
    this.take(this.offset + 1, 'opener');
  }

  private kindOf(sign: string): Bracket['kind'] {
    if (sign === '{') return 'entries';
    if (sign === '(') return this.before === 'word' && OBJECTS.has(this.word()) ? 'entries' : 'group';
    const isValue = this.before === 'operand' || (this.before === 'word' && !this.isReserved());
    return isValue ? 'subscript' : 'list';
  }

  private close(): void {
    this.brackets.pop();
    this.take(this.offset + 1, 'operand');
  }

  private take(end: number, kind: Before): void {
    this.offset = end;
    this.before = kind;
    this.beforeEnd = end;
  }

  /** The word before, upper case. */
  private word(): string {
    return upperKeyword(this.sql.slice(this.wordStart, this.beforeEnd));
  }

  private isReserved(): boolean {
    return this.reserved.has(lowerKeyword(this.word()));
  }

  private endOf(pattern: RegExp): number | null {
    pattern.lastIndex = this.offset;
    return pattern.test(this.sql) ? pattern.lastIndex : null;
  }

  private match(pattern: RegExp, offset = this.offset): string | null {
    pattern.lastIndex = offset;
    return pattern.exec(this.sql)?.[0] ?? null;
  }
}
