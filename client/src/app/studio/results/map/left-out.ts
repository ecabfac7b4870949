import type { LeftOutReason, LeftOutRow } from '#libs/geo';
import { countedText, countText } from '#libs/results';
import type { RowsEnd } from '../result-rows';

/** What of the rows in sight is drawn; a row at the edge of two tiles counts in both. */
export interface TileCount {
  readonly drawn: number;
  readonly inSight: number;
  readonly failed: number;
}

/** Rows that are not drawn for one reason. */
export interface LeftOutGroup {
  readonly words: string;
  readonly rows: readonly number[];
}

const WORDS: Record<LeftOutReason, (srid: number) => string> = {
  null: () => 'no position',
  empty: () => 'an empty geometry',
  unreadable: () => 'an invalid geometry',
  'off-earth': () => 'coordinates out of range',
  'unknown-srid': () => 'no SRID and not in degrees',
  database: (srid) => `SRID ${srid}, not transformed`,
  edited: (srid) => `SRID ${srid}, edited, not transformed`,
};

/** Rows that are not drawn, by their reason, the most frequent first. */
export function leftOutGroups(leftOut: readonly LeftOutRow[]): LeftOutGroup[] {
  const groups = new Map<string, number[]>();
  for (const { row, reason, srid } of leftOut) {
    const words = WORDS[reason](srid ?? 0);
    const rows = groups.get(words);
    if (rows) rows.push(row);
    else groups.set(words, [row]);
  }
  return [...groups].map(([words, rows]) => ({ words, rows })).sort((a, b) => b.rows.length - a.rows.length);
}

/** How many of how many rows are drawn. */
export function drawnText(drawn: number, total: number): string {
  return drawn === total
    ? `${countedText(drawn, 'row')} drawn`
    : `${countText(drawn)} of ${countedText(total, 'row')} drawn`;
}

/** How many of how many rows are drawn by tiles; `total` is of the whole result. */
export function tilesText({ drawn, inSight, failed }: TileCount, total: number): string {
  const [shown, here] = [Math.min(drawn, total), Math.min(inSight, total)];
  const part = shown < here ? `${countText(shown)} of the ${countText(here)} in view, more when you zoom in` : '';
  const rows = part === '' ? `${countedText(here, 'row')} in view` : part;
  const lost = failed > 0 ? ` ${countedText(failed, 'tile')} couldn't be made.` : '';
  return `Drawn by the database: ${rows}, of ${countText(total)} in all.${lost}`;
}

/** Why rows of a large result are not here at all; empty where they are. */
export function capText(end: RowsEnd | null, read: number, total: number): string {
  const rest = countedText(total - read, 'row');
  if (end === 'cap') return `${rest} beyond the first ${countText(read)}, which is as many as the map reads`;
  if (end === 'size') return `${rest} beyond the first ${countText(read)}, which are as much as the map reads`;
  return '';
}
