import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type { ChangeItem } from '#libs/api';
import { MOST_ITEM_CHARACTERS, finishedPieces, itemTexts } from '#libs/changes';
import type { ItemPiece } from '#libs/changes';
import { Problem, State } from '../../platform/index.js';
import { orTooLarge } from '../work/row-budget.js';
import { ChangeRowsRecord } from './change-rows.entity.js';
import { ChangeRows } from './change-rows.js';
import type { SealedRows } from './change-rows.js';
import { ChangeSetRecord } from './change-set.entity.js';
import { EditedRows, digestsOf } from './edited-rows.js';
import { SealedJson } from './sealed-json.js';

/** Of earlier versions, each piece but the last has so many items. */
const EARLIER_PIECE = 1_000;

const TOO_LARGE = 'The items of this change set have more than 256 MB. Make several change sets of them.';

/** A change set whose pieces are known. */
export type PiecedRecord = ChangeSetRecord & { readonly itemPieces: readonly ItemPiece[] };

/** Items that are encrypted and wait for the transaction that writes them. */
export interface SealedItems {
  /** The first piece, which the change set has itself; null where it stays. */
  readonly first: string | null;
  readonly others: SealedRows;
  /** All pieces, with those that stay. */
  readonly pieces: readonly ItemPiece[];
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

  /**
   * Encrypts items, apart from the transaction that keeps them. Throws `secret-key-missing`, and `change-refused` where they
   * are too large.
   */
  async seal(items: readonly ChangeItem[]): Promise<SealedItems & { readonly first: string }> {
    const sealed = await this.sealBehindPieces([], 0, items);
    const first = sealed.first ?? (await this.json.seal([]));
    return { ...sealed, first, keys: [{ place: 0, sealed: await this.json.seal(digestsOf(items)) }] };
  }

  /**
   * Encrypts items that come behind those of a change set; of these, only an unfinished piece is read. Throws as `seal` does.
   */
  async sealBehind(record: PiecedRecord, added: readonly ChangeItem[], edited: EditedRows): Promise<SealedItems> {
    const count = itemCount(record);
    const { kept, start } = finishedPieces(record.itemPieces, count);
    const begun = await this.slice(record, start, count - start);
    const sealed = await this.sealBehindPieces(kept, start, [...begun, ...added]);
    return { ...sealed, keys: [{ place: edited.partCount, sealed: await this.json.seal(digestsOf(added)) }] };
  }

  /** Keeps pieces in the place of all that were there. */
  async replace(manager: EntityManager, changeId: string, { others, keys }: SealedItems): Promise<void> {
    await this.rows.replace(manager, changeId, 'items', others);
    await this.rows.replace(manager, changeId, 'keys', keys);
  }

  /** Removes the items of a change set that is the same version; what it did with how many rows stays. */
  async forget(manager: EntityManager, { id, version }: ChangeSetRecord): Promise<void> {
    const forgotten = { items: '', itemPieces: [], version: version + 1 };
    const { affected } = await manager.update(ChangeSetRecord, { id, version }, forgotten);
    if (affected === 1) await manager.delete(ChangeRowsRecord, { changeId: id, source: In(['items', 'keys']) });
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

  /** The items of the first piece, which a change set has itself. Throws `secret-unreadable`. */
  async first(record: ChangeSetRecord): Promise<ChangeItem[]> {
    const { id } = record;
    if (isForgotten(record)) return [];
    const { items } = await this.state.manager.findOneOrFail(ChangeSetRecord, {
      select: { items: true },
      where: { id },
    });
    return this.json.open<ChangeItem[]>(items);
  }

  /** Every item of a change set. Throws `secret-unreadable`. */
  async all(record: ChangeSetRecord): Promise<ChangeItem[]> {
    return this.slice(record, 0, Number.MAX_SAFE_INTEGER);
  }

  /** Items from a place on, at most so many; only the pieces that have them are read. Throws `secret-unreadable`. */
  async slice(record: ChangeSetRecord, offset: number, limit: number): Promise<ChangeItem[]> {
    if (isForgotten(record)) return [];
    const end = Math.min(itemCount(record), offset + limit);
    if (offset >= end) return [];
    const starts = record.itemPieces?.map(([start]) => start) ?? earlierStarts(end);
    const [from, to] = [offset, end - 1].map((place) => starts.findLastIndex((start) => start <= place));
    const found = await this.pieces(record.id, Math.max(1, from ?? 0), to ?? 0);
    if (found === null && record.itemPieces !== null) throw new Problem('changed-meanwhile');
    // Earlier versions kept all items in the change set itself.
    if (found === null) return (await this.first(record)).slice(offset, end);
    const items = from === 0 ? [...(await this.first(record)), ...found] : found;
    const skipped = offset - (starts[from ?? 0] ?? 0);
    return items.slice(skipped, skipped + end - offset);
  }

  /** Encrypts the items from a place on, behind pieces that stay. */
  private async sealBehindPieces(
    kept: readonly ItemPiece[],
    start: number,
    items: readonly ChangeItem[],
  ): Promise<Omit<SealedItems, 'keys'>> {
    const pieces = [...kept];
    const sealed: { place: number; sealed: string }[] = [];
    let [next, characters] = [start, kept.reduce((sum, [, some]) => sum + some, 0)];
    await orTooLarge(async () => {
      for (const { count, text } of itemTexts(items)) {
        characters += text.length;
        if (characters > MOST_ITEM_CHARACTERS) throw new Problem('change-refused', TOO_LARGE);
        sealed.push({ place: pieces.length, sealed: await this.json.sealText(text) });
        pieces.push([next, text.length]);
        next += count;
      }
    });
    const [first = null] = sealed.filter(({ place }) => place === 0);
    return { first: first?.sealed ?? null, others: sealed.filter(({ place }) => place > 0), pieces };
  }

  /** The items of pieces from one to another; null where they are not kept in pieces. */
  private async pieces(changeId: string, from: number, to: number): Promise<ChangeItem[] | null> {
    if (from > to) return [];
    const found = await this.rows.pieces<ChangeItem>(changeId, 'items', from, to);
    return found === null || found.length <= to - from ? null : found.flat();
  }
}

function earlierStarts(count: number): number[] {
  return Array.from({ length: Math.ceil(count / EARLIER_PIECE) }, (_, piece) => piece * EARLIER_PIECE);
}

/** Whether the items of a change set are not kept any more. */
export function isForgotten({ itemPieces, counts }: ChangeSetRecord): boolean {
  return itemPieces?.length === 0 && itemCount({ counts }) > 0;
}

/** How many items a change set has. */
export function itemCount({ counts }: Pick<ChangeSetRecord, 'counts'>): number {
  return counts.inserts + counts.updates + counts.deletes + counts.statements;
}

/** Throws `change-not-allowed` where the items were forgotten. */
export function requireItems(record: ChangeSetRecord): void {
  if (isForgotten(record))
    throw new Problem('change-not-allowed', 'The items of this change set are not kept any more. Make another one.');
}
