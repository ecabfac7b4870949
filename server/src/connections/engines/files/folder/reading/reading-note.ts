import { DATE_ORDER_NAMES } from '#libs/files';
import type { FoundReading } from '#libs/files';

/** A sentence on how a file is read, and what to set in a Files connection to have it read in another way. */
export interface ReadingNote {
  readonly text: string;
  readonly advice?: string;
}

/** A note for those who can set how the file is read. */
export function withAdvice({ text, advice }: ReadingNote): string {
  return advice === undefined ? text : `${text} ${advice}`;
}

/** Says which dates are text since they have two meanings; none where there are no such dates. */
export function doubtfulDates(columns: readonly string[]): ReadingNote[] {
  if (columns.length === 0) return [];
  const text = `Dates stay text where day and month could be exchanged: ${columns.join(', ')}.`;
  return [{ text, advice: 'Set date_format to read them.' }];
}

/** Says in which order dates are read that do not begin with the year. */
export function orderOfDates(found: Partial<FoundReading> | undefined): ReadingNote[] {
  const order = found?.dateOrder ?? null;
  return order === null || order === 'ymd' ? [] : [{ text: `Dates are read as ${DATE_ORDER_NAMES[order]}.` }];
}
