import { Injectable } from '@nestjs/common';
import { Brackets } from 'typeorm';
import type { SelectQueryBuilder } from 'typeorm';
import type { TracedChange } from '#libs/catalog';
import { firstBySize, groupsBySize } from '#libs/lists';
import type { BreakingChanges } from '../impact/index.js';
import { Problem, State } from '../platform/index.js';
import { MAX_TABLES } from './change-outline.js';
import type { OutlinedTables } from './change-outline.js';
import { ChangeOutlines } from './change-outlines.js';
import { MOST_BYTES, RECORD_BYTES, recordsAt } from './recent-changes.js';
import type { ChangePlace, SizedPlace } from './recent-changes.js';
import { SchemaChangeRecord } from './schema-change.entity.js';
import { inSlices } from './time-slices.js';

/** Places that are read at a time. */
const CHUNK = 200;

/** Which change records are asked for. */
export interface ChangeRecordFilter {
  /** ISO 8601: none that is older. */
  readonly since: string;
  /** What their sentences have to hold, whatever its case; all of them for no text. */
  readonly search: string;
  readonly limit: number;
  /** Where the page before ended. */
  readonly cursor: string | null;
}

/** One page of change records, newest first. */
export interface ChangePage {
  readonly records: SchemaChangeRecord[];
  /** How many there are on all pages together. */
  readonly total: number;
  readonly nextCursor: string | null;
}

/** A record's changes as they are kept. */
interface KeptChanges extends ChangePlace {
  readonly changes: string;
}

/** Reads the change records of a connection by the page, so that a page costs the same however many there are. */
@Injectable()
export class ChangePages {
  constructor(
    private readonly state: State,
    private readonly outlines: ChangeOutlines,
  ) {}

  /** Throws `validation-failed` for a cursor that was made up. */
  async page(connectionId: string, filter: ChangeRecordFilter): Promise<ChangePage> {
    const { limit, cursor } = filter;
    const after = cursor === null ? null : placeOf(cursor);
    const total = await this.matching(connectionId, filter).getCount();
    const found = await this.places(connectionId, filter, after, limit + 1);
    return this.pageOf(found, limit, total);
  }

  /**
   * Of the records that `page` would find, those with a change that is behind what is broken. Those are read whose outline
   * has a table of which something is broken. Throws as `page` does.
   */
  async breakingPage(
    connectionId: string,
    filter: ChangeRecordFilter,
    broken: readonly BreakingChanges[],
  ): Promise<ChangePage> {
    const { limit, cursor } = filter;
    const after = cursor === null ? null : placeOf(cursor);
    const places = broken.length === 0 ? [] : await this.breakingPlaces(connectionId, filter, broken);
    const left = after === null ? places : places.filter((place) => isOlder(place, after));
    return this.pageOf(left, limit, places.length);
  }

  /** As many of the first `limit` as have room in an answer, never less than one. */
  private async pageOf(found: readonly SizedPlace[], limit: number, total: number): Promise<ChangePage> {
    const taken = firstBySize(found.slice(0, limit), MOST_BYTES);
    const records = await recordsAt(this.state.manager, taken);
    const last = found.length > taken.length ? taken.at(-1) : undefined;
    return { records, total, nextCursor: last === undefined ? null : cursorOf(last) };
  }

  /** Where records stand and how large they are: the records themselves may be megabytes. */
  private places(
    connectionId: string,
    filter: ChangeRecordFilter,
    after: ChangePlace | null,
    limit: number,
  ): Promise<SizedPlace[]> {
    return newestFirst(this.matching(connectionId, filter), after, limit)
      .select(['c.id AS "id"', 'c.detectedAt AS "detectedAt"'])
      .addSelect(RECORD_BYTES, 'bytes')
      .getRawMany<SizedPlace>();
  }

  private async breakingPlaces(
    connectionId: string,
    filter: ChangeRecordFilter,
    broken: readonly BreakingChanges[],
  ): Promise<SizedPlace[]> {
    const found: SizedPlace[] = [];
    for (let last: ChangePlace | null = null; ;) {
      const places: readonly SizedPlace[] = await this.places(connectionId, filter, last, CHUNK);
      for (const group of groupsBySize(await this.possible(places, broken), MOST_BYTES)) {
        const isBreakingAt = await this.breakingOf(group, broken);
        found.push(...group.filter(({ id }) => isBreakingAt.has(id)));
      }
      last = places.at(-1) ?? null;
      if (places.length < CHUNK) return found;
    }
  }

