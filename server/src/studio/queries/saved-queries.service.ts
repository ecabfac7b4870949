import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThanOrEqual } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type { Actor } from '#libs/access';
import type {
  SavedQuery,
  SavedQueryChange,
  SavedQueryInput,
  SavedQueryVersion,
  SavedQueryVersionList,
} from '#libs/api';
import { OwnerActors } from '../../auth/index.js';
import { ConnectionAccess, ConnectionsQueries } from '../../connections/index.js';
import { Clock, EventBus, Problem, State } from '../../platform/index.js';
import { requireTextLimit } from '../text-limit.js';
import { FormerTexts } from './former-texts.js';
import { KeptQueries } from './kept-queries.js';
import { SavedQueryRecord } from './saved-query.entity.js';
import { SavedQueryVersionRecord } from './saved-query-version.entity.js';
import { savedQueryView } from './saved-query-view.js';

/** A removed query can be brought back for this long. */
const KEEP_REMOVED_MS = 30 * 24 * 60 * 60 * 1000;
/** A query is found by what its text says up to here, in characters. */
const SEARCHED_CHARS = 100_000;

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
    private readonly former: FormerTexts,
    private readonly kept: KeptQueries,
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
    return { items: await this.former.list(id), next_cursor: null };
  }

  /** Shows one former text whole; throws `query-not-found`, `forbidden` and `version-not-found`. */
  async version(actor: Actor, id: string, version: number): Promise<SavedQueryVersion> {
    await this.findOwn(actor, this.state.manager, id);
    const record = await this.state.manager.findOneBy(SavedQueryVersionRecord, { queryId: id, version });
    if (record === null) throw new Problem('version-not-found');
    return { version, sql: record.sql, sql_truncated: false, replaced_at: record.replacedAt };
  }

  /** Saves a text under a new name; throws `connection-not-found`, `name-taken`, `too-large` and `person-limit`. */
  async create(actor: Actor, input: SavedQueryInput): Promise<SavedQuery> {
    this.connections.get(actor, input.connection_id);
    requireTextLimit(input.sql);
    return this.state.transactionFor(actor, async (manager) => {
      await this.access.requireInTransaction(actor, input.connection_id, 'query');
      await refuseTakenName(manager, actor.userId, input, null);
      await this.kept.requireRoom(manager, actor.userId, { count: 1, bytes: bytesOf(input) });
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
   * Changes a query and keeps the text it had; throws `query-not-found`, `forbidden`, `name-taken`, `too-large`, `person-limit`, and
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
      await this.kept.requireRoom(manager, actor.userId, { count: 0, bytes: bytesOf(input) - bytesOf(record) });
      if (record.sql !== input.sql) await this.former.keep(manager, record, now);
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
      await this.kept.forgetRemovedBeyond(manager, ownerId);
      this.bus.publish('studio.query_removed', {
        query_id: id,
        owner_id: ownerId,
        connection_id: connectionId,
        name,
      });
      this.publishShared([record]);
    });
  }

  /** Brings a removed query back with its versions; throws `query-not-found`, `name-taken` and `person-limit`. */
  async restore(actor: Actor, id: string): Promise<SavedQuery> {
    return this.state.transactionFor(actor, async (manager) => {
      const removed = await manager.findOneBy(SavedQueryRecord, {
        id,
        ownerId: actor.userId,
        removedAt: MoreThanOrEqual(this.keptSince()),
      });
      if (removed === null || !this.access.maySee(actor, removed.connectionId))
        return this.viewOf(actor, await this.find(actor, manager, id));
      const { connectionId: connection_id, name } = removed;
      await this.access.requireInTransaction(actor, connection_id, 'query');
      await refuseTakenName(manager, actor.userId, { connection_id, name }, id);
      await this.kept.requireRoom(manager, actor.userId, { count: 1, bytes: bytesOf(removed) });
      await manager.update(SavedQueryRecord, { id }, { removedAt: null });
      return this.published(actor, await this.find(actor, manager, id), []);
    });
  }

  private viewOf(actor: Actor, record: SavedQueryRecord): SavedQuery {
    return savedQueryView(actor, record, this.owners.nameOf(record.ownerId));
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

function valuesOf({ name, connection_id: connectionId, sql, description = '' }: SavedQueryInput) {
  const searchText = `${name}\n${description}\n${sql.slice(0, SEARCHED_CHARS)}`.toLowerCase();
  return { name, nameKey: name.toLowerCase(), connectionId, sql, description, searchText };
}

function bytesOf({ sql }: { readonly sql: string }): number {
  return Buffer.byteLength(sql);
}

function versionConflictText({ name, version }: SavedQueryRecord, changed: number): string {
  return `${name} is at version ${version}; version ${changed} was changed.`;
}
