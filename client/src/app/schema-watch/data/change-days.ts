import type { SchemaChange } from '#libs/api';

/** The changes that were found on one day of the person's own time zone. */
export interface ChangeDay<C> {
  readonly day: string;
  readonly changes: readonly C[];
}

/** Groups changes, newest first, by the day on which they were found. */
export function changeDays<C extends Pick<SchemaChange, 'detected_at'>>(
  changes: readonly C[],
  now: Date,
): ChangeDay<C>[] {
  const days = new Map<string, C[]>();
  for (const change of changes) {
    const day = dayText(new Date(change.detected_at), now);
    days.set(day, [...(days.get(day) ?? []), change]);
  }
  return [...days].map(([day, found]) => ({ day, changes: found }));
}

/** The clock of a time: `06:00`. */
export function clockText(isoTime: string): string {
  return new Date(isoTime).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

function dayText(at: Date, now: Date): string {
  const isThisYear = at.getFullYear() === now.getFullYear();
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year });
  return at.toDateString() === now.toDateString() ? `Today, ${day}` : day;
}
