import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { SelectQueryBuilder } from 'typeorm';
import type { Actor } from '#libs/access';
import type { SavedQuery, SavedQueryList } from '#libs/api';
import { fittingCount } from '#libs/fair-share';
import { OwnerActors } from '../../auth/index.js';
import { ConnectionAccess, restrictToVisible } from '../../connections/index.js';
import { State, likePattern } from '../../platform/index.js';
import { PAGE_BYTES } from '../text-limit.js';
import { cursorOf, placeOf } from './saved-query-cursor.js';
import type { SavedQueryPlace } from './saved-query-cursor.js';
import { SavedQueryRecord } from './saved-query.entity.js';
import { savedQueryView } from './saved-query-view.js';

/** Which saved queries are asked for. */
export interface SavedQueryFilter {
  readonly search?: string | undefined;
  readonly connection_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A saved query without its text. */
export type NamedQuery = Pick<SavedQuery, 'id' | 'name' | 'connection_id' | 'version' | 'is_own'>;

/** A query's place in the list and the size of its text. */
interface SizedPlace extends SavedQueryPlace {
  readonly bytes: number;
}

/** Lists named queries. */
@Injectable()
export class SavedQueryListService {
  constructor(
    private readonly state: State,
    private readonly access: ConnectionAccess,
    private readonly owners: OwnerActors,
  ) {}

  /**
   * What `actor` saved and what others share, by name; `search` finds text in the name, the description and the SQL. A
   * page ends early where its texts are long.
   */
  async list(actor: Actor, filter: SavedQueryFilter): Promise<SavedQueryList> {
    const places = await this.places(actor, filter);
    const sizes = places.map(({ bytes }) => bytes);
    const page = places.slice(0, fittingCount(sizes, { count: filter.limit, bytes: PAGE_BYTES }));
    const last = page.at(-1);
    return {
      items: await this.read(
        actor,
        page.map(({ id }) => id),
      ),
      next_cursor: places.length > page.length && last ? cursorOf(last) : null,
    };
  }

  /** All that `list` has, of one connection where it is named, without the texts. */
  async names(actor: Actor, connectionId?: string): Promise<NamedQuery[]> {
    const query = this.visible(actor, { connection_id: connectionId });
    query.select(['query.id', 'query.ownerId', 'query.name', 'query.connectionId', 'query.version']);
    const records = await query.orderBy('query.nameKey').addOrderBy('query.id').getMany();
    return records.map(({ id, ownerId, name, connectionId: connection_id, version }) => ({
      ...{ id, name, connection_id, version },
      is_own: ownerId === actor.userId,
    }));
  }

  private places(actor: Actor, filter: SavedQueryFilter): Promise<SizedPlace[]> {
    const { search, limit, cursor } = filter;
    const query = this.visible(actor, filter);
    if (search) query.andWhere("query.searchText LIKE :like ESCAPE '\\'", { like: likePattern(search.toLowerCase()) });
    if (cursor !== undefined) query.andWhere('(query.nameKey, query.id) > (:nameKey, :id)', { ...placeOf(cursor) });
    return query
      .select('query.id', 'id')
      .addSelect('query.nameKey', 'nameKey')
      .addSelect('OCTET_LENGTH(query.sql)', 'bytes')
      .orderBy('query.nameKey')
      .addOrderBy('query.id')
      .limit(limit + 1)
      .getRawMany<SizedPlace>();
  }

  private visible(
    actor: Actor,
    { connection_id: connectionId }: Pick<SavedQueryFilter, 'connection_id'>,
  ): SelectQueryBuilder<SavedQueryRecord> {
    const query = this.state.manager.createQueryBuilder(SavedQueryRecord, 'query').where('query.removedAt IS NULL');
    query.andWhere('(query.ownerId = :ownerId OR query.shared = :isShared)', { ownerId: actor.userId, isShared: true });
    restrictToVisible(query, 'query.connectionId', this.access.visibleTo(actor));
    if (connectionId !== undefined) query.andWhere('query.connectionId = :connectionId', { connectionId });
    return query;
  }

  /** Those that are still there and visible, in the order of `ids`. */
  private async read(actor: Actor, ids: readonly string[]): Promise<SavedQuery[]> {
    const records = await this.state.manager.findBy(SavedQueryRecord, { id: In([...ids]), removedAt: IsNull() });
    const byId = new Map(records.map((record) => [record.id, record]));
    return ids.flatMap((id) => {
      const record = byId.get(id);
      const isVisible = record?.ownerId === actor.userId || record?.shared === true;
      if (record === undefined || !isVisible || !this.access.maySee(actor, record.connectionId)) return [];
      return [savedQueryView(actor, record, this.owners.nameOf(record.ownerId))];
    });
  }
}
