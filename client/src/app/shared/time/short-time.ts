import type { TimeDisplay } from '#libs/api';
import { shownTimeZone, timeDisplay } from './time-display';

/** When something ran, as short as possible: `09:41` today, `Yesterday 09:41`, `18 May 02:00`, `18 May 2024`. */
export function shortTime(isoTime: string, now: Date, display: TimeDisplay = timeDisplay()): string {
  const at = new Date(isoTime);
  if (Number.isNaN(at.getTime())) return '';
  const timeZone = shownTimeZone(display);
  const clock = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  const [shown, today] = [calendarDay(at, display), calendarDay(now, display)];
  const daysAgo = daysBetween(at, now, display);
  if (daysAgo === 0) return clock;
  if (daysAgo === 1) return `Yesterday ${clock}`;
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone });
  return shown.year === today.year ? `${day} ${clock}` : `${day} ${shown.year}`;
}

/** How many midnights lie between two times as they are shown: 0 for the same day, 1 for yesterday. */
export function daysBetween(at: Date, now: Date, display: TimeDisplay = timeDisplay()): number {
  return Math.round((calendarDay(now, display).midnight - calendarDay(at, display).midnight) / 86_400_000);
}

function calendarDay(time: Date, display: TimeDisplay): { year: number; midnight: number } {
  const [year, month, day] =
    display === 'utc'
      ? [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()]
      : [time.getFullYear(), time.getMonth(), time.getDate()];
  return { year, midnight: display === 'utc' ? Date.UTC(year, month, day) : new Date(year, month, day).getTime() };
}