  /** Of some records, those that may have a change behind what is broken. */
  private async possible(places: readonly SizedPlace[], broken: readonly BreakingChanges[]): Promise<SizedPlace[]> {
    const recent = places.filter((place) => broken.some(({ since }) => isSince(place, since)));
    const outlines = await this.outlines.tablesOf(recent.map(({ id }) => id));
    return recent.filter(({ id }) => {
      const outline = outlines.get(id);
      return outline === undefined || broken.some(({ tables }) => mayBeAbout(outline, tables));
    });
  }

  /** The ids of those records that have a change behind what is broken. */
  private async breakingOf(
    places: readonly ChangePlace[],
    broken: readonly BreakingChanges[],
  ): Promise<ReadonlySet<string>> {
    const rows = await this.state.manager
      .createQueryBuilder(SchemaChangeRecord, 'c')
      .select(['c.id AS "id"', 'c.detectedAt AS "detectedAt"', 'c.changes AS "changes"'])
      .where('c.id IN (:...ids)', { ids: places.map(({ id }) => id) })
      .getRawMany<KeptChanges>();
    const ids = new Set<string>();
    await inSlices(rows, (record) => {
      if (isBreaking(record, broken)) ids.add(record.id);
    });
    return ids;
  }

  private matching(
    connectionId: string,
    { since, search }: Pick<ChangeRecordFilter, 'since' | 'search'>,
  ): SelectQueryBuilder<SchemaChangeRecord> {
    const query = this.state.manager
      .createQueryBuilder(SchemaChangeRecord, 'c')
      .where('c.connectionId = :connectionId AND c.detectedAt >= :since', { connectionId, since });
    const words = search.trim();
    if (words === '') return query;
    // SQLite knows the small letters of ASCII only: what is typed as it is written is found in any alphabet.
    const holds = new Brackets((any) => {
      any.where(`LOWER(c.summary) LIKE :lower ESCAPE '!'`).orWhere(`c.summary LIKE :asTyped ESCAPE '!'`);
    });
    return query.andWhere(holds).setParameters({ lower: anywhere(words.toLowerCase()), asTyped: anywhere(words) });
  }
}

/** At most `limit` of what a query asks for, newest first and behind a place. */
function newestFirst(
  query: SelectQueryBuilder<SchemaChangeRecord>,
  after: ChangePlace | null,
  limit: number,
): SelectQueryBuilder<SchemaChangeRecord> {
  query.orderBy('c.detectedAt', 'DESC').addOrderBy('c.id', 'DESC').limit(limit);
  if (after === null) return query;
  const { detectedAt: at, id } = after;
  return query.andWhere('(c.detectedAt < :at OR (c.detectedAt = :at AND c.id < :id))', { at, id });
}

function isOlder(place: ChangePlace, { detectedAt, id }: ChangePlace): boolean {
  return place.detectedAt < detectedAt || (place.detectedAt === detectedAt && place.id < id);
}

/** Whether a record has a change that is behind what is broken. */
function isBreaking({ detectedAt, changes }: KeptChanges, broken: readonly BreakingChanges[]): boolean {
  const possible = broken.filter(({ since }) => isSince({ detectedAt }, since));
  if (possible.length === 0) return false;
  return (JSON.parse(changes) as TracedChange[]).some((change) => possible.some(({ has }) => has(change)));
}

function isSince({ detectedAt }: Pick<ChangePlace, 'detectedAt'>, since: string): boolean {
  return Date.parse(detectedAt) >= Date.parse(since);
}

/** An outline names the first tables of a record only. */
function mayBeAbout({ changedTables, removedTables }: OutlinedTables, tables: ReadonlySet<string>): boolean {
  return [changedTables, removedTables].some(
    (names) => names.length >= MAX_TABLES || names.some((name) => tables.has(name)),
  );
}

function anywhere(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}

function cursorOf({ detectedAt, id }: ChangePlace): string {
  return Buffer.from(JSON.stringify([detectedAt, id])).toString('base64url');
}

function placeOf(cursor: string): ChangePlace {
  const [detectedAt, id] = partsOf(cursor);
  if (typeof detectedAt === 'string' && typeof id === 'string') return { detectedAt, id };
  const errors = [{ pointer: '/cursor', detail: 'The cursor is not one of this list.' }];
  throw new Problem('validation-failed', 'The cursor is not one of this list.', { errors });
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
