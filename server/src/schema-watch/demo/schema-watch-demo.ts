import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { Catalog } from '#libs/catalog';
import type { CatalogReading } from '../../connections/index.js';
import { DemoContributions } from '../../demo/index.js';
import type { DemoContext, DemoContribution, DemoItem, DemoItemFate } from '../../demo/index.js';
import { Clock, State } from '../../platform/index.js';
import { catalogOf } from '../catalog-of.js';
import { CatalogSource } from '../catalog-source.js';
import { ChangeOutlineRecord, SchemaChangeRecord } from '../schema-change.entity.js';
import { SchemaWatchService } from '../schema-watch.service.js';
import { SnapshotStore } from '../snapshot-store.js';
import { DEMO_HISTORIES } from './demo-histories.js';
import type { EarlierCatalog } from './demo-histories.js';

const SNAPSHOT = 'snapshot';
const CHANGE = 'schema change';
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Snapshots are taken at this hour, UTC. */
const HOUR_OF_DAY = 2;

/**
 * Adds a week of snapshots of the shop and of its reporting. Each is read from the database itself, in a transaction that leads back to the
 * catalog of that day and is rolled back.
 */
@Injectable()
export class SchemaWatchDemo implements DemoContribution, OnModuleInit {
  readonly part = 'schema-watch';
  readonly order = 20;
  readonly isImmediate = false;
  /** What `earliest` has read, for the first snapshot of the same connection. */
  private readonly firstReadings = new Map<string, CatalogReading>();

  constructor(
    private readonly contributions: DemoContributions,
    private readonly source: CatalogSource,
    private readonly watch: SchemaWatchService,
    private readonly store: SnapshotStore,
    private readonly state: State,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.contributions.register(this);
  }

  async create({ actor, connectionIds, signal, record }: DemoContext): Promise<void> {
    for (const [connectionId, history] of DEMO_HISTORIES) {
      if (!connectionIds.has(connectionId)) continue;
      for (const earlier of history) {
        const known = earlier === history[0] ? this.firstReadings.get(connectionId) : undefined;
        const reading = known ?? (await this.read(actor, connectionId, earlier, signal));
        const takenAt = this.takenAt(earlier);
        await record(async () => itemsOf(await this.watch.record(actor, connectionId, reading, takenAt)));
      }
      this.firstReadings.delete(connectionId);
      const newest = await this.watch.run(actor, connectionId, signal);
      await record(() => Promise.resolve(itemsOf(newest)));
    }
  }

  /** A catalog at the beginning of the week, and when that was: ISO 8601. Throws what `CatalogSource.rehearse` does. */
  async earliest(
    actor: Actor,
    connectionId: string,
    signal: AbortSignal,
  ): Promise<{ catalog: Catalog; takenAt: string }> {
    const [first] = DEMO_HISTORIES.get(connectionId) ?? [];
    if (first === undefined) throw new RangeError(`The demo has no history of ${connectionId}.`);
    const reading = await this.read(actor, connectionId, first, signal);
    this.firstReadings.set(connectionId, reading);
    return { catalog: await catalogOf(reading), takenAt: this.takenAt(first) };
  }

  async fateOf(_: Actor, { id, kind }: DemoItem): Promise<DemoItemFate> {
    const isThere =
      kind === SNAPSHOT
        ? (await this.store.find(id)) !== null
        : await this.state.manager.existsBy(SchemaChangeRecord, { id });
    return isThere ? 'unchanged' : 'gone';
  }

  async remove(_: Actor, { id, kind }: DemoItem): Promise<void> {
    await this.state.transaction(async (manager) => {
      if (kind === SNAPSHOT) await this.store.remove(manager, id);
      else {
        await manager.delete(SchemaChangeRecord, { id });
        await manager.delete(ChangeOutlineRecord, { changeId: id });
      }
    });
  }

  private async read(
    actor: Actor,
    connectionId: string,
    { statements }: EarlierCatalog,
    signal: AbortSignal,
  ): Promise<CatalogReading> {
    const { after, statements: ended } = await this.source.rehearse(actor, connectionId, statements, signal);
    if (after !== null) return after;
    throw new Error(ended.at(-1)?.error?.message ?? 'The catalog could not be read.');
  }

  private takenAt({ daysAgo }: EarlierCatalog): string {
    const now = this.clock.now();
    return new Date(now - (now % DAY_MS) - daysAgo * DAY_MS + HOUR_OF_DAY * HOUR_MS).toISOString();
  }
}

function itemsOf({ snapshot, change }: Awaited<ReturnType<SchemaWatchService['run']>>): DemoItem[] {
  const taken = { id: snapshot.id, kind: SNAPSHOT, name: snapshot.taken_at, stamp: '' };
  return change === null ? [taken] : [taken, { id: change.id, kind: CHANGE, name: change.summary, stamp: '' }];
}
