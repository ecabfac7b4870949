import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { Problem } from '../problems/problem.js';
import { WholeNumber } from '../problems/whole-number.js';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;

/** ISO 8601 in UTC, and an id. Postgres takes no NUL and no half of a character, which a cursor that was made up may hold. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;
const ID = /^[\w-]{1,100}$/;

/** The last item of a page of a list that has the newest first: when it was made, ISO 8601, and its id. */
export interface ListPlace {
  readonly at: string;
  readonly id: string;
}

/** Query of a list that is answered in pages. */
export class ListPageDto {
  @ApiPropertyOptional({ description: 'The `next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  cursor?: string;

  @ApiPropertyOptional({ default: DEFAULT_LIMIT })
  @IsOptional()
  @Type(() => Number)
  @WholeNumber(1, MAX_LIMIT)
  limit = DEFAULT_LIMIT;
}

/** The first `limit` of items of which one more was read, and the cursor of what follows. */
export function listPage<Item>(
  found: readonly Item[],
  limit: number,
  placeOf: (item: Item) => ListPlace,
): { readonly page: Item[]; readonly nextCursor: string | null } {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { page, nextCursor: hasMore ? writtenPlace(placeOf(last)) : null };
}

/** Reads a cursor; throws `validation-failed` for one that was made up. */
export function readPlace(cursor: string): ListPlace {
  const [at, id] = partsOf(cursor);
  if (isMatch(at, TIME) && isMatch(id, ID)) return { at, id };
  throw madeUpCursor();
}

/** The refusal of a cursor that is none of an earlier answer. */
export function madeUpCursor(): Problem {
  const errors = [{ pointer: '/cursor', detail: 'cursor must be the next_cursor of an earlier answer' }];
  return new Problem('validation-failed', undefined, { errors });
}

function isMatch(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

/** Writes a place as an opaque cursor. */
export function writtenPlace({ at, id }: ListPlace): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
