import type { Product } from './assortment.js';
import { products } from './assortment.js';
import { DAY_MS, LAST_DAY, MINUTE_MS, orderTimes, progress } from './calendar.js';
import type { Customer } from './customers.js';
import { customers, registeredBy } from './customers.js';
import { seededRandom } from './random.js';
import type { Random } from './random.js';
import type { Store } from './stores.js';
import { stores } from './stores.js';
import { itemAt } from './item-at.js';

export const ORDER_COUNT = 50_000;

/** As the enum `order_status` lists them. */
export const ORDER_STATUSES = ['pending', 'paid', 'shipped', 'delivered', 'returned', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface OrderItem {
  readonly product: Product;
  readonly quantity: number;
  /** What one piece cost at the time, in cents. */
  readonly unitPriceCents: number;
  /** Hundredths taken off this line. */
  readonly discountPercent: number;
}

export interface Order {
  readonly id: number;
  readonly customer: Customer;
  /** Null for an order of the web shop. */
  readonly storeId: number | null;
  readonly status: OrderStatus;
  readonly placedAt: number;
  readonly shippedAt: number | null;
  readonly giftMessage: string | null;
  readonly items: readonly OrderItem[];
  readonly totalCents: number;
}

const STATUS_WEIGHTS_LATER = [0, 0, 0, 91, 5, 4];
const STATUS_WEIGHTS_RECENT = [8, 26, 34, 28, 0, 4];
const DISCOUNTS = [0, 0, 0, 0, 0, 0, 5, 10, 15, 20];
const GIFTS = ['Happy birthday!', 'For many nights under the stars ⭐', 'Til lykke!', 'Joyeux Noël'];
const RECENT_MS = 9 * DAY_MS;

/** The orders in order of time, made one after the other so that they never all stand in memory. */
export function* orders(): Generator<Order> {
  const random = seededRandom('orders');
  const everyone = customers();
  const shelves = seasonalShelves(products());
  const allStores = stores();
  const times = orderTimes(ORDER_COUNT, seededRandom('order times'));
  for (const [index, placedAt] of times.entries()) {
    const known = registeredBy(placedAt, everyone);
    const customer = itemAt(everyone, Math.floor(known * random.next() ** 1.35));
    yield makeOrder(index + 1, placedAt, customer, shelves, allStores, random);
  }
}

function makeOrder(
  id: number,
  placedAt: number,
  customer: Customer,
  shelves: SeasonalShelves,
  allStores: readonly Store[],
  random: Random,
): Order {
  const storeId = storeOf(customer, placedAt, allStores, random);
  const status = statusOf(placedAt, storeId !== null, random);
  const items = pickItems(placedAt, shelves, random);
  const isSent = storeId === null && (status === 'shipped' || status === 'delivered' || status === 'returned');
  return {
    id,
    customer,
    storeId,
    status,
    placedAt,
    shippedAt: isSent ? placedAt + random.integer(300, 4_000) * MINUTE_MS : null,
    giftMessage: random.chance(0.03) ? random.pick(GIFTS) : null,
    items,
    totalCents: items.reduce((sum, item) => sum + lineCents(item), 0),
  };
}

/** What a line costs in cents, rounded per line as an invoice does. */
export function lineCents(item: OrderItem): number {
  return Math.round((item.quantity * item.unitPriceCents * (100 - item.discountPercent)) / 100);
}

/** The web shop's share grows; on Sundays and where no store is open, everything goes through it. */
function storeOf(customer: Customer, placedAt: number, allStores: readonly Store[], random: Random): number | null {
  const isWeb = random.chance(0.36 + 0.22 * progress(placedAt));
  const store = allStores[customer.cityIndex];
  if (isWeb || store === undefined || new Date(placedAt).getUTCDay() === 0) return null;
  const isOpen = store.openedAt <= placedAt && (store.closedAt ?? Infinity) > placedAt;
  return isOpen ? store.id : null;
}

function statusOf(placedAt: number, isInStore: boolean, random: Random): OrderStatus {
  const isRecent = placedAt > LAST_DAY + DAY_MS - RECENT_MS;
  const index = random.weighted(isRecent ? STATUS_WEIGHTS_RECENT : STATUS_WEIGHTS_LATER);
  const status = ORDER_STATUSES[index] ?? 'delivered';
  return isInStore && status !== 'returned' ? 'delivered' : status;
}

/** What sells in the light and in the dark half of the year, with running sums of how well. */
interface SeasonalShelves {
  readonly summer: Shelf;
  readonly winter: Shelf;
}
interface Shelf {
  readonly products: readonly Product[];
  readonly limits: readonly number[];
}

function seasonalShelves(all: readonly Product[]): SeasonalShelves {
  return { summer: makeShelf(all, 'summer'), winter: makeShelf(all, 'winter') };
}

function makeShelf(all: readonly Product[], season: 'summer' | 'winter'): Shelf {
  let sum = 0;
  const limits = all.map((product) => {
    const fit = product.season === season ? 2.2 : product.season === 'any' ? 1.2 : 0.5;
    const price = 1 / Math.sqrt(1 + product.priceCents / 5_000);
    return (sum += product.appeal * fit * price);
  });
  return { products: all, limits };
}

function pickItems(placedAt: number, shelves: SeasonalShelves, random: Random): OrderItem[] {
  const month = new Date(placedAt).getUTCMonth();
  const shelf = month >= 3 && month <= 8 ? shelves.summer : shelves.winter;
  const items = new Map<number, OrderItem>();
  do {
    const product = pickProduct(shelf, random);
    const isSold = product.listedAt <= placedAt && (product.discontinuedAt ?? Infinity) > placedAt;
    if (isSold && !items.has(product.id)) items.set(product.id, makeItem(product, placedAt, random));
  } while (items.size === 0 || (items.size < 9 && random.chance(0.58)));
  return [...items.values()];
}

function pickProduct(shelf: Shelf, random: Random): Product {
  const position = random.next() * (shelf.limits.at(-1) ?? 1);
  let low = 0;
  let high = shelf.limits.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((shelf.limits[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return itemAt(shelf.products, low);
}

function makeItem(product: Product, placedAt: number, random: Random): OrderItem {
  const yearsAgo = 2026 - new Date(placedAt).getUTCFullYear();
  return {
    product,
    quantity: product.priceCents < 4_000 ? random.integer(1, 4) : random.chance(0.06) ? 2 : 1,
    unitPriceCents: Math.round((product.priceCents * (1 - 0.03 * yearsAgo)) / 5) * 5,
    discountPercent: random.pick(DISCOUNTS),
  };
}
