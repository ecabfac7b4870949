import type { Product } from './assortment.js';
import { products } from './assortment.js';
import { DAY_MS, LAST_DAY, timeOfDay } from './calendar.js';
import type { Order } from './orders.js';
import { orders } from './orders.js';
import { seededRandom } from './random.js';
import type { Random } from './random.js';

export interface Visit {
  readonly id: number;
  readonly startedAt: number;
  /** Null for a visitor who has not signed in. */
  readonly customerId: number | null;
  readonly source: string;
  readonly campaign: string | null;
  readonly device: string;
  readonly country: string;
  readonly pageViews: number;
  readonly durationSeconds: number;
  /** The order in which the visit ended, if it did. */
  readonly orderId: number | null;
  readonly events: readonly VisitEvent[];
}

export interface VisitEvent {
  readonly happenedAt: number;
  readonly kind: 'view' | 'search' | 'add_to_cart' | 'checkout' | 'purchase';
  readonly productId: number | null;
  readonly query: string | null;
}

export interface Campaign {
  readonly name: string;
  readonly channel: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly budgetEuros: number;
}

export const CAMPAIGNS: readonly Campaign[] = [
  { name: 'late summer', channel: 'newsletter', startsOn: '2025-08-15', endsOn: '2025-09-07', budgetEuros: 4_500 },
  { name: 'black week', channel: 'search ads', startsOn: '2025-11-21', endsOn: '2025-11-30', budgetEuros: 18_000 },
  { name: 'advent', channel: 'social', startsOn: '2025-12-01', endsOn: '2025-12-21', budgetEuros: 12_500 },
  { name: 'spring', channel: 'newsletter', startsOn: '2026-04-18', endsOn: '2026-05-10', budgetEuros: 9_000 },
];

/** The web shop's last twelve months are in the lake. */
export const FIRST_VISIT_DAY = Date.UTC(2025, 6, 1);

const SOURCES = ['direct', 'search', 'newsletter', 'social', 'search ads', 'partner'];
const SOURCE_WEIGHTS = [26, 34, 12, 14, 10, 4];
const DEVICES = ['phone', 'desktop', 'tablet'];
const COUNTRIES = ['DE', 'FR', 'AT', 'CH', 'NL', 'SE', 'DK', 'NO', 'BE', 'PL', 'ES', 'IT', 'GB'];
const QUERIES = [
  'tent',
  'headlamp',
  'merino',
  'rain jacket',
  'kayak',
  'sleeping bag -10',
  'größe 46',
  'sko',
  'sac à dos',
];
const MEAN_LOOKERS_PER_BUYER = 4;

/** The visits: one for every order of the web shop, and between them those of people who only looked. */
export function* webVisits(): Generator<Visit> {
  const random = seededRandom('web visits');
  const shelf = products();
  let id = 0;
  for (const order of orders()) {
    if (order.storeId !== null || order.placedAt < FIRST_VISIT_DAY) continue;
    yield buyingVisit(++id, order, random);
    const lookers = random.integer(0, MEAN_LOOKERS_PER_BUYER * 2);
    const day = order.placedAt - (order.placedAt % DAY_MS);
    for (let index = 0; index < lookers; index++) yield lookingVisit(++id, day + timeOfDay(random), shelf, random);
  }
}

function buyingVisit(id: number, order: Order, random: Random): Visit {
  const steps: Omit<VisitEvent, 'happenedAt'>[] = order.items.flatMap(({ product }) => [
    { kind: 'view' as const, productId: product.id, query: null },
    { kind: 'add_to_cart' as const, productId: product.id, query: null },
  ]);
  steps.push({ kind: 'checkout', productId: null, query: null }, { kind: 'purchase', productId: null, query: null });
  const gapMs = random.integer(15, 90) * 1000;
  const startedAt = order.placedAt - gapMs * (steps.length - 1);
  return makeVisit(id, startedAt, gapMs, steps, random, order);
}

function lookingVisit(id: number, startedAt: number, shelf: readonly Product[], random: Random): Visit {
  const steps: Omit<VisitEvent, 'happenedAt'>[] = [];
  if (random.chance(0.3)) steps.push({ kind: 'search', productId: null, query: random.pick(QUERIES) });
  do {
    const productId = random.pick(shelf).id;
    steps.push({ kind: 'view', productId, query: null });
    if (random.chance(0.12)) steps.push({ kind: 'add_to_cart', productId, query: null });
  } while (random.chance(0.55) && steps.length < 12);
  return makeVisit(id, startedAt, random.integer(4, 120) * 1000, steps, random, null);
}

function makeVisit(
  id: number,
  startedAt: number,
  gapMs: number,
  steps: readonly Omit<VisitEvent, 'happenedAt'>[],
  random: Random,
  order: Order | null,
): Visit {
  const source = SOURCES[random.weighted(SOURCE_WEIGHTS)] ?? 'direct';
  return {
    id,
    startedAt,
    customerId: order?.customer.id ?? null,
    source,
    campaign: campaignAt(startedAt, source),
    device: DEVICES[random.weighted([58, 36, 6])] ?? 'phone',
    country: order?.customer.country ?? random.pick(COUNTRIES),
    pageViews: steps.filter((step) => step.kind === 'view').length + random.integer(1, 3),
    durationSeconds: Math.round((gapMs * steps.length) / 1000),
    orderId: order?.id ?? null,
    events: steps.map((step, index) => ({ ...step, happenedAt: startedAt + index * gapMs })),
  };
}

function campaignAt(timeMs: number, source: string): string | null {
  const found = CAMPAIGNS.find(
    (one) => one.channel === source && Date.parse(one.startsOn) <= timeMs && timeMs < Date.parse(one.endsOn) + DAY_MS,
  );
  return found?.name ?? null;
}

/** Days the lake covers. */
export const VISIT_DAY_COUNT = (LAST_DAY - FIRST_VISIT_DAY) / DAY_MS + 1;
