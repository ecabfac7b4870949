import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type { SchemaChange } from '#libs/api';
import { firstBySize } from '#libs/lists';
import type { Sized } from '#libs/lists';
import { selectRows, State } from '../platform/index.js';
import { CheckRecord, SchemaChangeRecord } from './schema-change.entity.js';
import { changeOf } from './schema-watch-views.js';

/** Where a page of changes ended: the last one's time and id. */
export interface ChangePlace {
  readonly detectedAt: string;
  readonly id: string;
}

/** A place with the size of its record. */
export interface SizedPlace extends ChangePlace, Sized {}

/** Of the records of one answer: a few large ones would fill the memory. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** The size of a record `c` without reading it: both databases know the length of a text. */
export const RECORD_BYTES = 'OCTET_LENGTH(c.changes) + OCTET_LENGTH(c.summary) + OCTET_LENGTH(c.recreated)';

/** The records at some places, newest first. */
export function recordsAt(manager: EntityManager, places: readonly ChangePlace[]): Promise<SchemaChangeRecord[]> {
  const order = { detectedAt: 'DESC', id: 'DESC' } as const;
  return manager.find(SchemaChangeRecord, { where: { id: In(places.map(({ id }) => id)) }, order });
}

const CHECK_COLUMNS = { connectionId: 'connection_id', checkedAt: 'checked_at', lastError: 'last_error' };

/** Places that are read at a time. */
const CHUNK = 200;

/** What changed on several connections at once. */
@Injectable()
export class RecentChanges {
  constructor(private readonly state: State) {}

  /**
   * At most `limit` changes of connections that `isMeant` takes, newest first, not older than `since` (ISO 8601) and behind
   * `after`; fewer where they are large, never less than one.
   */
  async page(
    isMeant: (connectionId: string) => boolean,
    since: string,
    after: ChangePlace | null,
    limit: number,
  ): Promise<{ changes: SchemaChange[]; hasMore: boolean }> {
    const found: SizedPlace[] = [];
    for (let last = after; found.length <= limit;) {
      const rows = await this.places(since, last);
      found.push(...rows.filter(({ connectionId }) => isMeant(connectionId)));
      if (rows.length < CHUNK) break;
      last = rows.at(-1) ?? last;
    }
    const taken = firstBySize(found.slice(0, limit), MOST_BYTES);
    const changes = (await recordsAt(this.state.manager, taken)).map(changeOf);
    return { changes, hasMore: found.length > taken.length };
  }

  /** Where changes stand, without what they hold, which may be much. */
  private places(since: string, after: ChangePlace | null): Promise<(SizedPlace & { connectionId: string })[]> {
    const query = this.state.manager
      .createQueryBuilder(SchemaChangeRecord, 'c')
      .select('c.id', 'id')
      .addSelect('c.connectionId', 'connectionId')
      .addSelect('c.detectedAt', 'detectedAt')
      .addSelect(RECORD_BYTES, 'bytes')
      .where('c.detectedAt >= :since', { since })
      .orderBy('c.detectedAt', 'DESC')
      .addOrderBy('c.id', 'DESC')
      .limit(CHUNK);
    if (after !== null) {
      const { detectedAt, id } = after;
      query.andWhere('(c.detectedAt < :detectedAt OR (c.detectedAt = :detectedAt AND c.id < :id))', { detectedAt, id });
    }
    return query.getRawMany();
  }

  /** When catalogs were last read or tried to be, by connection. */
  async checksOf(connectionIds: readonly string[]): Promise<Map<string, CheckRecord>> {
    const rows = await selectRows<CheckRecord>(this.state.manager, 'schema_watch_check', CHECK_COLUMNS, {
      key: 'connection_id',
      values: connectionIds,
    });
    return new Map(rows.map((row) => [row.connectionId, row]));
  }
}
