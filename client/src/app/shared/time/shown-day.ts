import type { TimeDisplay } from '#libs/api';
import { timeDisplay } from './time-display';

/** The calendar day of a time as it is shown: `2026-05-19`. */
export function shownDay(at: Date, display: TimeDisplay = timeDisplay()): string {
  return shownMinute(at, display).slice(0, 10);
}

/** Midnight that many days after the day of a time, by the calendar and not by elapsed hours. */
export function dayAfter(at: Date, days: number, display: TimeDisplay = timeDisplay()): Date {
  return display === 'utc'
    ? new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + days))
    : new Date(at.getFullYear(), at.getMonth(), at.getDate() + days);
}

/** How many midnights lie between two times as they are shown: 0 for the same day, 1 for yesterday. */
export function daysBetween(at: Date, now: Date, display: TimeDisplay = timeDisplay()): number {
  return Math.round((dayAfter(now, 0, display).getTime() - dayAfter(at, 0, display).getTime()) / 86_400_000);
}

/** A time to the minute, as `<input type="datetime-local">` has it: `2026-05-19T09:41`. */
export function shownMinute(at: Date, display: TimeDisplay = timeDisplay()): string {
  const offset = display === 'utc' ? 0 : at.getTimezoneOffset();
  return new Date(at.getTime() - offset * 60_000).toISOString().slice(0, 16);
}

/** The time that was entered into an `<input type="datetime-local">`; an invalid date where it is empty or wrong. */
export function enteredMinute(text: string, display: TimeDisplay = timeDisplay()): Date {
  return new Date(display === 'utc' ? `${text}Z` : text);
}
