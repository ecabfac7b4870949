import { categories, products } from './assortment.js';
import { dayText, instantText } from './calendar.js';
import { customers } from './customers.js';
import { lineCents, orders } from './orders.js';
import type { Order } from './orders.js';
import { paymentOf } from './payments.js';
import { seededRandom } from './random.js';
import { deliveryAreas, stores } from './stores.js';
import { stockLevels, stockMovements, SUPPLIERS, supplierOf } from './warehouse.js';

/** A row as text, as Postgres reads it; null is NULL. */
export type Row = readonly (string | null)[];

/** Rows of one table, to be inserted together. */
export interface Batch {
  readonly table: ShopTable;
  readonly rows: readonly Row[];
}

/** The tables in an order in which no row refers to one that is not there yet, with the columns that are filled. */
export const SHOP_TABLES = {
  'public.categories': ['id', 'parent_id', 'name', 'slug'],
  'warehouse.suppliers': ['id', 'name', 'country', 'lead_time_days', 'contact_email'],
  'public.products': [
    ...['id', 'sku', 'name', 'category_id', 'supplier_id', 'price', 'cost', 'weight_g', 'tags', 'attributes'],
    ...['listed_on', 'discontinued_on'],
  ],
  'public.stores': [
    ...['id', 'code', 'name', 'city', 'country', 'latitude', 'longitude', 'opened_on', 'closed_on', 'area_m2'],
    ...['opening_hours'],
  ],
  'public.delivery_areas': ['id', 'store_id', 'name', 'max_minutes', 'area'],
  'public.customers': [
    ...['id', 'email', 'full_name', 'company', 'phone', 'birthday', 'city', 'country', 'latitude', 'longitude'],
    ...['has_newsletter', 'home_store_id', 'created_at', 'note'],
  ],
  'public.orders': ['id', 'customer_id', 'store_id', 'status', 'placed_at', 'shipped_at', 'total', 'gift_message'],
  'public.order_items': ['order_id', 'line_no', 'product_id', 'quantity', 'unit_price', 'discount', 'line_total'],
  'public.payments': ['order_id', 'method', 'amount', 'paid_at', 'card_last_four', 'refunded'],
  'warehouse.stock_levels': ['product_id', 'store_id', 'on_hand', 'reorder_at', 'counted_on'],
  'warehouse.stock_movements': ['id', 'moved_at', 'product_id', 'from_store_id', 'to_store_id', 'quantity'],
} as const satisfies Record<string, readonly string[]>;

export type ShopTable = keyof typeof SHOP_TABLES;

const ORDERS_PER_BATCH = 2_500;
const ROWS_PER_BATCH = 5_000;

/** Every row of the shop's database. Delivery areas need PostGIS and are left out without it. */
export function* shopRows(hasPostgis: boolean): Generator<Batch> {
  yield { table: 'public.categories', rows: categories().map((c) => [text(c.id), text(c.parentId), c.name, c.slug]) };
  yield { table: 'warehouse.suppliers', rows: supplierRows() };
  yield { table: 'public.products', rows: productRows() };
  yield { table: 'public.stores', rows: storeRows() };
  if (hasPostgis) yield { table: 'public.delivery_areas', rows: deliveryAreaRows() };
  yield { table: 'public.customers', rows: customerRows() };
  yield* orderBatches();
  for (const rows of chunks(stockLevelRows())) yield { table: 'warehouse.stock_levels', rows };
  for (const rows of chunks(stockMovementRows())) yield { table: 'warehouse.stock_movements', rows };
}

function supplierRows(): Row[] {
  return SUPPLIERS.map((one) => [text(one.id), one.name, one.country, text(one.leadTimeDays), one.contactEmail]);
}

function productRows(): Row[] {
  return products().map((product) => [
    ...[text(product.id), product.sku, product.name, text(product.categoryId)],
    ...[text(supplierOf(product.categoryId).id), money(product.priceCents), money(product.costCents)],
    ...[text(product.weightGrams), `{${product.tags.map((tag) => `"${tag}"`).join(',')}}`],
    ...[JSON.stringify(product.attributes), day(product.listedAt), day(product.discontinuedAt)],
  ]);
}

function storeRows(): Row[] {
  return stores().map((store) => [
    ...[text(store.id), store.code, store.name, store.city, store.country, text(store.latitude), text(store.longitude)],
    ...[day(store.openedAt), day(store.closedAt), text(store.areaSquareMetres), JSON.stringify(store.openingHours)],
  ]);
}

function deliveryAreaRows(): Row[] {
  return deliveryAreas().map((area) => {
    const corners = area.ring.map(([longitude, latitude]) => `${String(longitude)} ${String(latitude)}`).join(',');
    return [text(area.id), text(area.storeId), area.name, text(area.maxMinutes), `SRID=4326;POLYGON((${corners}))`];
  });
}

function customerRows(): Row[] {
  return customers().map((customer) => [
    ...[text(customer.id), customer.email, customer.fullName, customer.company, customer.phone, customer.birthday],
    ...[customer.city, customer.country, text(customer.latitude), text(customer.longitude)],
    ...[String(customer.hasNewsletter), text(customer.cityIndex + 1), instantText(customer.createdAt), customer.note],
  ]);
}

function* orderBatches(): Generator<Batch> {
  const random = seededRandom('payments');
  for (const batch of chunks(orders(), ORDERS_PER_BATCH)) {
    const payments = batch.map((order) => paymentOf(order, random)).filter((payment) => payment !== null);
    yield { table: 'public.orders', rows: batch.map(orderRow) };
    yield { table: 'public.order_items', rows: batch.flatMap(itemRows) };
    yield {
      table: 'public.payments',
      rows: payments.map((payment) => [
        ...[text(payment.orderId), payment.method, money(payment.amountCents), instantText(payment.paidAt)],
        ...[payment.cardLastFour, money(payment.refundedCents)],
      ]),
    };
  }
}

function orderRow(order: Order): Row {
  return [
    ...[text(order.id), text(order.customer.id), text(order.storeId), order.status, instantText(order.placedAt)],
    ...[order.shippedAt === null ? null : instantText(order.shippedAt), money(order.totalCents), order.giftMessage],
  ];
}

function itemRows(order: Order): Row[] {
  return order.items.map((item, index) => [
    ...[text(order.id), text(index + 1), text(item.product.id), text(item.quantity), money(item.unitPriceCents)],
    ...[(item.discountPercent / 100).toFixed(2), money(lineCents(item))],
  ]);
}

function* stockLevelRows(): Generator<Row> {
  for (const level of stockLevels()) {
    yield [text(level.productId), text(level.storeId), text(level.onHand), text(level.reorderAt), level.countedOn];
  }
}

function* stockMovementRows(): Generator<Row> {
  for (const move of stockMovements()) {
    yield [
      ...[text(move.id), instantText(move.movedAt), text(move.productId)],
      ...[text(move.fromStoreId), text(move.toStoreId), text(move.quantity)],
    ];
  }
}

function* chunks<T>(values: Iterable<T>, size = ROWS_PER_BATCH): Generator<T[]> {
  let chunk: T[] = [];
  for (const value of values) {
    chunk.push(value);
    if (chunk.length === size) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

function text(value: number): string;
function text(value: number | null): string | null;
function text(value: number | null): string | null {
  return value === null ? null : String(value);
}

function money(cents: number | null): string | null {
  return cents === null ? null : (cents / 100).toFixed(2);
}

function day(timeMs: number | null): string | null {
  return timeMs === null ? null : dayText(timeMs);
}
