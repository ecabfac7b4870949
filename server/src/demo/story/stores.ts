import { DAY_MS } from './calendar.js';
import { CITIES, pointNear } from './places.js';
import { seededRandom } from './random.js';
import { itemAt } from './item-at.js';

export interface Store {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly openedAt: number;
  readonly closedAt: number | null;
  readonly areaSquareMetres: number | null;
  readonly openingHours: Readonly<Record<string, string>>;
}

/** Where a store delivers within a time; a closed ring of [longitude, latitude]. */
export interface DeliveryArea {
  readonly id: number;
  readonly storeId: number;
  readonly name: string;
  readonly maxMinutes: number;
  readonly ring: readonly (readonly [number, number])[];
}

const FIRST_OPENING = Date.UTC(2014, 3, 1);
const ZONES = [
  { name: 'bicycle', maxMinutes: 45, radiusKm: 3.5 },
  { name: 'van', maxMinutes: 120, radiusKm: 11 },
];
const CORNERS = 28;

/** The stores: one in each city, opened one after the other; Nantes has closed again. */
export function stores(): Store[] {
  const random = seededRandom('stores');
  return CITIES.map((city, index) => ({
    id: index + 1,
    code: `${city.country}-${city.name
      .normalize('NFD')
      .replaceAll('ø', 'o')
      .replaceAll(/[^A-Za-z]/g, '')
      .slice(0, 3)
      .toUpperCase()}`,
    name: `Fjord & Field ${city.name}`,
    city: city.name,
    country: city.country,
    ...pointNear(city, random.next() * 3 - 1.5, random.next() * 3 - 1.5),
    openedAt: FIRST_OPENING + index * 150 * DAY_MS + random.integer(0, 60) * DAY_MS,
    closedAt: city.name === 'Nantes' ? Date.UTC(2025, 8, 30) : null,
    areaSquareMetres: random.chance(0.1) ? null : random.integer(180, 1450),
    openingHours: { mon_fri: '10:00-19:00', sat: random.chance(0.5) ? '10:00-18:00' : '09:30-20:00' },
  }));
}

/** Two uneven areas around every store that is still open. */
export function deliveryAreas(): DeliveryArea[] {
  const random = seededRandom('delivery areas');
  const open = stores().filter((store) => store.closedAt === null);
  return open.flatMap((store, storeIndex) =>
    ZONES.map((zone, zoneIndex) => ({
      id: storeIndex * ZONES.length + zoneIndex + 1,
      storeId: store.id,
      name: `${store.city} by ${zone.name}`,
      maxMinutes: zone.maxMinutes,
      ring: unevenRing(store, zone.radiusKm, () => random.next()),
    })),
  );
}

function unevenRing(store: Store, radiusKm: number, next: () => number): (readonly [number, number])[] {
  const centre = {
    name: store.city,
    country: store.country,
    latitude: store.latitude,
    longitude: store.longitude,
    weight: 0,
  };
  const lean = next() * 2 * Math.PI;
  const ring = Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (corner / CORNERS) * 2 * Math.PI;
    const reachKm = radiusKm * (0.8 + 0.25 * Math.cos(angle - lean) + 0.15 * next());
    const { latitude, longitude } = pointNear(centre, reachKm * Math.cos(angle), reachKm * Math.sin(angle));
    return [longitude, latitude] as const;
  });
  return [...ring, itemAt(ring, 0)];
}
