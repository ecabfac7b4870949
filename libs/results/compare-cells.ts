import type { Cell, ColumnKind } from '../api/index.js';
import { compareCodePoints } from './compare-code-points.js';
import { parseInterval } from './values/interval.js';
import { networkKey } from './values/network.js';
import { type Instant, compareInstants, parseInstant } from './values/instant.js';
import { type ExactNumber, compareExactNumbers, parseExactNumber } from './values/exact-number.js';

/** Orders two cells of one column: negative, zero or positive, as `Array.prototype.sort` expects. */
export type CellComparator = (a: Cell, b: Cell) => number;

/**
 * The ascending order of a column of this kind, decided on the database's own text without rounding anything: integers
 * and decimals of any length, floats, dates and timestamps with their zone (BC and infinity included), intervals,
 * addresses of networks, booleans, and everything else by code point, as the collation "C" does. NULL comes last; a text that is not of the kind comes after
 * those that are. Keys are remembered by the comparator, so use one comparator per column and let it go with the result.
 */
export function compareCells(kind: ColumnKind): CellComparator {
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'float':
      return nullsLast(byKey<ExactNumber>(parseExactNumber, compareExactNumbers));
    case 'date':
    case 'time':
    case 'timestamp':
      return nullsLast(byKey<Instant>(parseInstant, compareInstants));
    case 'interval':
      return nullsLast(byKey<ExactNumber>(parseInterval, compareExactNumbers));
    case 'network':
      return nullsLast(byKey<string>(networkKey, compareCodePoints));
    case 'boolean':
      return nullsLast(byKey<number>(parseBoolean, (a, b) => a - b));
    default:
      return nullsLast(compareCodePoints);
  }
}

type TextComparator = (a: string, b: string) => number;

function nullsLast(compare: TextComparator): CellComparator {
  return (a, b) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a === b ? 0 : compare(a, b);
  };
}

function byKey<Key>(parse: (text: string) => Key | null, compare: (a: Key, b: Key) => number): TextComparator {
  const keys = new Map<string, Key | null>();
  const keyOf = (text: string): Key | null => {
    const known = keys.get(text);
    if (known !== undefined) return known;
    const key = parse(text);
    keys.set(text, key);
    return key;
  };
  return (a, b) => {
    const keyA = keyOf(a);
    const keyB = keyOf(b);
    if (keyA === null || keyB === null) {
      return Number(keyA === null) - Number(keyB === null) || compareCodePoints(a, b);
    }
    return compare(keyA, keyB);
  };
}

const BOOLEANS = new Map([
  ['f', 0],
  ['false', 0],
  ['0', 0],
  ['t', 1],
  ['true', 1],
  ['1', 1],
]);

function parseBoolean(text: string): number | null {
  return BOOLEANS.get(text) ?? null;
}
