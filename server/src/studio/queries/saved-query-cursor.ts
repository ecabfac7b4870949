import { Problem } from '../../platform/index.js';

/** The last entry of a page: the next one starts after it, whatever was added or removed meanwhile. */
export interface SavedQueryPlace {
  readonly nameKey: string;
  readonly id: string;
}

/** Writes a place as an opaque cursor. */
export function cursorOf({ nameKey, id }: SavedQueryPlace): string {
  return Buffer.from(JSON.stringify([nameKey, id])).toString('base64url');
}

/** Reads a cursor; throws `validation-failed` for anything that `cursorOf` did not write. */
export function placeOf(cursor: string): SavedQueryPlace {
  const [nameKey, id] = parts(cursor);
  if (typeof nameKey === 'string' && typeof id === 'string') return { nameKey, id };
  const errors = [{ pointer: '/cursor', detail: 'cursor must be the next_cursor of an earlier answer' }];
  throw new Problem('validation-failed', undefined, { errors });
}

function parts(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
