import { Injectable } from '@nestjs/common';
import type { ExportRecord } from './export-record.js';

/** Exports of one person that are over and can still be looked up. */
const MAX_OVER = 100;
/** Exports of one person that were not fetched yet; another one makes the oldest give way. */
const MAX_WAITING = 100;

/** The files that are on their way, and the newest of those that were. */
@Injectable()
export class ExportRegistry {
  private readonly records = new Map<string, ExportRecord>();

  add(record: ExportRecord): void {
    this.records.set(record.id, record);
    const isOwn = (one: ExportRecord) => one.actor.userId === record.actor.userId;
    this.forgetOldest((one) => isOwn(one) && one.isOver, MAX_OVER);
    this.forgetOldest((one) => isOwn(one) && one.status === 'waiting', MAX_WAITING);
  }

  /** The export of that id, of any person; null where there is none. */
  find(id: string): ExportRecord | null {
    return this.records.get(id) ?? null;
  }

  /** Newest first. */
  all(): ExportRecord[] {
    return [...this.records.values()].reverse();
  }

  private forgetOldest(isMeant: (record: ExportRecord) => boolean, most: number): void {
    const meant = [...this.records.values()].filter(isMeant);
    for (const { id } of meant.slice(0, Math.max(0, meant.length - most))) this.records.delete(id);
  }
}
