import { signal } from '@angular/core';
import type { TimeDisplay } from '#libs/api';

/** How the interface shows times: in the zone of the browser, or in UTC. Values of a result are never touched. */
export const timeDisplay = signal<TimeDisplay>('local');

/** The zone for `Intl`; undefined is the browser's own. */
export function shownTimeZone(display: TimeDisplay = timeDisplay()): 'UTC' | undefined {
  return display === 'utc' ? 'UTC' : undefined;
}
