import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThanOrEqual } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type { Actor } from '#libs/access';
import type {
  SavedQuery,
  SavedQueryChange,
  SavedQueryInput,
  SavedQueryList,
  SavedQueryVersion,
  SavedQueryVersionList,
} from '#libs/api';
import { OwnerActors } from '../../auth/index.js';
import { ConnectionAccess, ConnectionsQueries, restrictToVisible } from '../../connections/index.js';
import { Clock, EventBus, Problem, State, likePattern } from '../../platform/index.js';
import { requireTextLimit } from '../text-limit.js';
import { cursorOf, placeOf } from './saved-query-cursor.js';
import { SavedQueryRecord } from './saved-query.entity.js';
import { SavedQueryVersionRecord } from './saved-query-version.entity.js';

/** A removed query can be brought back for this long. */
const KEEP_REMOVED_MS = 30 * 24 * 60 * 60 * 1000;
/** Former texts of one query. */
const KEEP_VERSIONS = 100;
/** How many are read at once where all are. */
const PAGE = 500;
/** What a list shows of a former text, in characters. */
const EXCERPT_CHARS = 2_000;

/** Which saved queries are asked for. */
export interface SavedQueryFilter {
  readonly search?: string | undefined;
  readonly connection_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Keeps named queries, each with the texts it once had. */
@Injectable()
export class SavedQueriesService {
  constructor(
    private readonly state: State,
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly owners: OwnerActors,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Forgets what was removed long ago. */
  async forgetRemoved(): Promise<void> {
    const removedAt = LessThan(this.keptSince());
    await this.state.transaction((manager) => manager.delete(SavedQueryRecord, { removedAt }));
  }

  /** What was removed before it cannot be brought back. */
  private keptSince(): string {
    return new Date(this.clock.now() - KEEP_REMOVED_MS).toISOString();
  }

  /** Lists what `actor` saved and what others share, by name; `search` finds text in the name, the description and the SQL. */
  async list(
    actor: Actor,
    { search, connection_id: connectionId, limit, cursor }: SavedQueryFilter,
  ): Promise<SavedQueryList> {
    const query = this.state.manager.createQueryBuilder(SavedQueryRecord, 'query').where('query.removedAt IS NULL');
    query.andWhere('(query.ownerId = :ownerId OR query.shared = :isShared)', { ownerId: actor.userId, isShared: true });
    restrictToVisible(query, 'query.connectionId', this.access.visibleTo(actor));
    if (search) query.andWhere("query.searchText LIKE :like ESCAPE '\\'", { like: likePattern(search.toLowerCase()) });
    if (connectionId !== undefined) query.andWhere('query.connectionId = :connectionId', { connectionId });
    if (cursor !== undefined) query.andWhere('(query.nameKey, query.id) > (:nameKey, :id)', { ...placeOf(cursor) });
    const records = await query
      .orderBy('query.nameKey')
      .addOrderBy('query.id')
      .take(limit + 1)
      .getMany();
    const page = records.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map((record) => this.viewOf(actor, record)),
      next_cursor: records.length > limit && last ? cursorOf(last) : null,
    };
  }

