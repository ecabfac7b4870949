import type { TimeDisplay } from '#libs/api';
import { daysBetween, shownDay } from './shown-day';
import { timeDisplay } from './time-display';
import { clockText, dayText } from './time-text';

/** When something ran, as short as possible: `09:41` today, `Yesterday 09:41`, `18 May 02:00`, `18 May 2024`. */
export function shortTime(isoTime: string, now: Date, display: TimeDisplay = timeDisplay()): string {
  const at = new Date(isoTime);
  if (Number.isNaN(at.getTime())) return '';
  const clock = clockText(at, display);
  const daysAgo = daysBetween(at, now, display);
  if (daysAgo === 0) return clock;
  if (daysAgo === 1) return `Yesterday ${clock}`;
  const isThisYear = shownDay(at, display).slice(0, 4) === shownDay(now, display).slice(0, 4);
  return isThisYear ? `${dayText(at, now, display)} ${clock}` : dayText(at, now, display);
}

/** The same behind other words: `yesterday 09:41`. */
export function shortTimeInSentence(isoTime: string, now: Date, display: TimeDisplay = timeDisplay()): string {
  return shortTime(isoTime, now, display).replace(/^Yesterday/, 'yesterday');
}
