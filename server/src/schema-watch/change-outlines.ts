import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { In } from 'typeorm';
import { KeyedMutex } from '#libs/async';
import { insertRows, State } from '../platform/index.js';
import { outlineOf } from './change-outline.js';
import type { ChangeOutline, OutlinedTables } from './change-outline.js';
import { ChangeOutlineRecord, SchemaChangeRecord } from './schema-change.entity.js';

/** Outlines in memory that could not be kept. */
const MOST_UNSAVED = 1_000;
const COLUMNS = ['change_id', 'to_snapshot_id', 'change_count', 'changed_tables', 'removed_tables'];

/** A change record as a list counts it. */
export interface OutlineLine {
  readonly id: string;
  readonly connectionId: string;
  readonly detectedAt: string;
  readonly toSnapshotId: string;
  readonly changeCount: number;
  /** Of its tables' names. */
  readonly bytes: number;
}

type LineRow = Omit<OutlineLine, 'toSnapshotId' | 'changeCount' | 'bytes'> & {
  readonly toSnapshotId: string | null;
  readonly changeCount: number | null;
  readonly bytes: number | null;
};

/**
 * What lists show of change records. A record of an earlier version is read once, alone, and its outline is kept then;
 * where the state cannot be written, in memory.
 */
@Injectable()
export class ChangeOutlines implements BeforeApplicationShutdown {
  private readonly mutex = new KeyedMutex();
  private readonly unsaved = new Map<string, ChangeOutline>();
  private saving: Promise<void> | null = null;

  constructor(private readonly state: State) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.saving;
  }

  /** The records of connections since a time (ISO 8601), newest first. */
  async since(connectionIds: readonly string[], since: string): Promise<OutlineLine[]> {
    if (connectionIds.length === 0) return [];
    const rows = await this.state.manager
      .createQueryBuilder(SchemaChangeRecord, 'c')
      .leftJoin(ChangeOutlineRecord, 'o', 'o.changeId = c.id')
      .select(['c.id AS "id"', 'c.connectionId AS "connectionId"', 'c.detectedAt AS "detectedAt"'])
      .addSelect(['o.toSnapshotId AS "toSnapshotId"', 'o.changeCount AS "changeCount"'])
      .addSelect('OCTET_LENGTH(o.changed_tables) + OCTET_LENGTH(o.removed_tables)', 'bytes')
      .where('c.connectionId IN (:...connectionIds) AND c.detectedAt >= :since', { connectionIds, since })
      .orderBy('c.detectedAt', 'DESC')
      .addOrderBy('c.id', 'DESC')
      .getRawMany<LineRow>();
    const lines: OutlineLine[] = [];
    for (const row of rows) {
      const { toSnapshotId, changeCount, bytes } = row;
      if (toSnapshotId !== null && changeCount !== null && bytes !== null) {
        lines.push({ ...row, toSnapshotId, changeCount, bytes });
        continue;
      }
      const outline = await this.outlined(row.id);
      if (outline !== null) lines.push({ ...row, ...outline, bytes: bytesOf(outline) });
    }
    return lines;
  }

  /** The tables of records, by the records' ids. */
  async tablesOf(ids: readonly string[]): Promise<Map<string, OutlinedTables>> {
    if (ids.length === 0) return new Map();
    const kept = await this.state.manager.findBy(ChangeOutlineRecord, { changeId: In([...ids]) });
    const found = new Map<string, OutlinedTables>(kept.map((outline) => [outline.changeId, outline]));
    for (const id of ids) {
      const outline = found.has(id) ? null : await this.outlined(id);
      if (outline !== null) found.set(id, outline);
    }
    return found;
  }

  /** The outline of a record that has none yet; null where the record is gone. One at a time, however many ask. */
  private outlined(id: string): Promise<ChangeOutline | null> {
    return this.mutex.runExclusive('', async () => {
      const outline = this.unsaved.get(id) ?? (await this.made(id));
      if (outline !== null) this.keep(outline);
      return outline;
    });
  }

  private async made(id: string): Promise<ChangeOutline | null> {
    const kept = await this.state.manager.findOneBy(ChangeOutlineRecord, { changeId: id });
    if (kept !== null) return kept;
    const select = { id: true, toSnapshotId: true, changes: true } as const;
    const record = await this.state.manager.findOne(SchemaChangeRecord, { where: { id }, select });
    return record === null ? null : outlineOf(record);
  }

  /** Readers do not wait for it: the state may be one that can be read only. */
  private keep(outline: ChangeOutline): void {
    this.unsaved.set(outline.changeId, outline);
    for (const oldest of this.unsaved.keys()) {
      if (this.unsaved.size <= MOST_UNSAVED) break;
      this.unsaved.delete(oldest);
    }
    this.saving ??= this.save()
      .catch(() => undefined)
      .finally(() => (this.saving = null));
  }

  private async save(): Promise<void> {
    while (this.unsaved.size > 0) {
      const outlines = [...this.unsaved.values()];
      const rows = outlines.map((outline) => [
        ...[outline.changeId, outline.toSnapshotId, outline.changeCount],
        ...[JSON.stringify(outline.changedTables), JSON.stringify(outline.removedTables)],
      ]);
      const isNew = 'ON CONFLICT DO NOTHING';
      await this.state.transaction((manager) => insertRows(manager, 'schema_change_outline', COLUMNS, rows, isNew));
      for (const { changeId } of outlines) this.unsaved.delete(changeId);
    }
  }
}

function bytesOf({ changedTables, removedTables }: OutlinedTables): number {
  return JSON.stringify([changedTables, removedTables]).length;
}
