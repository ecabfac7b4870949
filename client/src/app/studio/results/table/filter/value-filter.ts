import type { Cell, ResultFilter } from '#libs/api';

/** The condition that a column has exactly this value. */
export function filterByValue(column: number, value: Cell): ResultFilter {
  return value === null ? { column, op: 'is_null' } : { column, op: 'in', values: [value], case_sensitive: true };
}

/** The condition that a column has another value; values that `before` excludes stay excluded. */
export function excludeValue(column: number, value: Cell, before: ResultFilter | null): ResultFilter {
  if (value === null) return { column, op: 'is_not_null' };
  const values = before?.op === 'not_in' ? (before.values ?? []) : [];
  return { column, op: 'not_in', values: [...values.filter((one) => one !== value), value], case_sensitive: true };
}

/** The condition for what was entered; null where nothing was, which means no condition. */
export function enteredFilter(filter: ResultFilter): ResultFilter | null {
  const { column, op, case_sensitive: isExact = false } = filter;
  const exact = isExact ? { case_sensitive: true } : {};
  switch (op) {
    case 'is_null':
    case 'is_not_null':
      return { column, op };
    case 'between': {
      const [from, to] = [filter.from, filter.to].map((end) => (end === '' || end === undefined ? null : end));
      return from === null && to === null ? null : { column, op, from: from ?? null, to: to ?? null, ...exact };
    }
    case 'in':
    case 'not_in':
      return filter.values?.length ? { column, op, values: filter.values, ...exact } : null;
    default:
      return filter.value === undefined || filter.value === '' ? null : { column, op, value: filter.value, ...exact };
  }
}
