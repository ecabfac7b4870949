import type { Cell, ColumnStatistics, ResultColumn } from '#libs/api';
import { Histogram, NumberMean, TopCells, hasMean, hasMedian, medianOf, topValues } from '#libs/results';
import { keyExpressions } from '../order/key-expression.js';
import type { SortEngine, SortSession } from '../order/sort-engine.js';
import { cellTexts } from './cell-texts.js';
import { writeCells } from './cells-file.js';
import type { CellsOf } from './cells-file.js';
import { offerColumn } from './column-cells.js';
import { columnGroups, typedGroups } from './column-groups.js';
import type { ColumnGroups, GroupPlace } from './group-place.js';

const ENDLESS = Number.MAX_SAFE_INTEGER;

/** The column that is summed up. `path` is that of a file that may be made for it. */
export interface SummedColumn extends CellsOf {
  readonly info: ResultColumn;
  /** False where cells may be of any type. */
  readonly keepsTypes: boolean;
  readonly path: string;
}

/**
 * Statistics of a column of a spool. The engine groups the values: by their type where it reads each of them exactly, else
 * by keys of the server. Mean and histogram are found by one look at the cells.
 */
export async function spoolStatistics(
  column: SummedColumn,
  engine: SortEngine,
  signal: AbortSignal,
): Promise<Omit<ColumnStatistics, 'complete'>> {
  const session = await engine.openSession();
  const close = (): void => void session.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    signal.throwIfAborted();
    const groups = await engine.using(session, () => groupsOf(session, column, signal));
    return await described(column, groups, signal);
  } catch (failure) {
    signal.throwIfAborted();
    throw failure;
  } finally {
    signal.removeEventListener('abort', close);
    await session.close();
  }
}

async function groupsOf(session: SortSession, column: SummedColumn, signal: AbortSignal): Promise<ColumnGroups> {
  const { info, spool, among, keepsTypes, path } = column;
  const expressions = keepsTypes ? keyExpressions(info) : null;
  if (expressions !== null) {
    const own = among === null ? spool.columnFile(column.column) : null;
    const written = own === null ? await writeCells(path, column, null, signal) : null;
    const file = own === null ? written : { path: own, rows: spool.readableRows };
    const groups = file && (await typedGroups(session, file, info.kind, expressions).catch(() => null));
    await written?.discard();
    if (groups !== null) return groups;
  }
  signal.throwIfAborted();
  const written = await writeCells(path, column, info.kind, signal);
  let groups: ColumnGroups | null;
  try {
    groups = written && (await columnGroups(session, written, info.kind, ['t']));
  } finally {
    await written?.discard();
  }
  if (groups === null) throw new Error('The keys of a column could not be grouped.');
  return groups;
}

async function described(
  column: SummedColumn,
  groups: ColumnGroups,
  signal: AbortSignal,
): Promise<Omit<ColumnStatistics, 'complete'>> {
  const { kind } = column.info;
  const textOf = async ({ place }: GroupPlace): Promise<string> => (await cellAt(column, place)) ?? '';
  const [min, max] = hasMedian(kind)
    ? [groups.min && (await textOf(groups.min)), groups.max && (await textOf(groups.max))]
    : await ends(column, signal);
  const [lower, upper = lower] = await Promise.all(groups.middle.map(textOf));
  const top = await Promise.all(groups.top.map(async (group) => ({ value: await textOf(group), count: group.count })));
  const looked = min === null || max === null ? null : await look(column, min, max, signal);
  return {
    ...{ row_count: groups.rows, distinct_count: groups.distinct, null_count: groups.nulls, min, max },
    average: looked?.average ?? null,
    median: lower === undefined || upper === undefined ? null : medianOf(kind, lower, upper),
    top: topValues(top, groups.nulls),
    histogram: looked?.histogram ?? null,
  };
}

/** The cell of one of the rows that are summed up, by its place among them. */
async function cellAt({ spool, column, among }: SummedColumn, place: number): Promise<Cell> {
  const [row] = among === null ? [place] : among.slice(place, 1);
  const [cells] = row === undefined ? [] : await spool.readEach([row], ENDLESS);
  return cells?.[column] ?? null;
}

/** Mean and histogram. */
async function look(column: SummedColumn, min: string, max: string, signal: AbortSignal) {
  const { kind } = column.info;
  const mean = hasMean(kind) ? new NumberMean(kind) : null;
  const histogram = Histogram.between(kind, min, max);
  const textOf = cellTexts();
  if (mean === null && histogram === null) return null;
  await eachValue(column, signal, (bytes, from, to) => {
    mean?.add(textOf(bytes, from, to));
    histogram?.add(bytes, from, to, textOf);
  });
  return { average: mean?.mean() ?? null, histogram: histogram?.bars() ?? null };
}

/** The least and the greatest text, found without the engine: keys of long texts are cut for it. */
async function ends(column: SummedColumn, signal: AbortSignal): Promise<[string | null, string | null]> {
  const { kind } = column.info;
  const [least, most] = [new TopCells(kind, 'asc', 1), new TopCells(kind, 'desc', 1)];
  await eachValue(column, signal, (bytes, from, to, row) => {
    least.offer(bytes, from, to, row);
    most.offer(bytes, from, to, row);
  });
  const cellOf = async (top: TopCells): Promise<Cell> => {
    const [cells] = await column.spool.readEach(top.firstRows(), ENDLESS);
    return cells?.[column.column] ?? null;
  };
  return [await cellOf(least), await cellOf(most)];
}

type ValueSink = (bytes: Uint8Array, from: number, to: number, row: number) => void;

/** Each value once, without NULL. */
function eachValue({ spool, column, among }: SummedColumn, signal: AbortSignal, take: ValueSink): Promise<void> {
  let last = -1;
  const offer: ValueSink = (bytes, from, to, row) => {
    if (row <= last || among?.has(row) === false) return;
    last = row;
    take(bytes, from, to, row);
  };
  return offerColumn(spool, column, { offer, offerNull: () => undefined }, signal);
}
