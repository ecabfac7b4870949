import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Actor } from '#libs/access';
import type { SchemaChangeList, SchemaWatchStatus, SnapshotList, WatchedConnectionList } from '#libs/api';
import type { Table, TableName } from '#libs/catalog';
import { groupsBySize } from '#libs/lists';
import { ConnectionsQueries } from '../connections/index.js';
import { BreakingSources } from '../impact/index.js';
import { Clock, State } from '../platform/index.js';
import { CatalogSource } from './catalog-source.js';
import { ChangedTables } from './change-outline.js';
import { ChangeOutlines } from './change-outlines.js';
import type { OutlineLine } from './change-outlines.js';
import { ChangePages } from './change-pages.js';
import { watchedConnection } from './watched-connection.js';
import { CheckRecord } from './schema-change.entity.js';
import { changeOf, snapshotInfoOf } from './schema-watch-views.js';
import { SnapshotStore } from './snapshot-store.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** What is called lately. */
const RECENT_DAYS = 7;
/** Names of changed tables that are read at a time. */
const NAME_BYTES_AT_A_TIME = 1024 * 1024;

/** Which changes are asked for. */
export interface ChangeListFilter {
  readonly days: number;
  readonly limit: number;
  /** What their sentences have to hold. */
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
  /** Only those that are behind what is broken now. */
  readonly breaking?: boolean | undefined;
}

/** What pages and other modules ask about snapshots and changes. */
@Injectable()
export class SchemaWatchQueries {
  constructor(
    private readonly source: CatalogSource,
    private readonly store: SnapshotStore,
    private readonly pages: ChangePages,
    private readonly outlines: ChangeOutlines,
    private readonly state: State,
    private readonly clock: Clock,
    private readonly connections: ConnectionsQueries,
    private readonly breaking: BreakingSources,
  ) {}

  /** What moved lately in each connection that was ever checked and that `actor` may see, in the order of the connections. */
  async watched(actor: Actor): Promise<WatchedConnectionList> {
    const all = this.connections.list(actor).items;
    const ids = all.flatMap(({ id, capabilities }) => (capabilities.catalog ? [id] : []));
    const since = new Date(this.clock.now() - RECENT_DAYS * DAY_MS).toISOString();
    const checks = await this.state.manager.findBy(CheckRecord, { connectionId: In(ids) });
    const lines = new Map<string, OutlineLine[]>(checks.map(({ connectionId }) => [connectionId, []]));
    for (const line of await this.outlines.since(ids, since)) lines.get(line.connectionId)?.push(line);
    const tables = await this.changedTables([...lines.values()].flat());
    const checkOf = new Map(checks.map((check) => [check.connectionId, check]));
    const items = ids.flatMap((id) => {
      const check = checkOf.get(id);
      return check === undefined ? [] : [watchedConnection(check, lines.get(id) ?? [], tables.get(id)?.names ?? [])];
    });
    return { days: RECENT_DAYS, items, next_cursor: null };
  }

  /** The last snapshot and the last try. Throws `connection-not-found`, `not-relational`. */
  async status(actor: Actor, connectionId: string): Promise<SchemaWatchStatus> {
    this.source.relational(actor, connectionId);
    const snapshots = await this.store.list(connectionId);
    const check = await this.lastCheck(connectionId);
    return {
      connection_id: connectionId,
      snapshot: snapshots[0] === undefined ? null : snapshotInfoOf(snapshots[0]),
      snapshots_kept: snapshots.length,
      checked_at: check?.checkedAt ?? null,
      last_error: check?.lastError ?? null,
    };
  }

  /**
   * What moved in the last `days` days, newest first, at most `limit` records behind `cursor`. Throws
   * `connection-not-found`, `not-relational`, `validation-failed` for a cursor that was made up.
   */
  async changes(actor: Actor, connectionId: string, filter: ChangeListFilter): Promise<SchemaChangeList> {
    this.source.relational(actor, connectionId);
    const { days, search = '', limit, cursor = null } = filter;
    const since = new Date(this.clock.now() - days * DAY_MS).toISOString();
    const asked = { since, search, limit, cursor };
    const { records, total, nextCursor } =
      filter.breaking === true
        ? await this.pages.breakingPage(connectionId, asked, await this.breaking.find(connectionId))
        : await this.pages.page(connectionId, asked);
    return { connection_id: connectionId, days, total, changes: records.map(changeOf), next_cursor: nextCursor };
  }

  /** The snapshots that are kept, newest first. Throws `connection-not-found`, `not-relational`. */
  async snapshots(actor: Actor, connectionId: string): Promise<SnapshotList> {
    this.source.relational(actor, connectionId);
    const records = await this.store.list(connectionId);
    const oldest = records.at(-1);
    const counts = oldest === undefined ? null : await this.countsSince(connectionId, oldest.takenAt);
    const items = records.map((record) => ({ ...snapshotInfoOf(record), change_count: counts?.get(record.id) ?? 0 }));
    return { items, next_cursor: null };
  }

  /** How many changes the snapshots taken since a time (ISO 8601) brought each; those that brought none are left out. */
  private async countsSince(connectionId: string, since: string): Promise<Map<string, number>> {
    const lines = await this.outlines.since([connectionId], since);
    return new Map(lines.map(({ toSnapshotId, changeCount }) => [toSnapshotId, changeCount]));
  }

  /** The tables of records, newest first in each connection; read until a connection has as many as are shown. */
  private async changedTables(lines: readonly OutlineLine[]): Promise<Map<string, ChangedTables>> {
    const found = new Map<string, ChangedTables>(lines.map(({ connectionId }) => [connectionId, new ChangedTables()]));
    for (const group of groupsBySize(lines, NAME_BYTES_AT_A_TIME)) {
      const wanted = group.filter(({ connectionId }) => found.get(connectionId)?.isFull === false);
      const tables = await this.outlines.tablesOf(wanted.map(({ id }) => id));
      for (const { id, connectionId } of wanted) {
        const own = tables.get(id);
        if (own !== undefined) found.get(connectionId)?.add(own);
      }
    }
    return found;
  }

  /** When a connection's catalog was last read or tried to be; null before the first time. */
  async lastCheck(connectionId: string): Promise<{ checkedAt: string; lastError: string | null } | null> {
    return this.state.manager.findOneBy(CheckRecord, { connectionId });
  }

  /** Those of the wanted tables that a snapshot has; null when the snapshot is no longer kept. */
  async tablesOf(snapshotId: string, wanted: readonly TableName[]): Promise<Table[] | null> {
    const snapshot = await this.store.find(snapshotId);
    return snapshot === null ? null : this.store.tablesOf(snapshot, wanted);
  }
}
