import type { StatementError } from '#libs/api';
import { bytesText, countedText } from '#libs/results';
import type { StatementOutcome } from '../../connections/index.js';
import { RowTooLong } from './result-spool.js';
import { QuotaExceeded } from '../quota/spool-quota.js';

const DONE = 'Its changes are made: running it again makes them again.';
const MAY_BE_DONE = 'If the statement writes, its changes are made: running it again makes them again.';
const FEWER = 'Add a LIMIT, or select fewer columns.';

interface Reason {
  readonly reason: string;
  readonly hint: string;
}

/** A statement that its database has carried out. */
export type CarriedOut = Extract<StatementOutcome, { status: 'succeeded' }>;

/** How a statement is shown to end: a failure where not all of its rows were kept. */
export function shownOutcome(outcome: StatementOutcome, spoolError: Error | null, keptRows: number): StatementOutcome {
  if (spoolError !== null) return cutResult(outcome, keptRows, reasonOf(spoolError));
  if (outcome.status !== 'succeeded' || outcome.rowsCut === undefined) return outcome;
  return cutResult(outcome, keptRows, { reason: outcome.rowsCut, hint: MAY_BE_DONE });
}

/** Says why rows are missing, how many there are, and whether the statement was carried out. */
function cutResult(outcome: StatementOutcome, keptRows: number, { reason, hint }: Reason): StatementOutcome {
  const done = outcome.status === 'succeeded' ? 'The statement was carried out. ' : '';
  const hasChanged = outcome.status === 'succeeded' && outcome.affectedRows !== null;
  const kept = keptRows === 0 ? 'None of its rows is kept.' : `Its first ${countedText(keptRows, 'row')} can be read.`;
  const failure: StatementError = {
    ...{ message: `${done}${reason} ${kept}`, sqlstate: null, position: null, detail: null },
    hint: hasChanged ? DONE : hint,
  };
  return { status: 'failed', error: failure, isSessionLost: outcome.status === 'failed' && outcome.isSessionLost };
}

function reasonOf(error: Error): Reason {
  if (error instanceof QuotaExceeded) return { reason: quotaReason(error), hint: quotaHint(error) };
  if (error instanceof RowTooLong)
    return { reason: error.message, hint: 'Select less of it, for example with substr().' };
  const isFull = 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === 'EFBIG');
  const reason = isFull
    ? 'The disk of the workbench is full, so the rest of the result could not be kept.'
    : 'The rest of the result could not be kept: its file could not be written.';
  return { reason, hint: FEWER };
}

function quotaReason({ kind, maxBytes }: QuotaExceeded): string {
  const limit = bytesText(maxBytes);
  if (kind === 'result') return `The result has reached ${limit}, the most that is kept of one result.`;
  return kind === 'person'
    ? `Your results have reached ${limit}, the most that is kept for one person.`
    : `The results of all people have reached ${limit}, the most that is kept.`;
}

function quotaHint({ kind }: QuotaExceeded): string {
  if (kind === 'result') return `${FEWER} WORKBENCH_RESULT_MAX_BYTES sets the limit.`;
  const setting = kind === 'person' ? 'WORKBENCH_PERSON_RESULTS_MAX_BYTES' : 'WORKBENCH_RESULTS_MAX_BYTES';
  return `Close tabs with large results, or add a LIMIT. ${setting} sets the limit.`;
}
