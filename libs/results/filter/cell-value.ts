import type { ColumnKind } from '../../api/index.js';
import { compareCodePoints } from '../compare-code-points.js';
import { compareExactNumbers, parseExactNumber } from '../values/exact-number.js';
import { compareInstants, parseInstant } from '../values/instant.js';
import { parseInterval } from '../values/interval.js';
import { networkKey } from '../values/network.js';

/** The values of a kind that is compared by value: how they are read from a text, and their order. */
export interface ValueOrder<Value = unknown> {
  /** Null for a text that is not of the kind. */
  readonly parse: (text: string) => Value | null;
  readonly compare: (a: Value, b: Value) => number;
}

const NUMBERS: ValueOrder = orderOf(parseExactNumber, compareExactNumbers);
const INSTANTS: ValueOrder = orderOf(parseInstant, compareInstants);
const INTERVALS: ValueOrder = orderOf(parseInterval, compareExactNumbers);
const NETWORKS: ValueOrder = orderOf(networkKey, compareCodePoints);
const BOOLEANS: ValueOrder = orderOf(
  (text) => (TRUE.has(text) ? 1 : FALSE.has(text) ? 0 : null),
  (a, b) => a - b,
);
const TRUE: ReadonlySet<string> = new Set(['t', 'true', '1']);
const FALSE: ReadonlySet<string> = new Set(['f', 'false', '0']);

/** The order that `compareCells` gives the values of a kind; null for the kinds that are compared as texts. */
export function valueOrder(kind: ColumnKind): ValueOrder | null {
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'float':
      return NUMBERS;
    case 'date':
    case 'time':
    case 'timestamp':
      return INSTANTS;
    case 'interval':
      return INTERVALS;
    case 'network':
      return NETWORKS;
    case 'boolean':
      return BOOLEANS;
    default:
      return null;
  }
}

/** Texts by code point, as `fold` makes them. */
export function textOrder(fold: (text: string) => string): ValueOrder {
  return orderOf(fold, compareCodePoints);
}

/** Hides the type of the values: those of one order are only given to the same one. */
function orderOf<Value>(parse: (text: string) => Value | null, compare: (a: Value, b: Value) => number): ValueOrder {
  return { parse, compare: (a, b) => compare(a as Value, b as Value) };
}
