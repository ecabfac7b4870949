import { signal } from '@angular/core';
import type { TimeDisplay } from '#libs/api';

/** How the interface shows times: in the zone of the browser, or in UTC. Values of a result are never touched. */
export const timeDisplay = signal<TimeDisplay>('local');

/** The time zone of the browser: `Europe/Berlin`. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The name of the zone in which times are shown. */
export function shownZoneName(display: TimeDisplay = timeDisplay()): string {
  return shownTimeZone(display) ?? ownZone();
}

/** The zone for `Intl`; undefined is the browser's own. */
export function shownTimeZone(display: TimeDisplay = timeDisplay()): 'UTC' | undefined {
  return display === 'utc' ? 'UTC' : undefined;
}
