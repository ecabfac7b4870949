import { FILTER_OPS } from '../../api/index.js';
import type { ColumnKind, ResultColumn, ResultFilter } from '../../api/index.js';
import { isStrictOp, isTextOp } from './cell-predicate.js';
import { valueOrder } from './cell-value.js';

/** What is wrong with a condition: its place among the conditions, from 0, the member, and a sentence. */
export interface FilterFault {
  readonly condition: number;
  readonly member: 'column' | keyof ResultFilter;
  readonly detail: string;
}

type Fault = Omit<FilterFault, 'condition'>;

/** Conditions of one filter, and values of one condition, at most. */
export const MAX_FILTERS = 100;
export const MAX_FILTER_VALUES = 1000;

/** What keeps conditions from being applied to a result of these columns; empty where nothing does. */
export function filterFaults(
  filters: readonly ResultFilter[],
  columns: readonly Pick<ResultColumn, 'name' | 'kind'>[],
): FilterFault[] {
  return filters.flatMap((filter, condition) =>
    faultsOf(filter, columns[filter.column]).map((fault) => ({ ...fault, condition })),
  );
}

function faultsOf(filter: ResultFilter, column: Pick<ResultColumn, 'name' | 'kind'> | undefined): Fault[] {
  if (column === undefined)
    return [{ member: 'column', detail: `The result has no column ${String(filter.column)}, counted from 0.` }];
  if (!FILTER_OPS.includes(filter.op)) return [{ member: 'op', detail: `The operation ${filter.op} is not known.` }];
  return [...missing(filter), ...illFormed(filter), ...misfits(filter, column)];
}

function missing({ op, value, values, from = null, to = null }: ResultFilter): Fault[] {
  if (op === 'is_null' || op === 'is_not_null') return [];
  if (op === 'in' || op === 'not_in') {
    if (values === undefined) return [{ member: 'values', detail: `${op} needs values.` }];
    const detail = `${op} takes at most ${String(MAX_FILTER_VALUES)} values.`;
    return values.length > MAX_FILTER_VALUES ? [{ member: 'values', detail }] : [];
  }
  if (op === 'between')
    return from === null && to === null ? [{ member: 'from', detail: 'between needs from, to or both.' }] : [];
  return value === undefined ? [{ member: 'value', detail: `${op} needs a value.` }] : [];
}

/** Half a surrogate pair would be found inside of whole ones. */
function illFormed({ value = '', values = [], from, to }: ResultFilter): Fault[] {
  const texts = { value: [value], values, from: [from ?? ''], to: [to ?? ''] };
  const members = (['value', 'values', 'from', 'to'] as const).filter((member) =>
    texts[member].some((text) => text !== null && HALF_PAIR.test(text)),
  );
  return members.map((member) => ({ member, detail: 'The text is not valid Unicode.' }));
}

const HALF_PAIR = /\p{Surrogate}/u;

/** `in` and `not_in` take whatever a column may hold, such as words among the numbers of SQLite. */
function misfits(filter: ResultFilter, { name, kind }: Pick<ResultColumn, 'name' | 'kind'>): Fault[] {
  const order = valueOrder(kind);
  const { op, value, from = null, to = null } = filter;
  if (order === null || isTextOp(op)) return [];
  const ends = { value: null, from: op === 'between' ? from : null, to: op === 'between' ? to : null };
  const texts = op === 'equals' || op === 'not_equals' || isStrictOp(op) ? { ...ends, value: value ?? null } : ends;
  return (['value', 'from', 'to'] as const).flatMap((member) => {
    const text = texts[member];
    return text === null || isOfKind(text, kind)
      ? []
      : [{ member, detail: `${name} holds ${KINDS[kind] ?? 'values'}; “${text}” is not one.` }];
  });
}

const KINDS: Partial<Record<ColumnKind, string>> = {
  integer: 'numbers',
  decimal: 'numbers',
  float: 'numbers',
  boolean: 'true or false',
  date: 'dates',
  time: 'times',
  timestamp: 'timestamps',
  interval: 'intervals',
  network: 'IP addresses',
};

const CALENDAR = /\d-\d|infinity/;

/** A time of day is no date, and a date no time, although both are instants. */
function isOfKind(text: string, kind: ColumnKind): boolean {
  if (valueOrder(kind)?.parse(text) === null) return false;
  if (kind === 'time') return /^\d{1,2}:/.test(text);
  return kind === 'date' || kind === 'timestamp' ? CALENDAR.test(text) : true;
}
