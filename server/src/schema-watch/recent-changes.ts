import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { SchemaChange } from '#libs/api';
import { selectRows, State } from '../platform/index.js';
import { CheckRecord, SchemaChangeRecord } from './schema-change.entity.js';
import { changeOf } from './schema-watch-views.js';

/** Where a page of changes ended: the last one's time and id. */
export interface ChangePlace {
  readonly detectedAt: string;
  readonly id: string;
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
   * `after`.
   */
  async page(
    isMeant: (connectionId: string) => boolean,
    since: string,
    after: ChangePlace | null,
    limit: number,
  ): Promise<SchemaChange[]> {
    const found: ChangePlace[] = [];
    for (let last = after; found.length < limit;) {
      const rows = await this.places(since, last);
      found.push(...rows.filter(({ connectionId }) => isMeant(connectionId)));
      if (rows.length < CHUNK) break;
      last = rows.at(-1) ?? last;
    }
    const ids = found.slice(0, limit).map(({ id }) => id);
    const order = { detectedAt: 'DESC', id: 'DESC' } as const;
    return (await this.state.manager.find(SchemaChangeRecord, { where: { id: In(ids) }, order })).map(changeOf);
  }

  /** Where changes stand, without what they hold, which may be much. */
  private places(since: string, after: ChangePlace | null): Promise<(ChangePlace & { connectionId: string })[]> {
    const query = this.state.manager
      .createQueryBuilder(SchemaChangeRecord, 'c')
      .select('c.id', 'id')
      .addSelect('c.connectionId', 'connectionId')
      .addSelect('c.detectedAt', 'detectedAt')
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
