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
