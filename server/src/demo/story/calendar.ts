import type { Random } from './random.js';

/** The story begins and ends on fixed days, so that its data never changes. */
export const FIRST_DAY = Date.UTC(2023, 0, 1);
export const LAST_DAY = Date.UTC(2026, 5, 30);
export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

/** Number of days the story lasts. */
export const DAY_COUNT = (LAST_DAY - FIRST_DAY) / DAY_MS + 1;

/** How busy the shop is in a month, January first: a spring season and a larger one before Christmas. */
const MONTH_WEIGHTS = [0.7, 0.72, 0.9, 1.1, 1.2, 1.05, 0.95, 0.9, 0.95, 1.05, 1.45, 1.6];
/** Sunday first: stores are closed on Sundays, the web shop is not. */
const WEEKDAY_WEIGHTS = [0.55, 0.95, 0.9, 0.95, 1.05, 1.25, 1.45];
/** Hours of the day at which people buy. */
const HOUR_WEIGHTS = [1, 0, 0, 0, 0, 0, 1, 3, 6, 9, 11, 12, 10, 10, 10, 11, 12, 12, 11, 9, 9, 8, 5, 2];
const GROWTH_PER_YEAR = 0.22;
/** Days of a campaign, on which more is sold. */
const CAMPAIGN_DAYS = new Set(['2023-11-24', '2024-11-29', '2025-11-28', '2024-05-04', '2025-05-03', '2026-05-02']);

/** The instant at which each of `count` orders is placed, in order of time. Milliseconds since 1970, UTC. */
export function orderTimes(count: number, random: Random): number[] {
  const limits: number[] = [];
  for (let day = 0, sum = 0; day < DAY_COUNT; day++) limits.push((sum += dayWeight(day)));
  const total = limits.at(-1) ?? 1;
  const times: number[] = [];
  for (let index = 0, day = 0; index < count; index++) {
    const position = ((index + random.next()) / count) * total;
    while ((limits[day] ?? total) < position) day++;
    times.push(FIRST_DAY + day * DAY_MS + timeOfDay(random));
  }
  return times.sort((a, b) => a - b);
}

/** A time of day as buyers keep it, in milliseconds since midnight. */
export function timeOfDay(random: Random): number {
  return (random.weighted(HOUR_WEIGHTS) * 60 + random.integer(0, 59)) * MINUTE_MS + random.integer(0, 59_999);
}

/** `2026-06-30T12:34:56.789Z`. */
export function instantText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** `2026-06-30`. */
export function dayText(timeMs: number): string {
  return instantText(timeMs).slice(0, 10);
}

/** 0 at the story's first moment, 1 at its last. */
export function progress(timeMs: number): number {
  return (timeMs - FIRST_DAY) / (LAST_DAY + DAY_MS - FIRST_DAY);
}

function dayWeight(day: number): number {
  const timeMs = FIRST_DAY + day * DAY_MS;
  const date = new Date(timeMs);
  const growth = (1 + GROWTH_PER_YEAR) ** (day / 365.25);
  const season = (MONTH_WEIGHTS[date.getUTCMonth()] ?? 1) * (WEEKDAY_WEIGHTS[date.getUTCDay()] ?? 1);
  return growth * season * (CAMPAIGN_DAYS.has(dayText(timeMs)) ? 4 : 1);
}
