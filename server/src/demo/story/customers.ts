import { DAY_MS, FIRST_DAY, LAST_DAY, dayText, timeOfDay } from './calendar.js';
import { CITIES, pointNear } from './places.js';
import { seededRandom } from './random.js';
import type { Random } from './random.js';
import { itemAt } from './item-at.js';

export interface Customer {
  readonly id: number;
  readonly email: string;
  readonly fullName: string;
  readonly company: string | null;
  readonly phone: string | null;
  /** `1984-02-29`, or null when not reported. */
  readonly birthday: string | null;
  readonly city: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly hasNewsletter: boolean;
  /** Index of the nearest store. */
  readonly cityIndex: number;
  readonly createdAt: number;
  /** An empty string is a note that was deleted; null is none ever written. */
  readonly note: string | null;
}

export const CUSTOMER_COUNT = 8_000;

const FIRST_NAMES = [
  ...['Anna', 'Astrid', 'Benedikt', 'Björn', 'Camille', 'Carmen', 'Chloé', 'Daan', 'Elin', 'Emil', 'Emma', 'Eszter'],
  ...['Femke', 'Finn', 'Freja', 'Giulia', 'Hanna', 'Hugo', 'Ida', 'Ingrid', 'Jakub', 'Jan', 'Jasmijn', 'Jonas'],
  ...['Jürgen', 'Karolina', 'Klara', 'Lars', 'Léa', 'Lena', 'Lotte', 'Luca', 'Magnus', 'Maja', 'Malik', 'Marta'],
  ...['Mateusz', 'Mia', 'Mikkel', 'Nadia', 'Noah', 'Nora', 'Olga', 'Oskar', 'Pau', 'Ruben', 'Sanne', 'Sofia'],
  ...['Sören', 'Théo', 'Thijs', 'Tobias', 'Valentina', 'Wanda', 'Yara', 'Zoë'],
];
const LAST_NAMES = [
  ...['Andersen', 'Bakker', 'Bauer', 'Berg', 'Bernard', 'Björklund', 'Costa', 'de Vries', 'Dubois', 'Eriksen'],
  ...['Fischer', 'García', 'Gruber', 'Hansen', 'Hofmann', 'Huber', 'Jansen', 'Jensen', 'Johansson', 'Kowalska'],
  ...['Larsen', 'Laurent', 'Lindqvist', 'Martin', 'Meyer', 'Møller', 'Moreau', "O'Neill", 'Nowak', 'Petit'],
  ...['Puig', 'Rossi', 'Schäfer', 'Schmidt', 'Schneider', 'Sørensen', 'van Dijk', 'Wagner', 'Weiß', 'Wójcik'],
];
const COMPANIES = ['Alpine Guides', 'Canoe Club', 'Forest School', 'Mountain Rescue', 'Scouts', 'Youth Hostel'];
const NOTES = [
  'Prefers parcels at the neighbour’s.',
  'Call before delivery.',
  'Regular of the Saturday tours 🥾',
  '',
  'Invoice to the company.',
];
/** Days before the story's first within which the early customers came. */
const EARLY_DAYS = 1_200;
const MAIL_HOSTS = ['example.com', 'example.net', 'example.org'];

/** The customers in the order in which they registered; their number grows faster in later years. */
export function customers(): Customer[] {
  const random = seededRandom('customers');
  const weights = CITIES.map((city) => city.weight);
  return registrationTimes(seededRandom('registrations')).map((createdAt, index) =>
    makeCustomer(index + 1, createdAt, random.weighted(weights), random),
  );
}

function makeCustomer(id: number, createdAt: number, cityIndex: number, random: Random): Customer {
  const city = itemAt(CITIES, cityIndex);
  const fullName = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
  const angle = random.next() * 2 * Math.PI;
  const distanceKm = -Math.log(1 - random.next()) * 6;
  return {
    id,
    email: `${mailName(fullName)}.${String(id)}@${random.pick(MAIL_HOSTS)}`,
    fullName,
    company: random.chance(0.05) ? `${city.name} ${random.pick(COMPANIES)}` : null,
    phone: random.chance(0.6)
      ? `+${String(random.integer(31, 49))} ${String(random.integer(100_000_000, 999_999_999))}`
      : null,
    birthday: random.chance(0.7) ? dayText(Date.UTC(1946, 0, 1) + random.integer(0, 22_000) * DAY_MS) : null,
    city: city.name,
    country: city.country,
    ...pointNear(city, distanceKm * Math.cos(angle), distanceKm * Math.sin(angle)),
    hasNewsletter: random.chance(0.42),
    cityIndex,
    createdAt,
    note: random.chance(0.04) ? random.pick(NOTES) : null,
  };
}

/** A tenth of the customers were there before the story begins. */
function registrationTimes(random: Random): number[] {
  const early = Math.floor(CUSTOMER_COUNT / 10);
  const dayCount = (LAST_DAY - FIRST_DAY) / DAY_MS;
  const times = Array.from({ length: CUSTOMER_COUNT }, (_, index) => {
    const share = (index - early) / (CUSTOMER_COUNT - early);
    const day = share < 0 ? -random.integer(1, EARLY_DAYS) : Math.floor(share ** 0.8 * dayCount);
    return FIRST_DAY + day * DAY_MS + timeOfDay(random);
  });
  return times.sort((a, b) => a - b);
}

function mailName(fullName: string): string {
  const plain = fullName.replaceAll('ø', 'o').replaceAll('ß', 'ss').replaceAll('ł', 'l').normalize('NFD');
  return plain
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.');
}

/** How many customers had registered by a time; they are in order of registration. */
export function registeredBy(timeMs: number, everyone: readonly Customer[]): number {
  let low = 0;
  let high = everyone.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((everyone[middle]?.createdAt ?? 0) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}
