import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ChangeItem } from '#libs/api';
import { State } from '../../platform/index.js';
import { ChangeRowsRecord } from './change-rows.entity.js';
import { ChangeRows } from './change-rows.js';
import type { SealedRows } from './change-rows.js';
import type { ChangeSetRecord } from './change-set.entity.js';
import { EditedRows, digestsOf } from './edited-rows.js';
import { SealedJson } from './sealed-json.js';

/** Items that are encrypted together. */
const ITEMS_PER_PIECE = 1_000;

/** Items that are encrypted and wait for the transaction that writes them. */
export interface SealedItems {
  /** The first piece, which the change set has itself; null where it stays. */
  readonly first: string | null;
  readonly others: SealedRows;
  /** Digests of the rows that the items edit. */
  readonly keys: SealedRows;
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
  async seal(items: readonly ChangeItem[]): Promise<SealedItems & { readonly first: string }> {
    const first = await this.json.seal(items.slice(0, ITEMS_PER_PIECE));
    return {
      first,
      others: await this.sealPieces(items.slice(ITEMS_PER_PIECE), 1),
      keys: [{ place: 0, sealed: await this.json.seal(digestsOf(items)) }],
    };
  }

  /** Encrypts items that come behind those of a change set; of these, only an unfinished piece is read. */
  async sealBehind(record: ChangeSetRecord, added: readonly ChangeItem[], edited: EditedRows): Promise<SealedItems> {
    const count = itemCount(record);
    const keys = [{ place: edited.partCount, sealed: await this.json.seal(digestsOf(added)) }];
    const begun = await this.slice(record, count - (count % ITEMS_PER_PIECE), ITEMS_PER_PIECE);
    const items = [...begun, ...added];
    if (count >= ITEMS_PER_PIECE)
      return { first: null, others: await this.sealPieces(items, Math.floor(count / ITEMS_PER_PIECE)), keys };
    const first = await this.json.seal(items.slice(0, ITEMS_PER_PIECE));
    return { first, others: await this.sealPieces(items.slice(ITEMS_PER_PIECE), 1), keys };
  }

  /** Keeps pieces in the place of all that were there. */
  async replace(manager: EntityManager, changeId: string, { others, keys }: SealedItems): Promise<void> {
    await this.rows.replace(manager, changeId, 'items', others);
    await this.rows.replace(manager, changeId, 'keys', keys);
  }

  /** Keeps pieces behind those that were there. */
  async append(manager: EntityManager, changeId: string, { others, keys }: SealedItems): Promise<void> {
    await this.rows.put(manager, changeId, 'items', others);
    await this.rows.put(manager, changeId, 'keys', keys);
  }

  /** The rows that a change set edits; null where they were not kept, as by earlier versions. Throws `secret-unreadable`. */
  async editedRows(record: ChangeSetRecord): Promise<EditedRows | null> {
    const kept = await this.state.manager.find(ChangeRowsRecord, { where: { changeId: record.id, source: 'keys' } });
    const edited = new EditedRows(await Promise.all(kept.map(({ sealed }) => this.json.open<string>(sealed))));
    const isKnown = kept.length > 0 && edited.count === record.counts.updates + record.counts.deletes;
    return isKnown ? edited : null;
  }

  /** The items that a change set has itself: the first ones. Throws `secret-unreadable`. */
  first({ items }: ChangeSetRecord): Promise<ChangeItem[]> {
    return this.json.open<ChangeItem[]>(items);
  }

  /** Every item of a change set. Throws `secret-unreadable`. */
  async all(record: ChangeSetRecord): Promise<ChangeItem[]> {
    return this.slice(record, 0, Number.MAX_SAFE_INTEGER);
  }

  /** Items from a place on, at most so many; only the pieces that have them are read. Throws `secret-unreadable`. */
  async slice(record: ChangeSetRecord, offset: number, limit: number): Promise<ChangeItem[]> {
    const end = Math.min(itemCount(record), offset + limit);
    if (offset >= end) return [];
    const [from, to] = [offset, end - 1].map((place) => Math.floor(place / ITEMS_PER_PIECE));
    const found = await this.pieces(record.id, Math.max(1, from ?? 0), to ?? 0);
    // Earlier versions kept all items in the change set itself.
    if (found === null) return (await this.first(record)).slice(offset, end);
    const items = from === 0 ? [...(await this.first(record)), ...found] : found;
    const skipped = offset - (from ?? 0) * ITEMS_PER_PIECE;
    return items.slice(skipped, skipped + end - offset);
  }

  private async sealPieces(items: readonly ChangeItem[], firstPlace: number): Promise<SealedRows> {
    const pieces: { place: number; sealed: string }[] = [];
    for (let start = 0; start < items.length; start += ITEMS_PER_PIECE) {
      const sealed = await this.json.seal(items.slice(start, start + ITEMS_PER_PIECE));
      pieces.push({ place: firstPlace + pieces.length, sealed });
    }
    return pieces;
  }

  /** The items of pieces from one to another; null where they are not kept in pieces. */
  private async pieces(changeId: string, from: number, to: number): Promise<ChangeItem[] | null> {
    if (from > to) return [];
    const found = await this.rows.pieces<ChangeItem>(changeId, 'items', from, to);
    return found === null || found.length <= to - from ? null : found.flat();
  }
}

/** How many items a change set has. */
export function itemCount({ counts }: Pick<ChangeSetRecord, 'counts'>): number {
  return counts.inserts + counts.updates + counts.deletes + counts.statements;
}
