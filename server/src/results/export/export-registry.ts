import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { Problem } from '../../platform/index.js';
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

  /** The export of that id, where it is `actor`'s own; throws `export-not-found`. */
  get(actor: Actor, id: string): ExportRecord {
    const record = this.records.get(id);
    if (record?.actor.userId !== actor.userId) throw new Problem('export-not-found');
    return record;
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
