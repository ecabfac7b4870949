import Database from 'better-sqlite3';
import { sqlTokens } from '#libs/sql';
import type { SyntaxProblem } from '#libs/sql';

const NEAR = /^near "([\s\S]+)": syntax error$/;
const UNRECOGNIZED = /^unrecognized token: "([\s\S]+)"$/;

let database: Database | null = null;

/**
 * Prepares statements in a SQLite that holds nothing. Whatever it says of tables that are not there is passed over: by
 * then it has taken the grammar.
 */
export function checkSqlite(statements: readonly string[]): (SyntaxProblem | null)[] {
  database ??= new Database(':memory:');
  const empty = database;
  return statements.map((sql) => {
    try {
      empty.prepare(sql);
      return null;
    } catch (error) {
      return readProblem(messageOf(error), sql);
    }
  });
}

function readProblem(message: string, sql: string): SyntaxProblem | null {
  if (message === 'incomplete input') return { message, offset: sql.length };
  const text = (NEAR.exec(message) ?? UNRECOGNIZED.exec(message))?.[1];
  return text === undefined ? null : { message, offset: offsetOf(text, sql) };
}

/** SQLite names the token and not its place: it is the last of its kind up to which the text can be read on. */
function offsetOf(text: string, sql: string): number | null {
  const places = [...sqlTokens(sql, 'sqlite')]
    .filter(({ start }) => sql.startsWith(text, start))
    .map(({ start }) => start);
  if (places.length === 0) return sql.includes(text) ? sql.indexOf(text) : null;
  return places.find((start) => !isTaken(sql.slice(0, start + text.length))) ?? places.at(-1) ?? null;
}

/** True where the beginning of a statement is only cut short, not wrong. */
function isTaken(beginning: string): boolean {
  try {
    database?.prepare(beginning);
    return true;
  } catch (error) {
    const message = messageOf(error);
    return !NEAR.test(message) && !UNRECOGNIZED.test(message);
  }
}

/** The addon's errors may be of another realm's classes, so they are told by their shape. */
function messageOf(error: unknown): string {
  return (error as { readonly message?: string } | null)?.message ?? '';
}
