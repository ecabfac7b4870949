import { madeUpCursor, readPlace, writtenPlace } from '../platform/index.js';
import type { ListPlace } from '../platform/index.js';

/** ISO 8601, as the clock of the workbench writes it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Writes a place as an opaque cursor. */
export function cursorOf({ changedAt: at, id }: { readonly changedAt: string; readonly id: string }): string {
  return writtenPlace({ at, id });
}

/** Reads a cursor; throws `validation-failed` for anything that `cursorOf` did not write. */
export function placeOf(cursor: string): ListPlace {
  const place = readPlace(cursor);
  if (!TIME.test(place.at)) throw madeUpCursor();
  return place;
}

/** The page of rows that a cursor is for; throws `validation-failed`. */
export function pageOf(cursor: string): number {
  if (!/^\d{1,6}$/.test(cursor)) throw madeUpCursor();
  return Number(cursor);
}
