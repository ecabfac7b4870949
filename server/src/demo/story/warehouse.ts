import { products } from './assortment.js';
import { DAY_COUNT, DAY_MS, FIRST_DAY, dayText, timeOfDay } from './calendar.js';
import { seededRandom } from './random.js';
import { stores } from './stores.js';
import { itemAt } from './item-at.js';

export interface Supplier {
  readonly id: number;
  readonly name: string;
  readonly country: string;
  readonly leadTimeDays: number;
  readonly contactEmail: string | null;
}

export interface StockLevel {
  readonly productId: number;
  readonly storeId: number;
  readonly onHand: number;
  readonly reorderAt: number;
  /** `2026-06-30`, or null when never counted. */
  readonly countedOn: string | null;
}

export interface StockMovement {
  readonly id: number;
  readonly movedAt: number;
  readonly productId: number;
  readonly fromStoreId: number | null;
  readonly toStoreId: number;
  readonly quantity: number;
}

const MOVEMENT_COUNT = 20_000;

export const SUPPLIERS: readonly Supplier[] = [
  { id: 1, name: 'Norrland Textil AB', country: 'SE', leadTimeDays: 21, contactEmail: 'orders@norrland.example' },
  { id: 2, name: 'Zelt & Tuch GmbH', country: 'DE', leadTimeDays: 14, contactEmail: 'einkauf@zelttuch.example' },
  { id: 3, name: 'Atelier du Sac', country: 'FR', leadTimeDays: 30, contactEmail: null },
  { id: 4, name: 'Tatra Footwear s.c.', country: 'PL', leadTimeDays: 18, contactEmail: 'sales@tatra.example' },
  { id: 5, name: 'Lumen "Nord" A/S', country: 'DK', leadTimeDays: 10, contactEmail: 'b2b@lumen.example' },
  { id: 6, name: 'Costa Kayak, S.L.', country: 'ES', leadTimeDays: 45, contactEmail: 'hola@costakayak.example' },
];

/** Who delivers a product: each supplier two groups of the assortment. */
export function supplierOf(categoryId: number): Supplier {
  return itemAt(SUPPLIERS, categoryId % SUPPLIERS.length);
}

/** What lies in each store that is open; some shelves are empty. */
export function* stockLevels(): Generator<StockLevel> {
  const random = seededRandom('stock levels');
  const open = stores().filter((store) => store.closedAt === null);
  for (const product of products()) {
    for (const store of open) {
      yield {
        productId: product.id,
        storeId: store.id,
        onHand: random.chance(0.07) ? 0 : random.integer(1, 60),
        reorderAt: random.integer(3, 12),
        countedOn: random.chance(0.1) ? null : dayText(FIRST_DAY + (DAY_COUNT - random.integer(1, 90)) * DAY_MS),
      };
    }
  }
}

/** Goods on their way: from the central warehouse (no store) or from one store to another, in order of time. */
export function* stockMovements(): Generator<StockMovement> {
  const random = seededRandom('stock movements');
  const storeCount = stores().length;
  const productCount = products().length;
  for (let index = 0; index < MOVEMENT_COUNT; index++) {
    const day = Math.floor((index / MOVEMENT_COUNT) * DAY_COUNT);
    const toStoreId = random.integer(1, storeCount);
    const isTransfer = random.chance(0.2);
    yield {
      id: index + 1,
      movedAt: FIRST_DAY + day * DAY_MS + timeOfDay(random),
      productId: random.integer(1, productCount),
      fromStoreId: isTransfer ? (toStoreId % storeCount) + 1 : null,
      toStoreId,
      quantity: random.integer(1, 40),
    };
  }
}
