import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { IsNull, LessThan, Not } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type { SavedQuery, SavedQueryChange, SavedQueryInput, SavedQueryList, SavedQueryVersionList } from '#libs/api';
import { ConnectionsQueries } from '../../connections/index.js';
import { Clock, EventBus, Problem, State } from '../../platform/index.js';
import { refuseTooLarge } from '../kept-text.js';
import { cursorOf, placeOf } from './saved-query-cursor.js';
import { SavedQueryRecord } from './saved-query.entity.js';
import { SavedQueryVersionRecord } from './saved-query-version.entity.js';

/** A removed query can be brought back for this long. */
const KEEP_REMOVED_MS = 30 * 24 * 60 * 60 * 1000;
/** Former texts of one query. */
const KEEP_VERSIONS = 100;

/** Which saved queries are asked for. */
export interface SavedQueriesQuestion {
  readonly search?: string | undefined;
  readonly connection_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Keeps named queries, each with the texts it once had. */
@Injectable()
export class SavedQueriesService implements OnApplicationBootstrap {
  constructor(
    private readonly state: State,
    private readonly connections: ConnectionsQueries,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Forgets what was removed long ago. */
  async onApplicationBootstrap(): Promise<void> {
    const before = new Date(this.clock.now() - KEEP_REMOVED_MS).toISOString();
    await this.state.transaction((manager) => manager.delete(SavedQueryRecord, { removedAt: LessThan(before) }));
  }

  /** Lists by name; `search` finds text in the name, the description and the SQL. */
  async list({ search, connection_id: connectionId, limit, cursor }: SavedQueriesQuestion): Promise<SavedQueryList> {
    const query = this.state.manager.createQueryBuilder(SavedQueryRecord, 'query').where('query.removedAt IS NULL');
    if (search) query.andWhere("query.searchText LIKE :like ESCAPE '\\'", { like: `%${likeText(search)}%` });
    if (connectionId !== undefined) query.andWhere('query.connectionId = :connectionId', { connectionId });
    if (cursor !== undefined) query.andWhere('(query.nameKey, query.id) > (:nameKey, :id)', { ...placeOf(cursor) });
    const records = await query
      .orderBy('query.nameKey')
      .addOrderBy('query.id')
      .take(limit + 1)
      .getMany();
    const page = records.slice(0, limit);
    const last = page.at(-1);
    return { items: page.map(viewOf), next_cursor: records.length > limit && last ? cursorOf(last) : null };
  }

  /** Shows one query; throws `query-not-found`. */
  async get(id: string): Promise<SavedQuery> {
    return viewOf(await find(this.state.manager, id));
  }

  /** Lists the texts that a query had before, newest first; throws `query-not-found`. */
  async versions(id: string): Promise<SavedQueryVersionList> {
    await find(this.state.manager, id);
    const records = await this.state.manager.find(SavedQueryVersionRecord, {
      where: { queryId: id },
      order: { version: 'DESC' },
    });
    const items = records.map(({ version, sql, replacedAt }) => ({ version, sql, replaced_at: replacedAt }));
    return { items, next_cursor: null };
  }

  /** Saves a text under a new name; throws `connection-not-found`, `name-taken` and `too-large`. */
  async create(input: SavedQueryInput): Promise<SavedQuery> {
    this.connections.get(input.connection_id);
    refuseTooLarge(input.sql);
    return this.state.transaction(async (manager) => {
      await refuseTakenName(manager, input.connection_id, input.name, null);
      const now = this.clock.isoNow();
      const id = randomUUID();
      await manager.insert(SavedQueryRecord, { ...valuesOf(input), id, version: 1, createdAt: now, updatedAt: now });
      return this.told(await find(manager, id));
    });
  }

  /**
   * Changes a query and keeps the text it had; throws `query-not-found`, `name-taken`, `too-large`, and
   * `changed-meanwhile` when another version is in force than the one that was changed.
   */
  async change(id: string, input: SavedQueryChange): Promise<SavedQuery> {
    refuseTooLarge(input.sql);
    return this.state.transaction(async (manager) => {
      const record = await find(manager, id);
      if (record.version !== input.version) throw new Problem('changed-meanwhile', tellVersions(record, input.version));
      if (record.connectionId !== input.connection_id) this.connections.get(input.connection_id);
      await refuseTakenName(manager, input.connection_id, input.name, id);
      const now = this.clock.isoNow();
      if (record.sql !== input.sql) await keepFormerText(manager, record, now);
      await manager.update(
        SavedQueryRecord,
        { id },
        { ...valuesOf(input), version: record.version + 1, updatedAt: now },
      );
      return this.told(await find(manager, id));
    });
  }

  /** Takes a query out of the list; throws `query-not-found`. */
  async remove(id: string): Promise<void> {
    await this.state.transaction(async (manager) => {
      const { name, connectionId } = await find(manager, id);
      await manager.update(SavedQueryRecord, { id }, { removedAt: this.clock.isoNow() });
      this.bus.publish('studio.query_removed', { query_id: id, connection_id: connectionId, name });
    });
  }

  /** Brings a removed query back with its versions; throws `query-not-found` and `name-taken`. */
  async restore(id: string): Promise<SavedQuery> {
    return this.state.transaction(async (manager) => {
      const removed = await manager.findOneBy(SavedQueryRecord, { id, removedAt: Not(IsNull()) });
      if (removed === null) return viewOf(await find(manager, id));
      await refuseTakenName(manager, removed.connectionId, removed.name, id);
      await manager.update(SavedQueryRecord, { id }, { removedAt: null });
      return this.told(await find(manager, id));
    });
  }

  private told(record: SavedQueryRecord): SavedQuery {
    const { id, connectionId, name, version } = record;
    this.bus.publish('studio.query_saved', { query_id: id, connection_id: connectionId, name, version });
    return viewOf(record);
  }
}

async function find(manager: EntityManager, id: string): Promise<SavedQueryRecord> {
  const record = await manager.findOneBy(SavedQueryRecord, { id, removedAt: IsNull() });
  if (record === null) throw new Problem('query-not-found');
  return record;
}

async function refuseTakenName(manager: EntityManager, connectionId: string, name: string, ownId: string | null) {
  const taken = await manager.findOneBy(SavedQueryRecord, { connectionId, name, removedAt: IsNull() });
  if (taken === null || taken.id === ownId) return;
  const errors = [{ pointer: '/name', detail: 'name must be one that no other query of this connection has' }];
  throw new Problem('name-taken', `This connection has a query named ${name} already.`, { errors });
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

function viewOf(record: SavedQueryRecord): SavedQuery {
  return {
    id: record.id,
    name: record.name,
    connection_id: record.connectionId,
    sql: record.sql,
    description: record.description,
    version: record.version,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}

function tellVersions({ name, version }: SavedQueryRecord, changed: number): string {
  return `${name} is at version ${version}; version ${changed} was changed.`;
}

function likeText(search: string): string {
  return search.toLowerCase().replace(/[\\%_]/g, '\\$&');
}
