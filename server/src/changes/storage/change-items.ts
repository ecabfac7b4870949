import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MoreThanOrEqual, Between } from 'typeorm';
import type { ChangeItem } from '#libs/api';
import { State } from '../../platform/index.js';
import { ChangeRowsRecord } from './change-rows.entity.js';
import { ChangeRows } from './change-rows.js';
import type { SealedRows } from './change-rows.js';
import type { ChangeSetRecord } from './change-set.entity.js';
import { SealedJson } from './sealed-json.js';

/** Items that are encrypted together. */
const ITEMS_PER_PIECE = 1_000;

/** Items that are encrypted and wait for the transaction that writes them. */
export interface SealedItems {
  /** The first piece, which the change set has itself. */
  readonly first: string;
  readonly others: SealedRows;
}

/** Keeps the items of change sets in pieces, so that a page of them is read without the others. */
@Injectable()
export class ChangeItems {
  constructor(
    private readonly state: State,
    private readonly json: SealedJson,
    private readonly rows: ChangeRows,
  ) {}

  /** Encrypts items, apart from the transaction that keeps them. Throws `secret-key-missing`. */
  async seal(items: readonly ChangeItem[]): Promise<SealedItems> {
    const first = await this.json.seal(items.slice(0, ITEMS_PER_PIECE));
    const others: { place: number; sealed: string }[] = [];
    for (let start = ITEMS_PER_PIECE; start < items.length; start += ITEMS_PER_PIECE) {
      const sealed = await this.json.seal(items.slice(start, start + ITEMS_PER_PIECE));
      others.push({ place: others.length + 1, sealed });
    }
    return { first, others };
  }

  /** Keeps all pieces but the first in the place of those that were there. */
  replace(manager: EntityManager, changeId: string, { others }: SealedItems): Promise<void> {
    return this.rows.replace(manager, changeId, 'items', others);
  }

  /** The items that a change set has itself: the first ones. Throws `secret-unreadable`. */
  first({ items }: ChangeSetRecord): Promise<ChangeItem[]> {
    return this.json.open<ChangeItem[]>(items);
  }

  /** Every item of a change set. Throws `secret-unreadable`. */
  async all(record: ChangeSetRecord): Promise<ChangeItem[]> {
    return this.slice(record, 0, Number.MAX_SAFE_INTEGER);
  }

  /** Items from a place on, at most so many. Throws `secret-unreadable`. */
  async slice(record: ChangeSetRecord, offset: number, limit: number): Promise<ChangeItem[]> {
    const first = await this.first(record);
    const own = first.slice(offset, offset + limit);
    if (itemCount(record) <= first.length || offset + limit <= first.length) return own;
    const from = Math.max(0, offset - first.length);
    const to = offset + limit - first.length;
    const start = Math.floor(from / ITEMS_PER_PIECE);
    const pieces = await this.pieces(record.id, start + 1, Math.ceil(to / ITEMS_PER_PIECE));
    const skipped = from - start * ITEMS_PER_PIECE;
    return [...own, ...pieces.slice(skipped, skipped + limit - own.length)];
  }

  private async pieces(changeId: string, from: number, to: number): Promise<ChangeItem[]> {
    const place = to >= 1_000_000 ? MoreThanOrEqual(from) : Between(from, to);
    const found = await this.state.manager.find(ChangeRowsRecord, {
      where: { changeId, source: 'items', place },
      order: { place: 'ASC' },
    });
    const items: ChangeItem[] = [];
    for (const { sealed } of found) for (const item of await this.json.open<ChangeItem[]>(sealed)) items.push(item);
    return items;
  }
}

/** How many items a change set has. */
export function itemCount({ counts }: Pick<ChangeSetRecord, 'counts'>): number {
  return counts.inserts + counts.updates + counts.deletes + counts.statements;
}
