import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type { ChangeRow, ChangeRowList, RowOutline } from '#libs/api';
import { ROWS_PER_PAGE, rowOutline } from '#libs/changes';
import type { RowEffect } from '#libs/changes';
import { Clock, State, insertRows } from '../../platform/index.js';
import { ChangeRowsRecord } from './change-rows.entity.js';
import type { ItemsSource, RowsSource } from './change-rows.entity.js';
import { SealedJson } from './sealed-json.js';

/** The place of the outline of rows that take several pages. */
const OUTLINE = -1;
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
    for (let start = 0; start < rows.length; start += ROWS_PER_PAGE) {
      const some = rows.slice(start, start + ROWS_PER_PAGE).map((row) => viewOf(row, varying.get(row.item) ?? []));
      pieces.push({ place: pieces.length, sealed: await this.json.seal(some) });
    }
    if (pieces.length > 1) pieces.push({ place: OUTLINE, sealed: await this.json.seal(rowOutline(rows)) });
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

  /** One page of the rows of a source, counted from 0. */
  async page(changeId: string, source: RowsSource, place: number): Promise<ChangeRowList> {
    const { manager } = this.state;
    const piece = await manager.findOneBy(ChangeRowsRecord, { changeId, source, place });
    if (piece === null) return { items: [], next_cursor: null };
    const hasNext = await manager.existsBy(ChangeRowsRecord, { changeId, source, place: place + 1 });
    return { items: await this.json.open(piece.sealed), next_cursor: hasNext ? String(place + 1) : null };
  }

  /** Where the rows of a source stand among its pages. Throws `secret-unreadable`. */
  async outline(changeId: string, source: RowsSource): Promise<RowOutline> {
    const kept = await this.state.manager.findOneBy(ChangeRowsRecord, { changeId, source, place: OUTLINE });
    // Rows of earlier versions have none.
    return kept === null ? rowOutline(await this.all(changeId, source)) : this.json.open(kept.sealed);
  }

  /** Every row of a source. Throws `secret-unreadable`. */
  async all(changeId: string, source: RowsSource): Promise<ChangeRow[]> {
    const pieces = await this.state.manager.find(ChangeRowsRecord, {
      where: { changeId, source, place: MoreThanOrEqual(0) },
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
