const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * What a list without changes says of its `days`: a connection that is watched for a shorter time has been looked at
 * since its first snapshot only. `firstAt` is ISO 8601, null where it is unknown.
 */
export function unchangedHeading(firstAt: string | null, days: number, now: Date): string {
  if (firstAt === null) return `Nothing changed in ${days} days`;
  const watchedMs = now.getTime() - Date.parse(firstAt);
  if (watchedMs >= days * DAY_MS) return `Nothing changed in ${days} days`;
  return `Nothing changed since the first snapshot, ${agoText(watchedMs)}`;
}

function agoText(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute ago';
  if (ms < HOUR_MS) return `${counted(ms / MINUTE_MS, 'minute')} ago`;
  return ms < DAY_MS ? `${counted(ms / HOUR_MS, 'hour')} ago` : `${counted(ms / DAY_MS, 'day')} ago`;
}

function counted(count: number, noun: string): string {
  const whole = Math.floor(count);
  return `${whole} ${noun}${whole === 1 ? '' : 's'}`;
}
