/** Compiles statements one by one and checks their values; SQLite itself says where a statement ends and what it needs. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ResultRow } from '#libs/api';
import type { CellTexts } from './cell-text.js';
import type { BatchRequest, BoundValues } from './protocol.js';
import type { Keeps, SqliteAuthorizer } from './sqlite-authorizer.js';

const NUL = 'The statement contains a NUL character, which SQLite does not accept.';
const SEVERAL = 'The text holds more than one statement. Run them one by one.';
const NO_VALUE = 'A parameter has no value; write parameters as :name, @name, $name or $1.';
/** What node:sqlite throws for a text without a statement. */
const NO_STATEMENT = 'ERR_INVALID_ARG_VALUE';
/** A parameter whose value was given: `$1`, and how else SQLite writes the name `1`. */
const NAMED_BY_PLACE = /[?:@$]\d+/y;
const SAMPLE = 7n;
const SAMPLE_TEXT = '7';

/**
 * The statement, or null where the text has none (nothing, blanks, comments). Throws for more than one. `empty` is a
 * database without tables, in which what follows the first statement is compiled.
 */
export function prepareOne(database: DatabaseSync, empty: DatabaseSync, sql: string): StatementSync | null {
  if (sql.includes('\0')) throw new Error(NUL);
  const statement = prepareAny(database, sql);
  if (statement === null) return null;
  // As SQLite sees it: UTF-8 has no half of a surrogate pair.
  const text = Buffer.from(sql).toString();
  const first = statement.sourceSQL;
  if (!text.startsWith(first) || !isEmpty(empty, text.slice(first.length))) throw new Error(SEVERAL);
  return statement;
}

/** Throws where the statement has a parameter without a value. Runs nothing. */
export function checkValues(statement: StatementSync, values: BoundValues): void {
  const names = Object.keys(values);
  statement.setAllowUnknownNamedParameters(true);
  if (names.length > 0) bindSamples(statement, names);
  if (!isComplete(statement.sourceSQL, statement.expandedSQL, names.length > 0)) throw new Error(NO_VALUE);
}

/** What a batch needs of the program that runs it. */
export interface BatchProgram {
  readonly authorizer: Pick<SqliteAuthorizer, 'begin' | 'run' | 'keeps'>;
  readonly texts: Pick<CellTexts, 'row' | 'lengthOf'>;
  readonly database: DatabaseSync;
  /** A database without tables. */
  readonly empty: DatabaseSync;
  /** Called before a statement with what it may leave in the file. */
  keeping(keeps: Keeps): void;
}

/** The rows of the statements that ran, and what the one behind them threw. */
export interface RanBatch {
  readonly rows: ResultRow[][];
  readonly thrown: { readonly error: unknown } | null;
}

interface Compiled {
  readonly statement: StatementSync | null;
  readonly valueCount: number;
  readonly keeps: Keeps;
}

/** Runs statements in their order until one fails or the slice is over. Each text is compiled once. */
export function runStatements({ texts, runs, slice }: BatchRequest, program: BatchProgram): RanBatch {
  const compiled = new Map<number, Compiled>();
  const rows: ResultRow[][] = [];
  const endsAtMs = performance.now() + slice.ms;
  let characters = 0;
  for (const { text, values } of runs) {
    try {
      program.authorizer.begin();
      const valueCount = Object.keys(values).length;
      const known = compiled.get(text);
      const found = known?.valueCount === valueCount ? known : compile(texts[text] ?? '', values, program);
      compiled.set(text, found);
      program.authorizer.run();
      program.keeping(found.keeps);
      const own = rowsOf(found.statement, values).map((row) => program.texts.row(row));
      for (const row of own) characters += program.texts.lengthOf(row);
      rows.push(own);
    } catch (error) {
      return { rows, thrown: { error } };
    }
    if (characters >= slice.characters || performance.now() >= endsAtMs) break;
  }
  return { rows, thrown: null };
}

function compile(sql: string, values: BoundValues, program: BatchProgram): Compiled {
  const statement = prepareOne(program.database, program.empty, sql);
  if (statement !== null) checkValues(statement, values);
  return { statement, valueCount: Object.keys(values).length, keeps: program.authorizer.keeps };
}

function rowsOf(statement: StatementSync | null, values: BoundValues): unknown[][] {
  if (statement === null) return [];
  if (statement.columns().length > 0) return statement.all(values) as unknown as unknown[][];
  statement.run(values);
  return [];
}

function prepareAny(database: DatabaseSync, sql: string): StatementSync | null {
  try {
    return database.prepare(sql);
  } catch (error) {
    if (codeOf(error) === NO_STATEMENT) return null;
    throw error;
  }
}

function isEmpty(empty: DatabaseSync, tail: string): boolean {
  if (tail === '') return true;
  try {
    return prepareAny(empty, tail) === null;
  } catch {
    return false;
  }
}

/** Binds a number to each named parameter; the last value, which cannot be bound, keeps the statement from running. */
function bindSamples(statement: StatementSync, names: readonly string[]): void {
  const samples = Object.fromEntries(names.map((name) => [name, SAMPLE]));
  try {
    statement.get(samples, Symbol('no value') as never);
  } catch {
    return;
  }
  throw new Error(NO_VALUE);
}

/**
 * Compares a text with the same text in which SQLite has written the values of its parameters. They differ exactly at
 * parameters, and one without a value is written as NULL.
 */
function isComplete(source: string, expanded: string, hasValues: boolean): boolean {
  if (!hasValues) return source === expanded;
  let at = 0;
  let to = 0;
  while (at < source.length) {
    if (source[at] === expanded[to]) {
      at++;
      to++;
      continue;
    }
    NAMED_BY_PLACE.lastIndex = at;
    const name = NAMED_BY_PLACE.exec(source)?.[0];
    if (name === undefined || !expanded.startsWith(SAMPLE_TEXT, to)) return false;
    at += name.length;
    to += SAMPLE_TEXT.length;
  }
  return true;
}

function codeOf(error: unknown): string | undefined {
  return (error as { readonly code?: string } | null)?.code;
}
