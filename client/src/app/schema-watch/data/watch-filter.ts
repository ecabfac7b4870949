import type { DiffTable } from './diff-tables';

/** How far back the list reaches, in days. */
export const PERIODS = ['7', '30', '90', '365'] as const;
export type Period = (typeof PERIODS)[number];

export const DEFAULT_PERIOD: Period = '30';

/** Which changes are shown. */
export interface ChangeFilter {
  readonly days: number;
  /** What their sentences have to hold; empty for all of them. */
  readonly search: string;
  /** Only those that broke what is broken of the contract now. */
  readonly onlyBreaking: boolean;
}

export const USUAL_FILTER: ChangeFilter = { days: Number(DEFAULT_PERIOD), search: '', onlyBreaking: false };

/** The period that an address names; the usual one where it names none that is offered. */
export function periodOf(text: string | null): Period {
  return PERIODS.find((period) => period === text) ?? DEFAULT_PERIOD;
}

/** Whether two filters let the same changes through. */
export function isSameFilter(a: ChangeFilter, b: ChangeFilter): boolean {
  return a.days === b.days && a.search === b.search && a.onlyBreaking === b.onlyBreaking;
}

/** The period to look at so that a time (ISO 8601) lies in it: the present one where it does already. */
export function periodReaching(present: Period, at: string, now: Date): Period {
  const daysAgo = (now.getTime() - Date.parse(at)) / 86_400_000;
  const reaching = PERIODS.filter((period) => Number(period) > daysAgo && Number(period) >= Number(present));
  return reaching[0] ?? '365';
}

/** Those tables of a diff with a line that breaks the contract; all of them where none does. */
export function breakingTables(tables: readonly DiffTable[]): readonly DiffTable[] {
  const found = tables.filter(({ lines }) => lines.some(({ breaksContract }) => breaksContract));
  return found.length === 0 ? tables : found;
}

/**
 * Those tables of a diff whose name, sentences or lines hold the text, whatever its case. All of them for no text, and
 * where none does: the text then spans several.
 */
export function matchingTables(tables: readonly DiffTable[], text: string): readonly DiffTable[] {
  const needle = text.trim().toLowerCase();
  if (needle === '') return tables;
  const found = tables.filter(({ table, sentences, lines }) =>
    [table, ...sentences, ...lines.flatMap((line) => [line.text, line.note])].some((words) =>
      words.toLowerCase().includes(needle),
    ),
  );
  return found.length === 0 ? tables : found;
}
