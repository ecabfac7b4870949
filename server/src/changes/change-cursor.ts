import { Problem } from '../platform/index.js';

/** The last entry of a page: the next one starts behind it. */
export interface ChangePlace {
  readonly at: string;
  readonly id: string;
}

/** ISO 8601, as the clock of the workbench writes it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ID = /^[\w-]{1,100}$/;

/** Writes a place as an opaque cursor. */
export function cursorOf({ changedAt, id }: { readonly changedAt: string; readonly id: string }): string {
  return Buffer.from(JSON.stringify([changedAt, id])).toString('base64url');
}

/** Reads a cursor; throws `validation-failed` for anything that `cursorOf` did not write. */
export function placeOf(cursor: string): ChangePlace {
  const [at, id] = parts(cursor);
  if (isMatch(at, TIME) && isMatch(id, ID)) return { at, id };
  throw notACursor();
}

/** The page of rows that a cursor is for; throws `validation-failed`. */
export function pageOf(cursor: string): number {
  if (!/^\d{1,6}$/.test(cursor)) throw notACursor();
  return Number(cursor);
}

function isMatch(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

function notACursor(): Problem {
  const errors = [{ pointer: '/cursor', detail: 'cursor must be the next_cursor of an earlier answer' }];
  return new Problem('validation-failed', undefined, { errors });
}

function parts(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
