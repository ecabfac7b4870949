import type { Cell, ResultRow } from '../api/index.js';

/**
 * The cell at a place in a row that is written as a JSON array of strings and nulls without spaces, without reading the
 * cells behind it; null when the row is shorter.
 */
export function cellInLine(line: string, index: number): Cell {
  let at = 1;
  for (let left = index; left > 0; left -= 1) {
    at = endOfCell(line, at) + 1;
    if (at >= line.length) return null;
  }
  return cellBetween(line, at, endOfCell(line, at));
}

/**
 * The cells of a row that is written as a JSON array of strings and nulls without spaces. `JSON.parse` enters each short
 * string into a table of the process, which takes memory and time for values that are seen once.
 */
export function cellsInLine(line: string): ResultRow {
  const cells: Cell[] = [];
  for (let at = 1; at < line.length - 1;) {
    const end = endOfCell(line, at);
    cells.push(cellBetween(line, at, end));
    at = end + 1;
  }
  return cells;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function cellBetween(line: string, at: number, end: number): Cell {
  if (line.charCodeAt(at) !== QUOTE) return null;
  const text = line.slice(at + 1, end - 1);
  return text.includes('\\') ? (JSON.parse(line.slice(at, end)) as string) : text;
}

/** Where the cell that begins at `at` ends: the place of the comma or bracket behind it. */
function endOfCell(line: string, at: number): number {
  if (line.charCodeAt(at) !== QUOTE) return at + 'null'.length;
  let quote = at;
  do {
    quote = line.indexOf('"', quote + 1);
    if (quote < 0) return line.length;
  } while (isEscaped(line, quote));
  return quote + 1;
}

function isEscaped(line: string, at: number): boolean {
  let first = at;
  while (line.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
