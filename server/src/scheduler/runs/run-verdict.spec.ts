import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../platform/index.js';
import { JobFailure } from '../job-kind.js';
import type { StopReason } from './active-job-run.js';
import { expectedFailure, runVerdict } from './run-verdict.js';
import type { RunVerdict } from './run-verdict.js';

const FULL_DISK = Object.assign(new Error('write failed'), { code: 'ENOSPC' });
const FAULT = new TypeError('x is not a function');

describe('the verdict on a run', () => {
  it.each<[string, StopReason | null, unknown, Omit<RunVerdict, 'cancelledBy'>]>([
    ['that ended well', null, null, { status: 'success', error: null }],
    ['that failed', null, new JobFailure('No rows.'), { status: 'error', error: 'No rows.' }],
    [
      'that failed with a text of any length',
      null,
      new JobFailure('x'.repeat(100_000)),
      { status: 'error', error: `${'x'.repeat(9_999)}…` },
    ],
    ['that met a problem', null, new Problem('forbidden', 'Not yours.'), { status: 'error', error: 'Not yours.' }],
    ['on a full disk', null, FULL_DISK, { status: 'error', error: 'The disk is full.' }],
    ['with a fault', null, FAULT, { status: 'error', error: 'Something went wrong in the workbench.' }],
    [
      'that was cancelled',
      { kind: 'cancelled', by: 'Ada' },
      FAULT,
      { status: 'interrupted', error: 'Cancelled by Ada.' },
    ],
    ['at shutdown', { kind: 'shutdown' }, null, { status: 'interrupted', error: 'The workbench was stopped.' }],
    [
      'out of time',
      { kind: 'timed_out', afterS: 2 },
      FAULT,
      { status: 'timed_out', error: 'It took longer than 2.0 s.' },
    ],
    ['without rights', { kind: 'rights_lost', loss: 'Revoked.' }, FAULT, { status: 'error', error: 'Revoked.' }],
    [
      'without its connection',
      { kind: 'connection_removed' },
      FAULT,
      { status: 'error', error: 'The connection of the job was removed while it ran.' },
    ],
  ])('%s', (_name, stopReason, failure, verdict) => {
    const cancelledBy = stopReason?.kind === 'cancelled' ? stopReason.by : null;
    expect(runVerdict(stopReason, failure)).toEqual({ ...verdict, cancelledBy });
  });

  it('has no words for a fault of the workbench', () => {
    expect(expectedFailure(FAULT)).toBeNull();
  });
});
