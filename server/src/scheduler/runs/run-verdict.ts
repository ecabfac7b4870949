import type { JobRunStatus } from '#libs/api';
import { shortened } from '#libs/markup';
import { Problem, errorCode } from '../../platform/index.js';
import { JobFailure } from '../job-kind.js';
import type { StopReason } from './active-job-run.js';
import { quantityText } from './run-words.js';

/** An error is kept with its run, sent in events and shown in lists. */
const MOST_CHARS = 10_000;

/** How a run ended, with the sentence of its error. */
export interface RunVerdict {
  readonly status: JobRunStatus;
  readonly error: string | null;
  /** The name of the person who cancelled it. */
  readonly cancelledBy: string | null;
}

/** The verdict on a run that a person cancelled. */
export function cancelledRun(by: string): RunVerdict {
  return { status: 'interrupted', error: `Cancelled by ${by}.`, cancelledBy: by };
}

/** The verdict on a run that came to no end of its own. */
export function interruptedRun(error: string): RunVerdict {
  return { status: 'interrupted', error, cancelledBy: null };
}

/**
 * The status and error of a run that was stopped for `stopReason` or rejected with `failure`, each null where it did not
 * happen. The reason to stop counts first.
 */
export function runVerdict(stopReason: StopReason | null, failure: unknown): RunVerdict {
  switch (stopReason?.kind) {
    case 'cancelled':
      return cancelledRun(stopReason.by);
    case 'shutdown':
      return interruptedRun('The workbench was stopped.');
    case 'timed_out': {
      const error = `It took longer than ${quantityText(stopReason.afterS * 1000)}.`;
      return { status: 'timed_out', error, cancelledBy: null };
    }
    case 'connection_removed':
      return failed('The connection of the job was removed while it ran.');
    case 'rights_lost':
      return failed(stopReason.loss);
    case undefined:
      if (failure === null) return { status: 'success', error: null, cancelledBy: null };
      return failed(expectedFailure(failure) ?? 'Something went wrong in the workbench.');
  }
}

function failed(error: string): RunVerdict {
  return { status: 'error', error: shortened(error, MOST_CHARS), cancelledBy: null };
}

/** What a failure says that is the job's own or the disk's; null for a fault of the workbench. */
export function expectedFailure(failure: unknown): string | null {
  if (failure instanceof JobFailure || failure instanceof Problem) return failure.message;
  if (errorCode(failure) === 'ENOSPC' || /No space left/i.test(String(failure))) return 'The disk is full.';
  return null;
}
