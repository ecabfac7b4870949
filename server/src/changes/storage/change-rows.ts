import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type { ChangeRow, ChangeRowList, RowOutline } from '#libs/api';
import { ROWS_PER_PAGE, pageOffsets, rowOutline } from '#libs/changes';
import type { RowEffect } from '#libs/changes';
import { Clock, State, insertRows } from '../../platform/index.js';
import { ChangeRowsRecord } from './change-rows.entity.js';
import type { ItemsSource, RowsSource } from './change-rows.entity.js';
import { SealedJson } from './sealed-json.js';

/** The place of the outline of rows that take several pages. */
const OUTLINE = -1;
const COLUMNS = ['change_id', 'source', 'place', 'bytes', 'sealed', 'created_at'];

type AnySource = RowsSource | ItemsSource;

/** The outline of earlier versions, whose pages have `ROWS_PER_PAGE` rows each. */
type EarlierOutline = Omit<RowOutline, 'page_offsets'> & { readonly page_offsets?: undefined };

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
    const offsets = pageOffsets(rows);
    for (const [place, start] of offsets.entries()) {
      const some = rows.slice(start, offsets[place + 1]).map((row) => viewOf(row, varying.get(row.item) ?? []));
      pieces.push({ place, sealed: await this.json.seal(some) });
    }
    if (pieces.length > 1) pieces.push({ place: OUTLINE, sealed: await this.json.seal(rowOutline(rows, offsets)) });
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

  /** The page with the row at a place, counted from 0; no rows where there is none. Throws `secret-unreadable`. */
  async pageWith(changeId: string, source: RowsSource, row: number): Promise<ChangeRowList> {
    if (row === 0) return this.page(changeId, source, 0);
    const { page_offsets: offsets } = await this.outline(changeId, source);
    const place = offsets.findLastIndex((offset) => offset <= row);
    const page = await this.page(changeId, source, place);
    return row - (offsets[place] ?? 0) < page.items.length ? page : { items: [], next_cursor: null };
  }

  /** Where the rows of a source stand among its pages. Throws `secret-unreadable`. */
  async outline(changeId: string, source: RowsSource): Promise<RowOutline> {
    const kept = await this.state.manager.findOneBy(ChangeRowsRecord, { changeId, source, place: OUTLINE });
    const outline = kept === null ? null : await this.json.open<RowOutline | EarlierOutline>(kept.sealed);
    if (outline?.page_offsets !== undefined) return outline;
    const rows = await this.all(changeId, source);
    return rowOutline(rows, earlierOffsets(rows.length));
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

function earlierOffsets(rows: number): number[] {
  return Array.from({ length: Math.ceil(rows / ROWS_PER_PAGE) }, (_, page) => page * ROWS_PER_PAGE);
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
