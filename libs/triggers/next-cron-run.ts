import type { CronFields } from './cron-expression.js';
import { zoneOffsetMs } from './zone-offset.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A 29th of February may be eight years away, around a century without a leap day. */
const LONGEST_WAIT_DAYS = 9 * 366;
/** No zone's clocks are further from UTC. */
const FAR_MS = 26 * 3_600_000;

/**
 * The first time after `afterMs` (milliseconds since the epoch) at which a cron expression fires by the clocks of `zone`;
 * null where there is none.
 *
 * Where clocks change, an expression that names all 24 hours follows the clock: a time that is skipped is skipped, a time
 * that comes twice fires twice. One that names hours is an appointment, which is kept once: a skipped time fires as the
 * clocks jump, a repeated one when it comes first.
 */
export function nextCronRun(fields: CronFields, zone: string, afterMs: number): number | null {
  const firstDay = dayOf(afterMs + zoneOffsetMs(zone, afterMs));
  for (let day = firstDay; day < firstDay + LONGEST_WAIT_DAYS; day += 1) {
    if (!firesOnDay(fields, day)) continue;
    const found = firstOnDay(fields, zone, day, afterMs);
    if (found !== null) return found;
  }
  return null;
}

/** Every time from `fromMs` until before `toMs` at which a cron expression fires, as `nextCronRun` finds one after the other. */
export function cronRunsWithin(fields: CronFields, zone: string, fromMs: number, toMs: number): number[] {
  const lastDay = dayOf(toMs + zoneOffsetMs(zone, toMs));
  const found = new Set<number>();
  for (let day = dayOf(fromMs + zoneOffsetMs(zone, fromMs)); day <= lastDay; day += 1) {
    if (!firesOnDay(fields, day)) continue;
    const runs = runsOnDay(fields, zone, day, offsetsAround(zone, day));
    for (const at of runs) if (at >= fromMs && at < toMs) found.add(at);
  }
  return [...found].sort((a, b) => a - b);
}

/** The offsets of a zone before and behind a day, which differ where its clocks change around it. */
interface DayOffsets {
  readonly before: number;
  readonly behind: number;
}

function offsetsAround(zone: string, day: number): DayOffsets {
  return {
    before: zoneOffsetMs(zone, day * DAY_MS - FAR_MS),
    behind: zoneOffsetMs(zone, (day + 1) * DAY_MS + FAR_MS),
  };
}

/** The times of a day, one after the other where clocks do not change. */
function* runsOnDay(fields: CronFields, zone: string, day: number, offsets: DayOffsets): Iterable<number> {
  const { before, behind } = offsets;
  const followsClock = fields.hours.length === 24;
  for (const hour of fields.hours) {
    for (const minute of fields.minutes) {
      const local = day * DAY_MS + (hour * 60 + minute) * MINUTE_MS;
      if (before === behind) yield local - before;
      else yield* instantsOf(local, zone, before, behind, followsClock);
    }
  }
}

function dayOf(localMs: number): number {
  return Math.floor(localMs / DAY_MS);
}

function firesOnDay(fields: CronFields, day: number): boolean {
  const date = new Date(day * DAY_MS);
  if (!fields.months.includes(date.getUTCMonth() + 1)) return false;
  const isDayOfMonth = fields.daysOfMonth.includes(date.getUTCDate());
  const isDayOfWeek = fields.daysOfWeek.includes(date.getUTCDay());
  const isEither = !fields.isAnyDayOfMonth && !fields.isAnyDayOfWeek;
  return isEither ? isDayOfMonth || isDayOfWeek : isDayOfMonth && isDayOfWeek;
}

function firstOnDay(fields: CronFields, zone: string, day: number, afterMs: number): number | null {
  const offsets = offsetsAround(zone, day);
  let first: number | null = null;
  for (const at of runsOnDay(fields, zone, day, offsets)) {
    if (at <= afterMs) continue;
    if (offsets.before === offsets.behind) return at;
    if (first === null || at < first) first = at;
  }
  return first;
}

/** The instants at which the clocks of a zone show a time, on a day around which they change from one offset to another. */
function instantsOf(local: number, zone: string, before: number, behind: number, followsClock: boolean): number[] {
  const found = [local - before, local - behind]
    .filter((at, index) => zoneOffsetMs(zone, at) === (index === 0 ? before : behind))
    .sort((a, b) => a - b);
  if (followsClock) return found;
  if (found.length > 0) return found.slice(0, 1);
  return [changeBetween(zone, local - FAR_MS, local + FAR_MS, before)];
}

/** The first instant at which an offset is no longer in force, to the second. */
function changeBetween(zone: string, fromMs: number, toMs: number, offset: number): number {
  let [low, high] = [fromMs, toMs];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (zoneOffsetMs(zone, middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}
