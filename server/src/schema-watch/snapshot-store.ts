import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { tableKey } from '#libs/catalog';
import type { Table, TableName } from '#libs/catalog';
import { State } from '../platform/index.js';
import { tableOf, unpacked } from './snapshot-content.js';
import type { KeptCatalog } from './snapshot-content.js';
import { ContentRecord, SnapshotRecord } from './snapshot.entity.js';

/** Snapshots of a connection that are kept. */
const SNAPSHOTS_KEPT = 30;

/** Contents in memory: a snapshot is compared with the one before, and they share what did not change. */
const CONTENTS_AT_HAND = 2;

/** Keeps snapshots: each content once, the last 30 of a connection. */
@Injectable()
export class SnapshotStore {
  /** The contents that were used last by their hashes, the oldest first: what follows a snapshot asks for them again. */
  private readonly atHand = new Map<string, KeptCatalog>();

  constructor(private readonly state: State) {}

  /** Newest first. */
  async list(connectionId: string): Promise<SnapshotRecord[]> {
    return this.state.manager.find(SnapshotRecord, { where: { connectionId }, order: { place: 'DESC' } });
  }

  async newest(connectionId: string): Promise<SnapshotRecord | null> {
    return this.state.manager.findOne(SnapshotRecord, { where: { connectionId }, order: { place: 'DESC' } });
  }

  /** The newest one that was read while the catalog stood still; the next snapshot is compared with it. */
  async newestStable(connectionId: string): Promise<SnapshotRecord | null> {
    const where = { connectionId, isStable: true };
    return this.state.manager.findOne(SnapshotRecord, { where, order: { place: 'DESC' } });
  }

  async find(id: string): Promise<SnapshotRecord | null> {
    return this.state.manager.findOneBy(SnapshotRecord, { id });
  }

  /** All that a snapshot holds. */
  async catalog({ contentHash }: SnapshotRecord): Promise<KeptCatalog> {
    const catalog = this.atHand.get(contentHash) ?? (await this.read(contentHash));
    this.keepAtHand(contentHash, catalog);
    return catalog;
  }

  /** Those of the wanted tables that a snapshot has. */
  async tablesOf(snapshot: SnapshotRecord, wanted: readonly TableName[]): Promise<Table[]> {
    const { tables } = await this.catalog(snapshot);
    return wanted.flatMap((name) => {
      const kept = tables.get(tableKey(name));
      return kept === undefined ? [] : [tableOf(kept)];
    });
  }

  /** Adds a snapshot, and its content where that is new; `lines` are its packed lines. Drops the oldest beyond 30. */
  async add(manager: EntityManager, record: SnapshotRecord, content: { catalog: KeptCatalog; lines: Buffer } | null) {
    const { contentHash: hash } = record;
    if (content !== null) {
      await manager
        .createQueryBuilder()
        .insert()
        .into(ContentRecord)
        .values({ hash, lines: content.lines })
        .orIgnore()
        .execute();
      this.keepAtHand(hash, content.catalog);
    }
    await manager.insert(SnapshotRecord, record);
    await this.prune(manager, record.connectionId);
  }

  /** Removes a snapshot, and its content where no other one has that. */
  async remove(manager: EntityManager, id: string): Promise<void> {
    const record = await manager.findOneBy(SnapshotRecord, { id });
    if (record === null) return;
    await manager.delete(SnapshotRecord, { id });
    await this.dropUnused(manager, record.contentHash);
  }

  private async read(hash: string): Promise<KeptCatalog> {
    const record = await this.state.manager.findOneByOrFail(ContentRecord, { hash });
    return unpacked(record.lines);
  }

  private keepAtHand(hash: string, catalog: KeptCatalog): void {
    this.atHand.delete(hash);
    this.atHand.set(hash, catalog);
    for (const oldest of this.atHand.keys()) {
      if (this.atHand.size <= CONTENTS_AT_HAND) return;
      this.atHand.delete(oldest);
    }
  }

  private async prune(manager: EntityManager, connectionId: string): Promise<void> {
    const all = await manager.find(SnapshotRecord, { where: { connectionId }, order: { place: 'DESC' } });
    if (all.length <= SNAPSHOTS_KEPT) return;
    const stable = all.find(({ isStable }) => isStable);
    // The one that the next is compared with stays, even where thirty unstable ones came after it.
    const inOrder = new Set([...(stable === undefined ? [] : [stable]), ...all]);
    const old = [...inOrder].slice(SNAPSHOTS_KEPT);
    await manager.delete(SnapshotRecord, { id: In(old.map(({ id }) => id)) });
    for (const { contentHash } of old) await this.dropUnused(manager, contentHash);
  }

  private async dropUnused(manager: EntityManager, contentHash: string): Promise<void> {
    const isUsed = await manager.existsBy(SnapshotRecord, { contentHash });
    if (!isUsed) await manager.delete(ContentRecord, { hash: contentHash });
  }
}
