import type { SqlDialect } from './dialect.js';
import { skipToken } from './skip-token.js';

/** One statement of a text, without its terminator; `start` and `end` are 0-based UTF-16 offsets into the text. */
export interface SqlStatement {
  readonly sql: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const SPACE = /\s+/y;
/** How a statement begins whose `BEGIN … END` body may hold semicolons. */
const OPENS_BODY: Record<SqlDialect, RegExp | null> = {
  postgres: /^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE) /,
  duckdb: null,
  sqlite: /^CREATE (?:TEMP |TEMPORARY )?TRIGGER /,
};

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

  constructor(
    private readonly text: string,
    private readonly dialect: SqlDialect,
  ) {}

  split(): SqlStatement[] {
    this.begin();
    while (this.offset < this.text.length) this.step();
    this.finish(this.text.length);
    return this.statements;
  }

  private step(): void {
    const { text, offset, dialect } = this;
    const character = text.charCodeAt(offset);
    if (character === 59 /* ; */ && this.openBrackets === 0 && this.openBlocks === 0) {
      this.finish(offset);
      this.offset = offset + 1;
      this.begin();
      return;
    }
    const token = skipToken(text, offset, dialect);
    if (token !== null) {
      if (!token.isComment) this.hasContent = true;
      this.offset = token.end;
      return;
    }
    const end = endOf(WORD, text, offset);
    if (end !== null) this.takeWord(text.slice(offset, end).toUpperCase());
    else if (dialect === 'postgres') this.takeBracket(character);
    if (character > 32) this.hasContent = true;
    this.offset = end ?? endOf(SPACE, text, offset) ?? offset + 1;
  }

  private takeWord(word: string): void {
    if (this.headWords < 5) {
      this.head += `${word} `;
      this.headWords += 1;
    }
    const pattern = OPENS_BODY[this.dialect];
    if (
      this.openBlocks === 0
        ? word === 'BEGIN' && pattern?.test(this.head) === true
        : word === 'CASE' || word === 'BEGIN'
    ) {
      this.openBlocks += 1;
    } else if (word === 'END' && this.openBlocks > 0) this.openBlocks -= 1;
  }

  private takeBracket(character: number): void {
    if (character === 40 /* ( */) this.openBrackets += 1;
    else if (character === 41 /* ) */ && this.openBrackets > 0) this.openBrackets -= 1;
  }

  private begin(): void {
    this.start = endOf(/[\s\uFEFF]+/y, this.text, this.offset) ?? this.offset;
    this.offset = this.start;
    this.hasContent = false;
    this.openBrackets = 0;
    this.openBlocks = 0;
    this.head = '';
    this.headWords = 0;
  }

  private finish(end: number): void {
    if (!this.hasContent) return;
    const sql = this.text.slice(this.start, end).trimEnd();
    this.statements.push({ sql, start: this.start, end: this.start + sql.length });
  }
}

function endOf(pattern: RegExp, text: string, offset: number): number | null {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : null;
}
