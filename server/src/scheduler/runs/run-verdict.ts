import type { JobRunStatus } from '#libs/api';
import { Problem, errorCode } from '../../platform/index.js';
import { JobFailure } from '../job-kind.js';
import type { StopReason } from './active-job-run.js';
import { quantityText } from './run-words.js';

/** How a run ended, with the sentence of its error. */
export interface RunVerdict {
  readonly status: JobRunStatus;
  readonly error: string | null;
}

/**
 * The status and error of a run that was stopped for `stopReason` or rejected with `failure`, each null where it did not
 * happen. The reason to stop counts first.
 */
export function runVerdict(stopReason: StopReason | null, failure: unknown): RunVerdict {
  if (stopReason?.kind === 'cancelled') return { status: 'interrupted', error: `Cancelled by ${stopReason.by}.` };
  if (stopReason?.kind === 'shutdown') return { status: 'interrupted', error: 'The workbench was stopped.' };
  if (stopReason?.kind === 'timed_out') {
    return { status: 'timed_out', error: `It took longer than ${quantityText(stopReason.afterS * 1000)}.` };
  }
  if (stopReason?.kind === 'connection_removed') {
    return { status: 'error', error: 'The connection of the job was removed while it ran.' };
  }
  if (stopReason?.kind === 'rights_lost') return { status: 'error', error: stopReason.loss };
  if (failure === null) return { status: 'success', error: null };
  return { status: 'error', error: expectedFailure(failure) ?? 'Something went wrong in the workbench.' };
}

/** What a failure says that is the job's own or the disk's; null for a fault of the workbench. */
export function expectedFailure(failure: unknown): string | null {
  if (failure instanceof JobFailure || failure instanceof Problem) return failure.message;
  if (errorCode(failure) === 'ENOSPC' || /No space left/i.test(String(failure))) return 'The disk is full.';
  return null;
}
