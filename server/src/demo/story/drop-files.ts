import { products } from './assortment.js';
import { DAY_MS, LAST_DAY, dayText, instantText } from './calendar.js';
import { orders } from './orders.js';
import { seededRandom } from './random.js';
import { stores } from './stores.js';
import { supplierOf } from './warehouse.js';
import { FIRST_VISIT_DAY, VISIT_DAY_COUNT } from './web-visits.js';

const CURRENCIES = { CHF: 0.94, DKK: 7.46, NOK: 11.6, PLN: 4.28, SEK: 11.2 };
const REASONS = ['too small', 'too large', 'damaged in transit', 'zip jams', 'not as described', 'changed my mind'];
const TRADING_DAYS = 180;

/** What the suppliers ask for their goods this season: CSV with quotes, commas and gaps, as such lists come. */
export function supplierPricesCsv(): string {
  const random = seededRandom('supplier prices');
  const lines = products().map((product) => {
    const supplier = supplierOf(product.categoryId);
    const price = (product.costCents * (0.98 + random.next() * 0.1)) / 100;
    const note = random.chance(0.08) ? quoted(`min. 10 pcs, "${product.name}" only in cartons`) : '';
    return [quoted(supplier.name), product.sku, price.toFixed(2), 'EUR', '2026-03-01', note].join(',');
  });
  return ['supplier,sku,net_price,currency,valid_from,note', ...lines, ''].join('\n');
}

/** What came back in the last year and why: one JSON object a line, some with photos, some without a comment. */
export function returnsNdjson(): string {
  const random = seededRandom('returns');
  const lines: string[] = [];
  for (const order of orders()) {
    if (order.status !== 'returned' || order.placedAt < FIRST_VISIT_DAY) continue;
    const item = random.pick(order.items);
    lines.push(
      JSON.stringify({
        order_id: order.id,
        sku: item.product.sku,
        returned_at: instantText(order.placedAt + random.integer(3, 28) * DAY_MS),
        reason: random.pick(REASONS),
        quantity: random.integer(1, item.quantity),
        photos: Array.from(
          { length: random.integer(0, 2) },
          (_, index) => `${String(order.id)}-${String(index + 1)}.jpg`,
        ),
        comment: random.chance(0.2) ? 'Seam open after one night — see photo.' : null,
      }),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Euro reference rates of the last months, tab-separated, weekdays only. */
export function exchangeRatesTsv(): string {
  const random = seededRandom('exchange rates');
  const drift = new Map(Object.entries(CURRENCIES));
  const lines = ['day\tcurrency\trate'];
  for (let day = LAST_DAY - TRADING_DAYS * DAY_MS; day <= LAST_DAY; day += DAY_MS) {
    if (new Date(day).getUTCDay() % 6 === 0) continue;
    for (const [currency, rate] of drift) {
      const next = rate * (1 + (random.next() - 0.5) * 0.006);
      drift.set(currency, next);
      lines.push(`${dayText(day)}\t${currency}\t${next.toFixed(4)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The stores' opening hours with their exceptions: nested JSON, as the web site uses it. */
export function openingHoursJson(): string {
  const open = stores().filter((store) => store.closedAt === null);
  const list = open.map((store) => ({
    store: store.code,
    city: store.city,
    hours: store.openingHours,
    closed_on: ['2026-12-25', '2027-01-01'],
    parking: store.id % 3 === 0 ? { spaces: store.id * 4, free_minutes: 60 } : null,
  }));
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** People counted at the doors, per store and day of the last year: CSV text from which the Parquet file is made. */
export function storeVisitorsCsv(): string {
  const random = seededRandom('store visitors');
  const lines = ['store_code,day,visitors,rain_mm'];
  for (const store of stores()) {
    const size = 140 + (store.areaSquareMetres ?? 400) * 0.7;
    for (let index = 0; index < VISIT_DAY_COUNT; index++) {
      const day = FIRST_VISIT_DAY + index * DAY_MS;
      const isClosed = new Date(day).getUTCDay() === 0 || (store.closedAt ?? Infinity) < day;
      if (isClosed) continue;
      const rainMm = random.chance(0.55) ? 0 : Math.round(random.next() ** 2 * 300) / 10;
      const isBroken = random.chance(0.01);
      const visitors = Math.round(size * (0.6 + random.next() * 0.8) * (1 - rainMm / 60));
      lines.push(`${store.code},${dayText(day)},${isBroken ? '' : String(visitors)},${rainMm.toFixed(1)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
