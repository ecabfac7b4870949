import type { SchemaChange, TimeDisplay } from '#libs/api';
import { daysBetween } from '../../shared/time/shown-day';
import { timeDisplay } from '../../shared/time/time-display';
import { dayText } from '../../shared/time/time-text';

/** The changes that were found on one day, in the zone in which times are shown. */
export interface ChangeDay<C> {
  readonly day: string;
  readonly changes: readonly C[];
}

/** Groups changes, newest first, by the day on which they were found. */
export function changeDays<C extends Pick<SchemaChange, 'detected_at'>>(
  changes: readonly C[],
  now: Date,
  display = timeDisplay(),
): ChangeDay<C>[] {
  const days = new Map<string, C[]>();
  for (const change of changes) {
    const day = dayOf(new Date(change.detected_at), now, display);
    days.set(day, [...(days.get(day) ?? []), change]);
  }
  return [...days].map(([day, found]) => ({ day, changes: found }));
}

function dayOf(at: Date, now: Date, display: TimeDisplay): string {
  const day = dayText(at, now, display);
  return daysBetween(at, now, display) === 0 ? `Today, ${day}` : day;
}
