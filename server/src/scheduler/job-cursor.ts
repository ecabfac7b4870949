import { Problem } from '../platform/index.js';

/** The last thing of a page: what the list is ordered by, and its id. */
export type Place = readonly [key: string | number, id: string];

/** Writes a place as an opaque cursor. */
export function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Reads a cursor; throws `validation-failed` for anything that `cursorOf` did not write. */
export function placeOf(cursor: string, kind: 'string' | 'number'): Place {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(value) && isKey(value[0], kind) && typeof value[1] === 'string') {
      return [value[0] as string | number, value[1]];
    }
  } catch {
    // Said below.
  }
  const errors = [{ pointer: '/cursor', detail: 'cursor must be the next_cursor of an earlier answer' }];
  throw new Problem('validation-failed', undefined, { errors });
}

/** A number is one that a `bigint` of the state takes. */
function isKey(key: unknown, kind: 'string' | 'number'): boolean {
  return kind === 'number' ? Number.isSafeInteger(key) : typeof key === 'string';
}
