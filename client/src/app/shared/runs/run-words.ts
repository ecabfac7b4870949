import type { JobRun, JobRunMark, JobRunStatus } from '#libs/api';
import type { IconName } from '../ui/icon/icon';

/** How a run stands in words, with its sign and colour. */
export interface RunLook {
  readonly name: string;
  readonly icon: IconName;
  readonly tone: 'success' | 'danger' | 'warn' | 'accent' | '';
}

/** What says how a run stands. */
export type RunStanding = Pick<JobRun, 'status' | 'cancelled_by'> | Pick<JobRunMark, 'status' | 'cancelled'>;

const CANCELLED: RunLook = { name: 'Cancelled', icon: 'ban', tone: '' };
const STATUS_LOOKS: Readonly<Record<JobRunStatus, RunLook>> = {
  queued: { name: 'Waiting', icon: 'clock', tone: 'accent' },
  running: { name: 'Running', icon: 'refresh-cw', tone: 'accent' },
  success: { name: 'Succeeded', icon: 'circle-check', tone: 'success' },
  error: { name: 'Failed', icon: 'circle-x', tone: 'danger' },
  timed_out: { name: 'Timed out', icon: 'circle-x', tone: 'danger' },
  interrupted: { name: 'Interrupted', icon: 'ban', tone: 'danger' },
  skipped: { name: 'Skipped', icon: 'ban', tone: 'warn' },
};

export function lookOf(run: RunStanding): RunLook {
  return isCancelled(run) ? CANCELLED : STATUS_LOOKS[run.status];
}

/** Whether a person cancelled it, which is no failure. */
export function isCancelled(run: RunStanding): boolean {
  return 'cancelled_by' in run ? run.cancelled_by !== null : 'cancelled' in run && run.cancelled === true;
}

/** Whether it ended otherwise than well, and not because a person wanted it to. */
export function hasFailed(run: RunStanding): boolean {
  return run.status !== 'success' && !isOpen(run.status) && !isCancelled(run);
}

/** Whether a run is still to end. */
export function isOpen(status: JobRunStatus): boolean {
  return status === 'queued' || status === 'running';
}
