import { dialectOf, upperKeyword } from '../dialects/index.js';
import type { LexerRules, SqlDialect, StatementRules } from '../dialects/index.js';
import { endOfMatch, trimmedEnd } from './end-of-match.js';
import { skipToken } from './skip-token.js';

/** One statement of a text, without its terminator; `start` and `end` are 0-based UTF-16 offsets into the text. */
export interface SqlStatement {
  readonly sql: string;
  readonly start: number;
  readonly end: number;
}

const BYTE_ORDER_MARK = '\uFEFF';
const HEAD_WORDS = 8;

/**
 * Splits a text at the semicolons that end statements: not those in strings, quoted identifiers, dollar quotes,
 * (nested) comments, brackets, or the `BEGIN … END` body of a function or trigger. Stretches of nothing but space and
 * comments are no statements; comments in front of a statement stay with it. It never throws: what is not closed
 * reaches to the end of the text, so that the engine itself says what is wrong. The rules are those of psql's scanner.
 */
export function splitStatements(text: string, dialect: SqlDialect): SqlStatement[] {
  return new Splitter(text, dialect).split();
}

class Splitter {
  private readonly statements: SqlStatement[] = [];
  private offset = 0;
  private start = 0;
  private hasContent = false;
  private openBrackets = 0;
  private openBlocks = 0;
  /** The first words of the statement, upper case, each followed by a space. */
  private head = '';
  private headWords = 0;
  /** The word before, when nothing but space and comments has come since. */
  private before = '';
  private hasOn = false;

  private readonly rules: LexerRules;
  private readonly statementRules: StatementRules;

  constructor(
    private readonly text: string,
    dialect: SqlDialect,
  ) {
    const { lexer, statements } = dialectOf(dialect);
    this.rules = lexer;
    this.statementRules = statements;
    if (text.startsWith(BYTE_ORDER_MARK)) this.offset = 1;
  }

  split(): SqlStatement[] {
    this.begin();
    while (this.offset < this.text.length) this.step();
    this.finish(this.text.length);
    return this.statements;
  }

  private step(): void {
    const { text, offset, rules } = this;
    const character = text.charCodeAt(offset);
    if (character === 59 /* ; */ && this.openBrackets === 0 && this.openBlocks === 0) {
      this.finish(offset);
      this.offset = offset + 1;
      this.begin();
      return;
    }
    const token = skipToken(text, offset, rules);
    if (token !== null) {
      if (!token.isComment) this.hasContent = true;
      if (!token.isComment) this.before = '';
      this.offset = token.end;
      return;
    }
    const end = endOfMatch(rules.word, text, offset);
    if (end !== null) this.takeWord(upperKeyword(text.slice(offset, end)));
    else if (this.statementRules.bracketsHoldStatements) this.takeBracket(character);
    const space = end === null ? endOfMatch(rules.space, text, offset) : null;
    if (space === null) this.hasContent = true;
    if (space === null && end === null) this.before = text.charAt(offset);
    this.offset = end ?? space ?? offset + 1;
  }

  private takeWord(word: string): void {
    if (this.openBlocks === 0) this.openBody(word);
    else this.takeWordOfBody(word);
    if (this.headWords < HEAD_WORDS) {
      this.head += `${word} `;
      this.headWords += 1;
    }
    this.before = word;
  }

  /** A function, a trigger or its table may be called `begin`, which opens no body. */
  private openBody(word: string): void {
    if (word === 'ON') this.hasOn = true;
    const { hasAtomicBodies, bodyHead } = this.statementRules;
    const isTrigger = word === 'BEGIN' && this.hasOn && this.before !== 'ON' && this.before !== '.';
    const isBody = hasAtomicBodies ? word === 'ATOMIC' && this.before === 'BEGIN' : isTrigger;
    if (isBody && bodyHead?.test(this.head) === true) this.openBlocks = 1;
  }

  /** As its engine does: psql counts words, SQLite ends a trigger at an `END` behind a semicolon, so columns may be called so. */
  private takeWordOfBody(word: string): void {
    if (!this.statementRules.hasAtomicBodies) {
      if (word === 'END' && this.before === ';') this.openBlocks = 0;
    } else if (word === 'CASE' || word === 'BEGIN') this.openBlocks += 1;
    else if (word === 'END') this.openBlocks -= 1;
  }

  private takeBracket(character: number): void {
    if (character === 40 /* ( */) this.openBrackets += 1;
    else if (character === 41 /* ) */ && this.openBrackets > 0) this.openBrackets -= 1;
  }

  private begin(): void {
    this.start = endOfMatch(this.rules.space, this.text, this.offset) ?? this.offset;
    this.offset = this.start;
    this.hasContent = false;
    this.openBrackets = 0;
    this.openBlocks = 0;
    this.hasOn = false;
    this.before = '';
    this.head = '';
    this.headWords = 0;
  }

  private finish(end: number): void {
    if (!this.hasContent) return;
    const last = trimmedEnd(this.text, end, this.rules);
    this.statements.push({ sql: this.text.slice(this.start, last), start: this.start, end: last });
  }
}
