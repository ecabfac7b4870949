import type { Cell } from '../api/index.js';
import { formatCell } from './format-cell.js';

/** Widths in pixels: 12 px mono text, 12 px interface text of a header, 11 px mono text of its type, and paddings. */
const MONO_12 = 7.25;
const UI_12 = 6.9;
const MONO_11 = 6.6;
const TYPE_EXTRA = 5;
const PADDING = 18;
const HEADER_EXTRA = 16;
const NARROWEST = 56;
const WIDEST = 360;

/** The first width of a column in pixels, from its header and a sample of its cells; values never widen it past 360. */
export function columnWidth(name: string, type: string, cells: readonly Cell[]): number {
  const header = Math.max(name.length * UI_12 + HEADER_EXTRA, type.length * MONO_11 + TYPE_EXTRA);
  let longest = 0;
  for (const cell of cells) longest = Math.max(longest, formatCell(cell).text.length);
  const width = Math.max(Math.min(header, WIDEST), longest * MONO_12) + PADDING;
  return Math.round(Math.min(Math.max(width, NARROWEST), WIDEST));
}
