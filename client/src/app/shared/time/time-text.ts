import type { TimeDisplay } from '#libs/api';
import { shownTimeZone, timeDisplay } from './time-display';
import { shownDay } from './shown-day';

/** `09:41`. Strips and lists ask for it with each change, where `Intl` takes 0.1 to 0.5 ms for each text. */
export function clockText(at: Date, display: TimeDisplay = timeDisplay()): string {
  return clockParts(at, display).slice(0, 2).join(':');
}

/** `09:41:07`. */
export function secondsText(at: Date, display: TimeDisplay = timeDisplay()): string {
  return clockParts(at, display).join(':');
}

/** `18 May`, and `18 May 2024` in another year than now. */
export function dayText(at: Date, now: Date, display: TimeDisplay = timeDisplay()): string {
  const isThisYear = shownDay(at, display).slice(0, 4) === shownDay(now, display).slice(0, 4);
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year, timeZone: shownTimeZone(display) });
}

/** `Mon 18 May`. */
export function weekdayText(at: Date, display: TimeDisplay = timeDisplay()): string {
  const timeZone = shownTimeZone(display);
  return at.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone });
}

/** `18 May 2026, 09:41`. */
export function minuteText(at: Date, display: TimeDisplay = timeDisplay()): string {
  return at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: shownTimeZone(display) });
}

/** `18 May 2026, 09:41:07 CEST`: for tooltips of shorter texts. */
export function fullText(at: Date, display: TimeDisplay = timeDisplay()): string {
  return at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'long', timeZone: shownTimeZone(display) });
}

/** `Mon, 18 May 2026, 09:41:07 GMT+2`, with `UTC` where there is no offset. */
export function weekdayTimeText(at: Date, display: TimeDisplay = timeDisplay()): string {
  const text = at.toLocaleString('en-GB', {
    ...{ weekday: 'short', day: '2-digit', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'shortOffset' },
    timeZone: shownTimeZone(display),
  });
  return text.replace(/GMT(?:[+-]0)?$/, 'UTC');
}

/** Hour, minute and second of two digits each. */
function clockParts(at: Date, display: TimeDisplay): string[] {
  const parts =
    display === 'utc'
      ? [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()]
      : [at.getHours(), at.getMinutes(), at.getSeconds()];
  return parts.map((part) => String(part).padStart(2, '0'));
}
