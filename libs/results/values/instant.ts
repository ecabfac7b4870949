/** A date, a time of day or a timestamp: whole seconds since 1970-01-01 UTC, and the fraction's digits after them. */
export interface Instant {
  readonly seconds: number;
  readonly fraction: string;
}

const DATE = String.raw`(-?\d{1,7})-(\d{1,2})-(\d{1,2})`;
const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?`;
const ZONE = String.raw`(?:\s*(Z|[+-]\d{1,2}(?::?\d{2}){0,2}))?`;
/** DuckDB prints the era behind the date, Postgres at the end. */
const PATTERN = new RegExp(String.raw`^(?:${DATE}(?: \((BC)\))?)?(?:[ T]?${TIME}${ZONE})?(?:\s*\(?(BC)\)?)?$`);
const INFINITE = new Map([
  ['infinity', Number.POSITIVE_INFINITY],
  ['-infinity', Number.NEGATIVE_INFINITY],
]);

/** Reads the ISO text that Postgres, DuckDB and SQLite print, with zone, BC and infinity; null when it is none. */
export function parseInstant(text: string): Instant | null {
  const infinite = INFINITE.get(text);
  if (infinite !== undefined) return { seconds: infinite, fraction: '' };
  const match = PATTERN.exec(text);
  if (!match || text === '') return null;
  const [, year, month = '1', day = '1', era, hour = '0', minute = '0', second = '0', fraction = '', zone, bc] = match;
  const isBefore = (era ?? bc) !== undefined;
  const days =
    year === undefined ? 0 : daysSince1970(isBefore ? 1 - Number(year) : Number(year), Number(month), Number(day));
  return {
    seconds: days * 86_400 + Number(hour) * 3_600 + Number(minute) * 60 + Number(second) - zoneSeconds(zone),
    fraction: fraction.replace(/0{1,30}$/, ''),
  };
}

/** Orders two instants. */
export function compareInstants(a: Instant, b: Instant): number {
  if (a.seconds !== b.seconds) return a.seconds < b.seconds ? -1 : 1;
  if (a.fraction === b.fraction) return 0;
  return a.fraction < b.fraction ? -1 : 1;
}

/** Days of the proleptic Gregorian calendar, counted in eras of 400 years so that no Date limit applies. */
export function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function zoneSeconds(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const [hours = 0, minutes = 0, seconds = 0] = (zone.slice(1).match(/\d{1,2}/g) ?? []).map(Number);
  const total = hours * 3_600 + minutes * 60 + seconds;
  return zone.startsWith('-') ? -total : total;
}
