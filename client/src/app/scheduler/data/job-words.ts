import type { JobRunDetails, TimeDisplay } from '#libs/api';
import type { Trigger } from '#libs/triggers';
import { isOpen } from '../../shared/runs/run-words';
import { daysBetween } from '../../shared/time/shown-day';
import { timeDisplay } from '../../shared/time/time-display';
import { clockText, dayText } from '../../shared/time/time-text';

export const STANDING_NAMES: Readonly<Record<string, string>> = {
  active: 'Active',
  paused: 'Paused',
  running: 'Running',
  failing: 'Failing',
  succeeded: 'Succeeded',
  never_run: 'Not run yet',
};

/** When something comes, as short as possible: `10:00` today, `20 May 06:00`, with the year where it is another. */
export function comingText(isoTime: string, now: Date, display: TimeDisplay = timeDisplay()): string {
  const at = new Date(isoTime);
  const clock = clockText(at, display);
  return daysBetween(at, now, display) === 0 ? clock : `${dayText(at, now, display)} ${clock}`;
}

/** What stands below a trigger's words: its expression, with its zone where that is not the one of the times beside it. */
export function triggerNote(trigger: Trigger, zone: string): string {
  if (trigger.type !== 'cron') return '';
  return trigger.timezone === zone ? trigger.expression : `${trigger.expression} ${trigger.timezone}`;
}

/** The median of some durations; of an even number, halfway between the two in the middle; null of none. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return below === undefined || above === undefined ? null : (below + above) / 2;
}

const HIDDEN_LOG =
  "The log may contain rows from connections you can't query, so it is hidden. Ask an administrator for access.";

/** What stands in place of the lines of a log without any. */
export function emptyLogText({ log_hidden: isHidden, status }: Pick<JobRunDetails, 'log_hidden' | 'status'>): string {
  if (isHidden === true) return HIDDEN_LOG;
  return isOpen(status) ? 'No lines yet' : 'The log is empty';
}
