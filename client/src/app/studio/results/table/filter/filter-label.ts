import type { Cell, ColumnKind, FilterOp, ResultFilter } from '#libs/api';

/** Values that a label lists; of more it says how many there are. */
const LISTED_VALUES = 3;

/** What an empty filter field of a column says. */
export function filterHint(kind: ColumnKind): string {
  if (isNumber(kind) || kind === 'interval') return 'Equals';
  if (kind === 'boolean') return 'Is';
  return isMoment(kind) ? 'Range' : 'Contains';
}

/** Operations with their names, in the order in which a column of a kind offers them; the first is the usual one. */
export function filterOps(kind: ColumnKind): readonly { readonly op: FilterOp; readonly label: string }[] {
  return opsOf(kind).map((op) => ({ op, label: OP_LABELS[op] }));
}

/** A condition in a few words, as the field of its column shows it. */
export function filterLabel(filter: ResultFilter): string {
  const { op, value = '', values = [], from = null, to = null } = filter;
  switch (op) {
    case 'between':
      return from !== null && to !== null ? `${from} – ${to}` : from !== null ? `≥ ${from}` : `≤ ${to ?? ''}`;
    case 'in':
      return listed(values);
    case 'not_in':
      return `not ${listed(values)}`;
    case 'equals':
      return `= ${value}`;
    case 'not_equals':
      return `≠ ${value}`;
    case 'greater_than':
      return `> ${value}`;
    case 'less_than':
      return `< ${value}`;
    case 'is_null':
      return 'NULL';
    case 'is_not_null':
      return 'not NULL';
    default:
      return `${OP_LABELS[op].toLowerCase()} ${value}`;
  }
}

const OP_LABELS: Record<FilterOp, string> = {
  equals: 'Equals',
  not_equals: 'Does not equal',
  contains: 'Contains',
  not_contains: 'Does not contain',
  starts_with: 'Starts with',
  ends_with: 'Ends with',
  between: 'Is between',
  greater_than: 'Is greater than',
  less_than: 'Is less than',
  in: 'Is one of',
  not_in: 'Is none of',
  is_null: 'Is NULL',
  is_not_null: 'Is not NULL',
};

const NULL_OPS = ['is_null', 'is_not_null'] as const;
const TEXT_OPS: readonly FilterOp[] = [
  'contains',
  'not_contains',
  'equals',
  'not_equals',
  'starts_with',
  'ends_with',
  'in',
  'not_in',
  ...NULL_OPS,
];
const ORDER_OPS = ['greater_than', 'less_than'] as const;
const MOMENT_OPS: readonly FilterOp[] = ['between', 'equals', 'not_equals', ...ORDER_OPS, 'in', 'not_in', ...NULL_OPS];
const NUMBER_OPS: readonly FilterOp[] = ['equals', 'not_equals', 'between', ...ORDER_OPS, 'in', 'not_in', ...NULL_OPS];
const BOOLEAN_OPS: readonly FilterOp[] = ['in', 'not_in', ...NULL_OPS];

function opsOf(kind: ColumnKind): readonly FilterOp[] {
  if (isNumber(kind) || kind === 'interval') return NUMBER_OPS;
  if (kind === 'boolean') return BOOLEAN_OPS;
  return isMoment(kind) ? MOMENT_OPS : TEXT_OPS;
}

function isNumber(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'float';
}

function isMoment(kind: ColumnKind): boolean {
  return kind === 'date' || kind === 'time' || kind === 'timestamp';
}

function listed(values: readonly Cell[]): string {
  if (values.length > LISTED_VALUES) return `${values.length} values`;
  return values.map((value) => (value === null ? 'NULL' : value === '' ? "''" : value)).join(', ');
}
