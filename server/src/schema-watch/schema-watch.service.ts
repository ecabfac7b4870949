import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '#libs/access';
import type { Connection, SchemaWatchRun } from '#libs/api';
import { KeyedMutex } from '#libs/async';
import { changeMessage } from '#libs/catalog';
import type { Catalog, Dependent } from '#libs/catalog';
import { viewImpact } from '#libs/impact';
import type { CatalogReading, TablesUse } from '../connections/index.js';
import { Clock, EventBus, Problem, State } from '../platform/index.js';
import { catalogOf } from './catalog-of.js';
import { CatalogSource } from './catalog-source.js';
import { DependentsStore } from './dependents-store.js';
import { outlineOf } from './change-outline.js';
import { ChangeOutlineRecord, CheckRecord, SchemaChangeRecord } from './schema-change.entity.js';
import { changeOf, snapshotInfoOf } from './schema-watch-views.js';
import { compareContents, contentOf, packed } from './snapshot-content.js';
import type { KeptCatalog, SnapshotContent } from './snapshot-content.js';
import type { Snapshot } from './snapshot.entity.js';
import { SnapshotStore } from './snapshot-store.js';
import { WatchedTables } from './watched-tables.js';

/** A catalog that was read and is not kept yet. */
interface Taken {
  readonly record: Snapshot;
  /** The newest snapshot when it was taken; null where there was none. */
  readonly beforeId: string | null;
  /** Null where the content is kept already. */
  readonly content: { readonly catalog: KeptCatalog; readonly lines: Buffer } | null;
  /** Null where they are known already. */
  readonly dependents: readonly Dependent[] | null;
}

/** Readings of one check while other processes keep theirs. */
const MOST_TAKES = 5;

/** Begins every fingerprint: snapshots of another format recorded more or less. */
function formatOf({ fingerprint }: Snapshot): string {
  return fingerprint.slice(0, fingerprint.indexOf('.'));
}

/** Takes snapshots and reports what moved. */
@Injectable()
export class SchemaWatchService {
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly source: CatalogSource,
    private readonly store: SnapshotStore,
    private readonly dependents: DependentsStore,
    private readonly watched: WatchedTables,
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes a snapshot, compares it with the one before and keeps both the snapshot and what moved. Two runs of one
   * connection follow each other; where another process keeps a snapshot meanwhile, it reads again. Nothing is kept once
   * `isGone` is aborted. Throws `connection-not-found`, `not-relational`, and why the database cannot be read.
   */
  async run(actor: Actor, connectionId: string, isGone?: AbortSignal): Promise<SchemaWatchRun> {
    const connection = this.source.relational(actor, connectionId);
    const take = () =>
      this.take(actor, connectionId, isGone).catch((error: unknown) => {
        // A check that was stopped found out nothing: the last result stays.
        if (isGone?.aborted === true) throw error;
        return this.failed(actor, connection, error);
      });
    return this.mutex.runExclusive(connectionId, () => {
      isGone?.throwIfAborted();
      return this.takeAndKeep(actor, connection, take, isGone);
    });
  }

  /**
   * Keeps a catalog as the snapshot of a moment that has passed, and what moved since the snapshot before; `takenAt` is
   * ISO 8601. Throws `connection-not-found`, `not-relational`.
   */
  async record(actor: Actor, connectionId: string, reading: CatalogReading, takenAt: string): Promise<SchemaWatchRun> {
    const connection = this.source.relational(actor, connectionId);
    const take = async () => {
      const before = await this.store.newest(connectionId);
      const known = before === null ? null : await this.store.catalog(before);
      const content = await contentOf(reading.tables, reading.objects, known);
      const next = { id: randomUUID(), connectionId, place: (before?.place ?? 0) + 1, takenAt };
      return this.takenOf(reading, content, next, before);
    };
    return this.mutex.runExclusive(connectionId, () => this.takeAndKeep(actor, connection, take));
  }

  /** Reads the catalog as it is now and keeps nothing. Throws as `run` does. */
  async read(actor: Actor, connectionId: string, isGone?: AbortSignal): Promise<Catalog> {
    const reading = await this.source.read(actor, connectionId, { known: null, isGone });
    return catalogOf(reading);
  }

  /** A snapshot that another process has kept since may show more: comparing an older reading with it reports nonsense. */
  private async takeAndKeep(
    actor: Actor,
    connection: Connection,
    take: () => Promise<Taken>,
    isGone?: AbortSignal,
  ): Promise<SchemaWatchRun> {
    for (let takes = 0; takes < MOST_TAKES; takes += 1) {
      const taken = await take();
      const run = await this.state.transactionFor(actor, (manager) => {
        isGone?.throwIfAborted();
        return this.keep(manager, actor, connection, taken);
      });
      if (run !== null) return run;
    }
    throw new Problem('changed-meanwhile', 'Other processes of the workbench kept checking this schema. Try again.');
  }

