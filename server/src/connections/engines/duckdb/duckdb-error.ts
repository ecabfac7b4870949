import type { StatementError } from '#libs/api';
import { shortened } from '#libs/markup';

/** What DuckDB reports with `errors_as_json`: type, message and, where it knows one, a 0-based offset. */
export interface DuckdbProblem {
  readonly type: string;
  readonly message: string;
  /** Bytes of UTF-8, but code points for a parser's error. */
  readonly offset: number | null;
}

const MAX_MESSAGE = 5_000;
const JSON_START = '{"exception_type"';
const PREFIX = /^(?:Failed to [a-z ]+: )?([A-Z][A-Za-z ]+?) Error: /;
const HINT = /(?<!\n)\n+(Did you mean [\s\S]*|Candidate bindings: [\s\S]*|LINE \d+:[\s\S]*)$/;

/**
 * Reads the error that the driver throws, whose message is DuckDB's JSON behind a prefix or, rarely, plain text. A text
 * that only looks like such JSON, as `error()` can throw, is behind the prefix of another type.
 */
export function readDuckdbProblem(error: unknown): DuckdbProblem {
  const text = error instanceof Error ? error.message : String(error);
  const start = text.indexOf(JSON_START);
  const fields = start === -1 ? null : parseFields(text.slice(start));
  const prefix = PREFIX.exec(text);
  if (fields !== null && (prefix === null || prefix[1] === fields.type)) return fields;
  return { type: prefix?.[1] ?? '', message: prefix ? text.slice(prefix[0].length) : text, offset: null };
}

/**
 * The problem as the error of a statement. `prefixBytes` is the length of what the workbench wrote in front of the
 * statement's text before it sent it. DuckDB has no SQLSTATE.
 */
export function statementError(problem: DuckdbProblem, sql: string, prefixBytes = 0): StatementError {
  // The engine quotes values in its messages, however long they are.
  const text = shortened(problem.message, MAX_MESSAGE + 1);
  const hint = HINT.exec(text);
  const message = hint ? text.slice(0, hint.index) : text;
  return {
    message: message.trim() === '' ? 'DuckDB reported an error without a message.' : message.trim(),
    sqlstate: null,
    position: problem.offset === null ? null : positionOf(problem, sql, prefixBytes),
    detail: null,
    hint: hint?.[1]?.startsWith('LINE') === false ? hint[1].trim() : null,
  };
}

/** An error of the workbench's own about a statement. */
export function ownError(message: string, position: number | null = null): StatementError {
  return { message, sqlstate: null, position, detail: null, hint: null };
}

/** Converts a 0-based offset in bytes of UTF-8 to one in UTF-16 code units; null outside the text. */
export function utf16Offset(sql: string, bytes: number): number | null {
  let left = bytes;
  let index = 0;
  while (left > 0 && index < sql.length) {
    const point = sql.codePointAt(index) ?? 0;
    left -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    index += point > 0xffff ? 2 : 1;
  }
  return left === 0 ? index : null;
}

function positionOf(problem: DuckdbProblem, sql: string, prefixBytes: number): number | null {
  const offset = (problem.offset ?? 0) - prefixBytes;
  if (offset < 0) return null;
  const index = problem.type === 'Parser' ? pointOffset(sql, offset) : utf16Offset(sql, offset);
  return index === null ? null : index + 1;
}

function pointOffset(sql: string, points: number): number | null {
  let index = 0;
  for (let left = points; left > 0; left--) {
    if (index >= sql.length) return null;
    index += (sql.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index;
}

interface EngineFields {
  readonly exception_type?: string;
  readonly exception_message?: string;
  readonly position?: string;
}

function parseFields(json: string): DuckdbProblem | null {
  try {
    const fields = JSON.parse(json) as EngineFields;
    const offset = fields.position === undefined ? null : Number(fields.position);
    return {
      type: fields.exception_type ?? '',
      message: fields.exception_message ?? '',
      offset: Number.isSafeInteger(offset) ? offset : null,
    };
  } catch {
    return null;
  }
}
