import { MessageTooLarge } from './client/incoming-messages.js';
import { ServerSilent, SILENT_HINT } from './liveness/server-silent.js';
import type { Notice, StatementError } from '#libs/api';
import { shortened } from '#libs/markup';
import { valueLabel } from '#libs/sql';
import type { ParameterValue } from '#libs/sql';

/** The fields of an ErrorResponse or NoticeResponse that the workbench passes on. */
export interface ServerMessage {
  readonly message?: string | undefined;
  readonly severity?: string | undefined;
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  readonly position?: string | undefined;
  readonly where?: string | undefined;
  readonly column?: string | undefined;
  readonly constraint?: string | undefined;
}

/** The server quotes what was sent to it, megabytes too, which history, events and pages would carry on. */
const MAX_TEXT = 100_000;
const cut = (text: string | undefined): string | undefined => (text === undefined ? text : shortened(text, MAX_TEXT));

const PROTOCOL_VIOLATION = '08P01';
const COUNTS_DIFFER = /supplies (\d+) parameters/;
const NO_SUCH_PARAMETER = '42P02';
const INDETERMINATE_TYPE = '42P18';
const TAKEN_IN = 'PostgreSQL takes parameters in queries, INSERT, UPDATE, DELETE, MERGE and CALL only.';
/** In the context of an error that a value has caused, in any language; other contexts quote what has a `$`. */
const PLACE_OF_VALUE = /^[^"'»«„“”‚‘’`\n]*?\$(\d+)/;
/** Data that is wrong, and a check that it breaks. */
const WRONG_VALUE = /^(?:22|23514)/;

/**
 * Turns the server's error into the one that is shown. `position` becomes 1-based in UTF-16 code units of `sql`, the
 * unit of JavaScript strings and of editors; the server counts characters (code points). An error in one of `values`
 * has no position and says in its detail whose value it is.
 */
export function statementError(
  error: ServerMessage,
  sql: string,
  values: readonly ParameterValue[] = [],
): StatementError {
  if (error instanceof MessageTooLarge) return ownError(error.message);
  if (error instanceof ServerSilent) return ownError(error.message, null, SILENT_HINT);
  if (!isFromServer(error))
    return ownError(`The connection to the server was lost (${error.message ?? 'no reason given'}).`);
  return {
    message: cut(error.message) ?? 'The server reported an error without a message.',
    sqlstate: error.code ?? null,
    position: error.position === undefined ? null : utf16Position(sql, Number(error.position)),
    detail: cut(error.detail) ?? valueDetail(error, values),
    hint: cut(error.hint) ?? hintFor(error),
    ...(error.column === undefined ? {} : { column: error.column }),
    ...(error.constraint === undefined ? {} : { constraint: error.constraint }),
  };
}

/** The server counts parameters; a person has named them. */
function valueDetail({ code, message, where }: ServerMessage, values: readonly ParameterValue[]): string | null {
  const isUndecided = code === INDETERMINATE_TYPE;
  const context = WRONG_VALUE.test(code ?? '') ? (where ?? '') : '';
  const place = isUndecided ? /\$(\d+)/.exec(message ?? '')?.[1] : PLACE_OF_VALUE.exec(context)?.[1];
  const value = values[Number(place) - 1];
  if (place === undefined || value === undefined) return null;
  return isUndecided ? `$${place} is ${valueLabel(value)}.` : `It is the value of ${valueLabel(value)}.`;
}

/** What a statement is warned of that left another encoding behind. */
export const ENCODING_NOTICE: Notice = {
  ...{ severity: 'WARNING', sqlstate: null, detail: null, hint: null },
  message: 'client_encoding was reset to UTF8, the only encoding that the workbench uses.',
};

/** An error of the workbench itself about a statement. */
export function ownError(message: string, sqlstate: string | null = null, hint: string | null = null): StatementError {
  return { message, sqlstate, position: null, detail: null, hint };
}

/** Turns a NoticeResponse into the notice that is shown. */
export function noticeOf(message: ServerMessage): Notice {
  return {
    severity: message.severity ?? 'NOTICE',
    message: cut(message.message) ?? '',
    sqlstate: message.code ?? null,
    detail: cut(message.detail) ?? null,
    hint: cut(message.hint) ?? null,
  };
}

/**
 * True for an error with which the session is over: the line broke, or the server hung up. Its code does not say so: a
 * function may raise any, and one about another server comes from a foreign table.
 */
export function endsSession(error: ServerMessage): boolean {
  return !isFromServer(error) || error.severity === 'FATAL' || error.severity === 'PANIC';
}

/** True where the line broke before the answer: the server may go on with the statement. */
export function isLineCut(error: ServerMessage): boolean {
  return !isFromServer(error) && !(error instanceof MessageTooLarge) && !(error instanceof ServerSilent);
}

/** The server's own errors have a severity; those of the driver and of the socket have none. */
function isFromServer(error: ServerMessage): boolean {
  return error.severity !== undefined;
}

function hintFor(error: ServerMessage): string | null {
  const supplied = error.code === PROTOCOL_VIOLATION ? COUNTS_DIFFER.exec(error.message ?? '')?.[1] : undefined;
  if (supplied === '0') return 'Write values in place of the parameters $1, $2, …';
  if (error.code === INDETERMINATE_TYPE && error.message?.includes('$') === true)
    return `Choose a type for it. ${TAKEN_IN}`;
  const isNotTaken = supplied !== undefined || error.code === NO_SUCH_PARAMETER;
  return isNotTaken ? TAKEN_IN : null;
}

/** Converts a 1-based position in code points to a 1-based position in UTF-16 code units; null outside the text. */
export function utf16Position(sql: string, position: number): number | null {
  if (!Number.isSafeInteger(position) || position < 1) return null;
  let index = 0;
  for (let characters = 1; characters < position && index < sql.length; characters++) {
    index += (sql.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index + 1;
}
