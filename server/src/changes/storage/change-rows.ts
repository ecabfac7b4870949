import { Injectable } from '@nestjs/common';
import { Between, In } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type { ChangeRow, ChangeRowList, RowOutline } from '#libs/api';
import { ROWS_PER_PAGE, pageOffsets, rowOutline } from '#libs/changes';
import type { RowEffect } from '#libs/changes';
import { Clock, State, insertRows } from '../../platform/index.js';
import { ChangeRowsRecord } from './change-rows.entity.js';
import type { ItemsSource, RowsSource } from './change-rows.entity.js';
import { SealedJson } from './sealed-json.js';

/** Pieces that are read or written at once have so many bytes together, or are one alone. */
const BYTES_AT_ONCE = 1_048_576;

/** The place of the outline of rows that take several pages. */
const OUTLINE = -1;
/** The largest number of its column. */
const LAST_PLACE = 2_147_483_647;
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
    const sized = pieces.map((piece) => ({ ...piece, bytes: piece.sealed.length }));
    for (const some of heldTogether(sized)) {
      const rows = some.map(({ place, bytes, sealed }) => [changeId, source, place, bytes, sealed, now]);
      await insertRows(manager, 'change_rows', COLUMNS, rows);
    }
  }

  /** Whether rows of a source are kept. */
  has(changeId: string, source: RowsSource): Promise<boolean> {
    return this.state.manager.existsBy(ChangeRowsRecord, { changeId, source });
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

  /** Every row of a source; none where they are removed meanwhile. Throws `secret-unreadable`. */
  async all(changeId: string, source: RowsSource): Promise<ChangeRow[]> {
    return (await this.pieces<ChangeRow>(changeId, source, 0))?.flat() ?? [];
  }

  /**
   * What pieces hold, from one place to another; null where one is removed meanwhile. They are read one after another, which
   * leaves others the event loop. Throws `secret-unreadable`.
   */
  async pieces<T>(changeId: string, source: AnySource, from: number, to = LAST_PLACE): Promise<T[][] | null> {
    const { manager } = this.state;
    const order = { place: 'ASC' } as const;
    const within = { changeId, source, place: Between(from, to) };
    const sizes = await manager.find(ChangeRowsRecord, { select: { place: true, bytes: true }, where: within, order });
    const pieces: T[][] = [];
    for (const some of heldTogether(sizes)) {
      const place = Between(some[0]?.place ?? 0, some.at(-1)?.place ?? 0);
      const found = await manager.find(ChangeRowsRecord, { where: { changeId, source, place }, order });
      if (found.length < some.length) return null;
      for (const { sealed } of found) pieces.push(await this.json.open<T[]>(sealed));
    }
    return pieces;
  }
}

/** Pieces in their order, as many together as `BYTES_AT_ONCE` holds. */
function heldTogether<T extends { readonly bytes: number }>(pieces: readonly T[]): T[][] {
  const groups: T[][] = [];
  let room = 0;
  for (const piece of pieces) {
    const last = groups.at(-1);
    room -= piece.bytes;
    if (last !== undefined && room >= 0) last.push(piece);
    else {
      groups.push([piece]);
      room = BYTES_AT_ONCE - piece.bytes;
    }
  }
  return groups;
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
