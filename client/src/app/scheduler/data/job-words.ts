import type { JobRunDetails, JobRunStatus, TimeDisplay } from '#libs/api';
import type { Trigger } from '#libs/triggers';
import { daysBetween } from '../../shared/time/shown-day';
import { timeDisplay } from '../../shared/time/time-display';
import { clockText, dayText } from '../../shared/time/time-text';
import type { IconName } from '../../shared/ui/icon/icon';

/** How a run stands in words, with its sign and colour. */
export const STATUS_LOOKS: Readonly<
  Record<JobRunStatus, { name: string; icon: IconName; tone: 'success' | 'danger' | 'warn' | 'accent' | '' }>
> = {
  queued: { name: 'Waiting', icon: 'clock', tone: 'accent' },
  running: { name: 'Running', icon: 'refresh-cw', tone: 'accent' },
  success: { name: 'Succeeded', icon: 'circle-check', tone: 'success' },
  error: { name: 'Failed', icon: 'circle-x', tone: 'danger' },
  timed_out: { name: 'Timed out', icon: 'circle-x', tone: 'danger' },
  interrupted: { name: 'Interrupted', icon: 'ban', tone: 'danger' },
  skipped: { name: 'Skipped', icon: 'ban', tone: 'warn' },
};

export const STANDING_NAMES: Readonly<Record<string, string>> = {
  active: 'Active',
  paused: 'Paused',
  running: 'Running',
  failing: 'Failing',
  succeeded: 'Succeeded',
  never_run: 'Not run yet',
};

/** Whether a run is still to end. */
export function isOpen(status: JobRunStatus): boolean {
  return status === 'queued' || status === 'running';
}

/** A duration as lists show it: `380 ms`, `1.8 s`, `41 s`, `5 min 12 s`, `2 h 05 min`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`;
}

/** Bytes in decimal units: `812 B`, `1.84 GB`. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit] ?? ''}`;
}

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

/** The middle of some durations; null of none. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle ?? null;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

const HIDDEN_LOG =
  "The log may contain rows from connections you can't query, so it is hidden. Ask an administrator for access.";

/** What stands in place of the lines of a log without any. */
export function emptyLogText({ log_hidden: isHidden, status }: Pick<JobRunDetails, 'log_hidden' | 'status'>): string {
  if (isHidden === true) return HIDDEN_LOG;
  return isOpen(status) ? 'No lines yet' : 'The log is empty';
}
