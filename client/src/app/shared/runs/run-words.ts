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
