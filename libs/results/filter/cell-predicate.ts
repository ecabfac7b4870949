import type { Cell, ColumnKind, FilterOp, ResultFilter } from '../../api/index.js';
import { textOrder, valueOrder } from './cell-value.js';
import type { ValueOrder } from './cell-value.js';
import { foldCase, foldPattern } from './fold-case.js';

/** Whether a cell meets a condition. */
export type CellPredicate = (cell: Cell) => boolean;
type TextPredicate = (text: string) => boolean;

/** The operations that look at the text of a cell of any kind. */
const TEXT_OPS: ReadonlySet<FilterOp> = new Set<FilterOp>(['contains', 'not_contains', 'starts_with', 'ends_with']);

/** True for the operations that look at the text of a cell of any kind, not at its value. */
export function isTextOp(op: FilterOp): boolean {
  return TEXT_OPS.has(op);
}

/** True for the operations that leave out the value itself. */
export function isStrictOp(op: FilterOp): boolean {
  return op === 'greater_than' || op === 'less_than';
}

/** What a condition on a column of this kind means for a cell. The condition is one that `filterFaults` accepts. */
export function cellPredicate(kind: ColumnKind, filter: ResultFilter): CellPredicate {
  const { op } = filter;
  if (op === 'is_null') return (cell) => cell === null;
  if (op === 'is_not_null') return (cell) => cell !== null;
  const isMet = isTextOp(op) ? textPredicate(filter) : valuePredicate(kind, filter);
  const isNullMet = op === 'in' && filter.values?.includes(null) === true;
  return (cell) => (cell === null ? isNullMet : isMet(cell));
}

function textPredicate({ op, value = '', case_sensitive: isExact = false }: ResultFilter): TextPredicate {
  if (op === 'starts_with') return isExact ? (text) => text.startsWith(value) : patternPredicate('^', value, '');
  if (op === 'ends_with') return isExact ? (text) => text.endsWith(value) : patternPredicate('', value, '$');
  const contains: TextPredicate = isExact ? (text) => text.includes(value) : patternPredicate('', value, '');
  return op === 'not_contains' ? (text) => !contains(text) : contains;
}

/** A pattern of all cases is several times as fast as folding each text. */
function patternPredicate(start: string, value: string, end: string): TextPredicate {
  const pattern = new RegExp(start + foldPattern(value) + end);
  return (text) => pattern.test(text);
}

function valuePredicate(kind: ColumnKind, filter: ResultFilter): TextPredicate {
  const fold = filter.case_sensitive === true ? asIs : foldCase;
  const order = valueOrder(kind);
  if (filter.op === 'between') return betweenPredicate(order ?? textOrder(fold), filter);
  if (isStrictOp(filter.op)) return strictPredicate(order ?? textOrder(fold), filter);
  const texts = filter.op === 'in' || filter.op === 'not_in' ? (filter.values ?? []) : [filter.value ?? ''];
  const isOne = oneOf(
    texts.filter((text) => text !== null),
    order,
    fold,
  );
  return filter.op === 'not_equals' || filter.op === 'not_in' ? (text) => !isOne(text) : isOne;
}

/** Whether a text is one of some, by value where it has one of its kind. */
function oneOf(texts: readonly string[], order: ValueOrder | null, fold: (text: string) => string): TextPredicate {
  const same = new Set(texts.map(fold));
  const values = texts.map((text) => order?.parse(text) ?? null).filter((value) => value !== null);
  return (text) => {
    if (same.has(fold(text))) return true;
    const value = order?.parse(text) ?? null;
    return value !== null && values.some((one) => order?.compare(value, one) === 0);
  };
}

/** Texts that are not of the kind are between no two values. */
function betweenPredicate({ parse, compare }: ValueOrder, { from, to }: ResultFilter): TextPredicate {
  const [least, most] = [from, to].map((end) => (end === null || end === undefined ? null : parse(end)));
  return (text) => {
    const value = parse(text);
    if (value === null) return false;
    const isBefore = least !== null && compare(value, least) < 0;
    const isBehind = most !== null && compare(value, most) > 0;
    return !isBefore && !isBehind;
  };
}

/** Texts that are not of the kind are neither greater nor less. */
function strictPredicate({ parse, compare }: ValueOrder, { op, value = '' }: ResultFilter): TextPredicate {
  const end = parse(value);
  return (text) => {
    const read = parse(text);
    if (read === null || end === null) return false;
    return op === 'greater_than' ? compare(read, end) > 0 : compare(read, end) < 0;
  };
}

function asIs(text: string): string {
  return text;
}
