import { Problem } from '../platform/index.js';

/** Makes an opaque cursor of the place where a page ended. */
export function cursorOf(...place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** The place that a cursor stands for, of `length` parts; throws `validation-failed` for one that was made up. */
export function placeOf(cursor: string, length: number): readonly string[] {
  const place = parsed(cursor);
  if (!Array.isArray(place) || place.length !== length || !place.every((part) => typeof part === 'string')) {
    throw new Problem('validation-failed', 'The cursor is not one of this tool.');
  }
  return place;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