  /** All that `list` has, page by page. */
  async all(actor: Actor): Promise<SavedQuery[]> {
    const found: SavedQuery[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.list(actor, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
      found.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  }

  /** Shows one query; throws `query-not-found`. */
  async get(actor: Actor, id: string): Promise<SavedQuery> {
    return this.viewOf(actor, await this.find(actor, this.state.manager, id));
  }

  /** The text of a query of one person, whatever they may see now; null where there is none. */
  async ownText(ownerId: string, id: string): Promise<string | null> {
    const record = await this.state.manager.findOneBy(SavedQueryRecord, { id, ownerId, removedAt: IsNull() });
    return record?.sql ?? null;
  }

  /**
   * Lists the texts that a query had before, newest first, long ones cut, for its owner alone: it may have been of another
   * connection. Throws `query-not-found` and `forbidden`.
   */
  async versions(actor: Actor, id: string): Promise<SavedQueryVersionList> {
    await this.findOwn(actor, this.state.manager, id);
    const records = await this.state.manager.find(SavedQueryVersionRecord, {
      where: { queryId: id },
      order: { version: 'DESC' },
    });
    return { items: records.map((record) => versionOf(record, EXCERPT_CHARS)), next_cursor: null };
  }

  /** Shows one former text whole; throws `query-not-found`, `forbidden` and `version-not-found`. */
  async version(actor: Actor, id: string, version: number): Promise<SavedQueryVersion> {
    await this.findOwn(actor, this.state.manager, id);
    const record = await this.state.manager.findOneBy(SavedQueryVersionRecord, { queryId: id, version });
    if (record === null) throw new Problem('version-not-found');
    return versionOf(record, Number.POSITIVE_INFINITY);
  }

  /** Saves a text under a new name; throws `connection-not-found`, `name-taken` and `too-large`. */
  async create(actor: Actor, input: SavedQueryInput): Promise<SavedQuery> {
    this.connections.get(actor, input.connection_id);
    requireTextLimit(input.sql);
    return this.state.transactionFor(actor, async (manager) => {
      await this.access.requireInTransaction(actor, input.connection_id, 'query');
      await refuseTakenName(manager, actor.userId, input, null);
      const now = this.clock.isoNow();
      const id = randomUUID();
      const { shared = false, folder = '' } = input;
      const ownerId = actor.userId;
      const values = { ...valuesOf(input), shared, folder, id, ownerId, version: 1, createdAt: now, updatedAt: now };
      await manager.insert(SavedQueryRecord, values);
      return this.published(actor, await this.find(actor, manager, id), []);
    });
  }

  /**
   * Changes a query and keeps the text it had; throws `query-not-found`, `forbidden`, `name-taken`, `too-large`, and
   * `changed-meanwhile` when another version is in force than the one that was changed.
   */
  async change(actor: Actor, id: string, input: SavedQueryChange): Promise<SavedQuery> {
    requireTextLimit(input.sql);
    return this.state.transactionFor(actor, async (manager) => {
      const record = await this.findOwn(actor, manager, id);
      if (record.version !== input.version)
        throw new Problem('changed-meanwhile', versionConflictText(record, input.version));
      if (record.connectionId !== input.connection_id) this.connections.get(actor, input.connection_id);
      await this.access.requireInTransaction(actor, input.connection_id, 'query');
      await refuseTakenName(manager, actor.userId, input, id);
      const now = this.clock.isoNow();
      if (record.sql !== input.sql) await keepFormerText(manager, record, now);
      await manager.update(
        SavedQueryRecord,
        { id },
        {
          ...valuesOf(input),
          ...{ shared: input.shared ?? record.shared, folder: input.folder ?? record.folder },
          ...{ version: record.version + 1, updatedAt: now },
        },
      );
      return this.published(actor, await this.find(actor, manager, id), [record]);
    });
  }

  /** Takes a query out of the list; throws `query-not-found` and `forbidden`. */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.state.transactionFor(actor, async (manager) => {
      const record = await this.findOwn(actor, manager, id);
      const { name, ownerId, connectionId } = record;
      await manager.update(SavedQueryRecord, { id }, { removedAt: this.clock.isoNow() });
      this.bus.publish('studio.query_removed', {
        query_id: id,
        owner_id: ownerId,
        connection_id: connectionId,
        name,
      });
      this.publishShared([record]);
    });
  }

  /** Brings a removed query back with its versions; throws `query-not-found` and `name-taken`. */
  async restore(actor: Actor, id: string): Promise<SavedQuery> {
    return this.state.transactionFor(actor, async (manager) => {
      const removed = await manager.findOneBy(SavedQueryRecord, {
        id,
        ownerId: actor.userId,
        removedAt: MoreThanOrEqual(this.keptSince()),
      });
      if (removed === null) return this.viewOf(actor, await this.find(actor, manager, id));
      const { connectionId: connection_id, name } = removed;
      await this.access.requireInTransaction(actor, connection_id, 'query');
      await refuseTakenName(manager, actor.userId, { connection_id, name }, id);
      await manager.update(SavedQueryRecord, { id }, { removedAt: null });
      return this.published(actor, await this.find(actor, manager, id), []);
    });
  }

  private viewOf(actor: Actor, record: SavedQueryRecord): SavedQuery {
    return {
      id: record.id,
      name: record.name,
      connection_id: record.connectionId,
      sql: record.sql,
      description: record.description,
      folder: record.folder,
      shared: record.shared,
      is_own: record.ownerId === actor.userId,
      owner_name: this.owners.nameOf(record.ownerId),
      version: record.version,
      created_at: record.createdAt,
      updated_at: record.updatedAt,
    };
  }

  private async find(actor: Actor, manager: EntityManager, id: string): Promise<SavedQueryRecord> {
    const record = await manager.findOneBy(SavedQueryRecord, { id, removedAt: IsNull() });
    const isVisible = record?.ownerId === actor.userId || record?.shared === true;
    if (record === null || !isVisible || !this.access.maySee(actor, record.connectionId)) {
      throw new Problem('query-not-found');
    }
    return record;
  }

  /** Others see a shared query; its owner alone changes it and sees its former texts. */
  private async findOwn(actor: Actor, manager: EntityManager, id: string): Promise<SavedQueryRecord> {
    const record = await this.find(actor, manager, id);
    if (record.ownerId !== actor.userId)
      throw new Problem('forbidden', 'Only its owner can change a shared query or see its versions.');
    return record;
  }

  /** `former` is the query as it was before a change. */
  private published(actor: Actor, record: SavedQueryRecord, former: readonly SavedQueryRecord[]): SavedQuery {
    const { id, ownerId, connectionId, name, version } = record;
    this.bus.publish('studio.query_saved', {
      query_id: id,
      owner_id: ownerId,
      connection_id: connectionId,
      name,
      version,
    });
    this.publishShared([...former, record]);
    return this.viewOf(actor, record);
  }

  /** For the lists of others, without a word of which query it is: one that is not shared any more is private. */
  private publishShared(records: readonly SavedQueryRecord[]): void {
    const shared = records.filter((record) => record.shared).map(({ connectionId }) => connectionId);
    for (const connectionId of new Set(shared))
      this.bus.publish('studio.shared_queries_changed', { connection_id: connectionId });
  }
}

async function refuseTakenName(
  manager: EntityManager,
  ownerId: string,
  { connection_id: connectionId, name }: Pick<SavedQueryInput, 'connection_id' | 'name'>,
  ownId: string | null,
): Promise<void> {
  const taken = await manager.findOneBy(SavedQueryRecord, { ownerId, connectionId, name, removedAt: IsNull() });
  if (taken === null || taken.id === ownId) return;
  const errors = [{ pointer: '/name', detail: 'name must be one that no other query of this connection has' }];
  throw new Problem('name-taken', `This connection already has a query named ${name}.`, { errors });
}

async function keepFormerText(manager: EntityManager, record: SavedQueryRecord, now: string): Promise<void> {
  const { id: queryId, version, sql } = record;
  await manager.insert(SavedQueryVersionRecord, { queryId, version, sql, replacedAt: now });
  const kept = await manager.find(SavedQueryVersionRecord, {
    where: { queryId },
    order: { version: 'DESC' },
    select: { queryId: true, version: true },
    skip: KEEP_VERSIONS,
    take: KEEP_VERSIONS,
  });
  for (const old of kept) await manager.delete(SavedQueryVersionRecord, { queryId, version: old.version });
}

function valuesOf({ name, connection_id: connectionId, sql, description = '' }: SavedQueryInput) {
  const searchText = `${name}\n${description}\n${sql}`.toLowerCase();
  return { name, nameKey: name.toLowerCase(), connectionId, sql, description, searchText };
}

function versionOf({ version, sql, replacedAt }: SavedQueryVersionRecord, chars: number): SavedQueryVersion {
  return { version, sql: sql.slice(0, chars), sql_truncated: sql.length > chars, replaced_at: replacedAt };
}

function versionConflictText({ name, version }: SavedQueryRecord, changed: number): string {
  return `${name} is at version ${version}; version ${changed} was changed.`;
}
