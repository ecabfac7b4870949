import type { DateOrder } from './date-orders.js';
import type { DecimalSign } from './decimal-signs.js';

/** A column whose values can be read in several ways, and what the first of them would be in each. */
export interface ReadingDoubt {
  readonly column: string;
  readonly kind: 'date' | 'number';
  /** The first value, as the file has it. */
  readonly sample: string;
  readonly readings: readonly { readonly as: DateOrder | DecimalSign; readonly text: string }[];
}

/** How a file is read that is imported; null where there is no such thing, or it is not known. */
export interface FoundReading {
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly quote: string | null;
  readonly hasHeader: boolean | null;
  readonly dateOrder: DateOrder | null;
  readonly decimal: DecimalSign | null;
  readonly doubts: readonly ReadingDoubt[];
  /** The columns of types whose texts may stand for their values in a column of text. */
  readonly asWritten: readonly string[];
}

/** Nothing is known of a file. */
export const NOTHING_FOUND: FoundReading = {
  ...{ encoding: null, delimiter: null, quote: null, hasHeader: null, dateOrder: null, decimal: null },
  ...{ doubts: [], asWritten: [] },
};