  private async take(actor: Actor, connectionId: string, isGone?: AbortSignal): Promise<Taken> {
    const before = await this.store.newest(connectionId);
    const made: { content?: SnapshotContent } = {};
    const use: TablesUse = async (tables, objects) => {
      made.content = await contentOf(tables, objects, before === null ? null : await this.store.catalog(before));
    };
    // A snapshot that was held back is read again although nothing changed.
    const fingerprint = before?.isStable === true ? before.fingerprint : null;
    const reading = await this.source.read(actor, connectionId, { known: fingerprint, use, isGone });
    const next = { id: randomUUID(), connectionId, place: (before?.place ?? 0) + 1, takenAt: this.clock.isoNow() };
    if (reading.tables !== null && made.content !== undefined) return this.takenOf(reading, made.content, next, before);
    if (before === null) throw new Error('A catalog that was never read cannot be unchanged.');
    const known: Snapshot = before;
    const record = { ...known, ...next, inaccessibleSchemas: [...reading.inaccessibleSchemas] };
    return { record, beforeId: before.id, content: null, dependents: null };
  }

  private async takenOf(
    reading: CatalogReading,
    content: SnapshotContent,
    next: Pick<Snapshot, 'id' | 'connectionId' | 'place' | 'takenAt'>,
    before: Snapshot | null,
  ): Promise<Taken> {
    const { catalogHash, contentHash, columnCount } = content;
    const { tableCount, dependents, fingerprint, database, serverVersion, isStable, inaccessibleSchemas } = reading;
    const record: Snapshot = {
      ...next,
      ...{ catalogHash, contentHash, columnCount, tableCount },
      ...{ fingerprint, database, serverVersion, isStable, inaccessibleSchemas: [...inaccessibleSchemas] },
    };
    const lines = await packed(content);
    return { record, beforeId: before?.id ?? null, content: { catalog: content, lines }, dependents };
  }

  /** Answers null, and keeps nothing, where another snapshot was kept since this one was taken. */
  private async keep(
    manager: EntityManager,
    actor: Actor,
    connection: Connection,
    { record: snapshot, beforeId, content, dependents }: Taken,
  ): Promise<SchemaWatchRun | null> {
    const newest = await this.store.newest(connection.id);
    if ((newest?.id ?? null) !== beforeId) return null;
    const stable = await this.store.newestStable(connection.id);
    const isHeldBack = !snapshot.isStable;
    await this.store.add(manager, snapshot, content);
    await manager.upsert(CheckRecord, { connectionId: connection.id, checkedAt: snapshot.takenAt, lastError: null }, [
      'connectionId',
    ]);
    const change = isHeldBack ? null : await this.compare(manager, connection, [stable, snapshot], dependents);
    if (!isHeldBack && dependents !== null) await this.dependents.replace(manager, connection.id, dependents);
    this.publishRun(actor, connection, 'done', { changed: change !== null });
    this.events.publish('schema_watch.snapshot_taken', {
      connection_id: connection.id,
      snapshot_id: snapshot.id,
      taken_at: snapshot.takenAt,
      is_held_back: isHeldBack,
    });
    return {
      connection_id: connection.id,
      snapshot: snapshotInfoOf(snapshot),
      baseline: stable === null && !isHeldBack,
      changed: change !== null,
      change: change === null ? null : changeOf(change),
    };
  }

  private async compare(
    manager: EntityManager,
    connection: Connection,
    [before, after]: readonly [Snapshot | null, Snapshot],
    dependents: readonly Dependent[] | null,
  ): Promise<SchemaChangeRecord | null> {
    if (before === null || before.contentHash === after.contentHash) return null;
    const current = await this.store.catalog(after);
    const old = await this.store.catalog(before);
    const { changes, recreated } = await compareContents(old, current, {
      isOneDatabase: before.database === after.database,
      isOneVersion: Number.parseInt(before.serverVersion) === Number.parseInt(after.serverVersion),
      isOneFormat: formatOf(before) === formatOf(after),
      watched: await this.watched.of(connection.id),
    });
    if (changes.length === 0) return null;
    const record: SchemaChangeRecord = {
      id: randomUUID(),
      connectionId: connection.id,
      detectedAt: after.takenAt,
      summary: changeMessage(changes),
      changes,
      recreated,
      views: viewImpact(changes, [...(await this.dependents.of(connection.id)), ...(dependents ?? [])]),
      fromSnapshotId: before.id,
      toSnapshotId: after.id,
    };
    await manager.insert(SchemaChangeRecord, record);
    await manager.insert(ChangeOutlineRecord, outlineOf(record));
    this.events.publish('schema.changed', {
      connection_id: connection.id,
      connection_name: connection.name,
      change_id: record.id,
      title: `Schema changed: ${connection.name}`,
      message: record.summary,
      changes,
      occurred_at: record.detectedAt,
    });
    return record;
  }

  /** Nothing is known of a catalog that could not be read: that is what is kept, and the failure goes on. */
  private async failed(actor: Actor, connection: Connection, error: unknown): Promise<never> {
    const message = error instanceof Problem ? error.message : 'The catalog could not be read.';
    await this.state.transaction(async (manager) => {
      const check = { connectionId: connection.id, checkedAt: this.clock.isoNow(), lastError: message };
      await manager.upsert(CheckRecord, check, ['connectionId']);
      this.publishRun(actor, connection, 'failed', { error: message });
      this.events.publish('schema_watch.failed', { connection_id: connection.id, error: message });
    });
    throw error;
  }

  private publishRun(
    actor: Actor,
    connection: Connection,
    outcome: 'done' | 'failed',
    details: Record<string, string | boolean>,
  ): void {
    const object = { kind: 'connection', id: connection.id, name: connection.name };
    this.events.publish('action.performed', { action: 'schema_watch.run', actor, outcome, object, details });
  }
}
