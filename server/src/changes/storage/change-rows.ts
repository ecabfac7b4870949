import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type { ChangeRow, ChangeRowList } from '#libs/api';
import type { RowEffect } from '#libs/changes';
import { Clock, Problem, State, insertRows } from '../../platform/index.js';
import { ChangeRowsRecord } from './change-rows.entity.js';
import type { ItemsSource, RowsSource } from './change-rows.entity.js';
import { SealedJson } from './sealed-json.js';

/** Rows of a page, which are encrypted together. */
const ROWS_PER_PIECE = 200;
const COLUMNS = ['change_id', 'source', 'place', 'bytes', 'sealed', 'created_at'];

type AnySource = RowsSource | ItemsSource;

/** Pieces that are encrypted and wait for the transaction that writes them. */
export type SealedRows = readonly { readonly place: number; readonly sealed: string }[];

/** Keeps the rows of change sets, before and after. */
@Injectable()
export class ChangeRows {
  constructor(
    private readonly state: State,
    private readonly json: SealedJson,
    private readonly clock: Clock,
  ) {}

  /** Encrypts rows, apart from the transaction that keeps them. Throws `secret-key-missing`. */
  async seal(rows: readonly RowEffect[], varying: ReadonlyMap<number, readonly string[]>): Promise<SealedRows> {
    const pieces: { place: number; sealed: string }[] = [];
    for (let start = 0; start < rows.length; start += ROWS_PER_PIECE) {
      const some = rows.slice(start, start + ROWS_PER_PIECE).map((row) => viewOf(row, varying.get(row.item) ?? []));
      pieces.push({ place: pieces.length, sealed: await this.json.seal(some) });
    }
    return pieces;
  }

  /** Keeps pieces in the place of all of the same source. */
  async replace(manager: EntityManager, changeId: string, source: AnySource, pieces: SealedRows): Promise<void> {
    await manager.delete(ChangeRowsRecord, { changeId, source });
    await this.insert(manager, changeId, source, pieces);
  }

  /** Keeps pieces in the place of those with the same number. */
  async put(manager: EntityManager, changeId: string, source: AnySource, pieces: SealedRows): Promise<void> {
    await manager.delete(ChangeRowsRecord, { changeId, source, place: In(pieces.map(({ place }) => place)) });
    await this.insert(manager, changeId, source, pieces);
  }

  private async insert(manager: EntityManager, changeId: string, source: AnySource, pieces: SealedRows): Promise<void> {
    const now = this.clock.isoNow();
    const rows = pieces.map(({ place, sealed }) => [changeId, source, place, sealed.length, sealed, now]);
    if (rows.length > 0) await insertRows(manager, 'change_rows', COLUMNS, rows);
  }

  /** One piece of the rows of a source; `cursor` is the `next_cursor` of the one before. Throws `validation-failed`. */
  async page(changeId: string, source: RowsSource, cursor: string | undefined): Promise<ChangeRowList> {
    const place = cursor === undefined ? 0 : Number(cursor);
    if (!Number.isInteger(place) || place < 0) {
      const errors = [{ pointer: '/cursor', detail: 'cursor must be the next_cursor of an earlier answer' }];
      throw new Problem('validation-failed', undefined, { errors });
    }
    const { manager } = this.state;
    const piece = await manager.findOneBy(ChangeRowsRecord, { changeId, source, place });
    if (piece === null) return { items: [], next_cursor: null };
    const hasNext = await manager.existsBy(ChangeRowsRecord, { changeId, source, place: place + 1 });
    return { items: await this.json.open(piece.sealed), next_cursor: hasNext ? String(place + 1) : null };
  }

  /** Every row of a source. Throws `secret-unreadable`. */
  async all(changeId: string, source: RowsSource): Promise<ChangeRow[]> {
    const pieces = await this.state.manager.find(ChangeRowsRecord, {
      where: { changeId, source },
      order: { place: 'ASC' },
    });
    const rows: ChangeRow[] = [];
    for (const { sealed } of pieces) rows.push(...(await this.json.open<ChangeRow[]>(sealed)));
    return rows;
  }
}

function viewOf({ columns, before, after, ...row }: RowEffect, varying: readonly string[]): ChangeRow {
  return {
    ...row,
    columns: [...columns],
    before: before === null ? null : [...before],
    after: after === null ? null : [...after],
    varying: [...varying],
  };
}
