import type { JobRunStatus } from '#libs/api';
import type { IconName } from '../ui/icon/icon';

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

function two(value: number): string {
  return String(value).padStart(2, '0');
}
