import type { ImportDateOrder, ImportDecimal, ImportDoubt, ImportMapping } from '../api/index.js';
import { DATE_ORDER_NAMES } from '../files/index.js';

/** What the orders of dates and the decimal signs are called. */
export const READING_LABELS: Readonly<Record<ImportDateOrder | ImportDecimal, string>> = {
  ...DATE_ORDER_NAMES,
  '.': 'decimal point',
  ',': 'decimal comma',
};

const DATE = /^(?:date|timestamp|datetime)/i;
const NUMBER =
  /^(?:u?(?:tiny|small|medium|big|huge)?int(?:eger)?\d*\b|(?:big|small)?serial|numeric|decimal|real|float|double|money)/i;
const CHOICES = { date: 'date order', number: 'decimal sign' } as const;

/** Whether a column of a database type takes dates or numbers, which texts of that kind could mean in several ways. */
export function isDoubtfulAs(kind: ImportDoubt['kind'], type: string): boolean {
  return (kind === 'date' ? DATE : NUMBER).test(type);
}

/** `"01/02/2024" is 2024-02-01 (day, month, year) or 2024-01-02 (month, day, year)`. */
export function doubtText({ sample, readings }: ImportDoubt): string {
  return `"${sample}" is ${readings.map(({ as, text }) => `${text} (${READING_LABELS[as]})`).join(' or ')}`;
}

/**
 * Why columns cannot be imported before a person has chosen how their values are read, a sentence each. `typeOf` is the
 * type of a column of the table, null where it is not known.
 */
export function doubtFaults(
  doubts: readonly ImportDoubt[],
  columns: readonly ImportMapping[],
  typeOf: (column: ImportMapping) => string | null,
): string[] {
  const bySource = new Map(doubts.map((doubt) => [doubt.column, doubt]));
  return columns.flatMap((column) => {
    const doubt = bySource.get(column.source);
    const type = typeOf(column);
    if (doubt === undefined || type === null || !isDoubtfulAs(doubt.kind, type)) return [];
    return [`Choose the ${CHOICES[doubt.kind]} for "${doubt.column}": ${doubtText(doubt)}.`];
  });
}
