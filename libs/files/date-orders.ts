const DATE_FIELDS = /%[dmyY]/g;

/**
 * The formats in which the same text could be meant another way round: day and month exchanged, and with a year of two
 * digits each order that is in use. None for a format that begins with a year of four digits.
 */
export function otherDateOrders(format: string): string[] {
  const fields = format.match(DATE_FIELDS) ?? [];
  if (fields.length !== 3 || fields[0] === '%Y') return [];
  const orders = fields.includes('%y') ? ['%d%m%y', '%m%d%y', '%y%m%d'] : ['%d%m%Y', '%m%d%Y'];
  const own = fields.join('');
  return orders.filter((order) => order !== own).map((order) => inOrder(format, order));
}

function inOrder(format: string, order: string): string {
  const fields = order.match(DATE_FIELDS) ?? [];
  let next = 0;
  return format.replace(DATE_FIELDS, () => fields[next++] ?? '');
}

/** The orders of day, month and year in which dates are written. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];
export const DATE_ORDER_NAMES: Readonly<Record<DateOrder, string>> = {
  dmy: 'day, month, year',
  mdy: 'month, day, year',
  ymd: 'year, month, day',
};

/** The order of a format of dates; null where it has not a day, a month and a year, or begins with the day of a year. */
export function dateOrder(format: string | null): DateOrder | null {
  const order = (format?.match(DATE_FIELDS) ?? []).join('').replaceAll('%', '').toLowerCase();
  return DATE_ORDERS.find((one) => one === order) ?? null;
}

/** A format with its day, month and year in another order; as it is where it begins with a year of four digits. */
export function inDateOrder(format: string, order: DateOrder): string {
  const fields = format.match(DATE_FIELDS) ?? [];
  if (fields.length !== 3 || fields[0] === '%Y') return format;
  const year = fields.includes('%y') ? '%y' : '%Y';
  return inOrder(
    format,
    Array.from(order)
      .map((field) => (field === 'y' ? year : `%${field}`))
      .join(''),
  );
}

/**
 * The order of dates in a file: the chosen one, else the one that the columns prove whose values are dates in no other
 * order. Null where no column proves one, or two prove different ones.
 */
export function provenDateOrder(chosen: DateOrder | null, proving: readonly (DateOrder | null)[]): DateOrder | null {
  if (chosen !== null) return chosen;
  const orders = new Set(proving);
  const [order = null] = orders;
  return orders.size === 1 ? order : null;
}
