import { expect, it } from '@jest/globals';
import type { StatementOutcome } from './connector.js';
import { rowsFailed, STOPPED_AMONG_ROWS, wholeOutcome } from './rows-cut.js';

const DONE = { status: 'succeeded', command: 'SELECT', affectedRows: null } as const;

it.each<[string, StatementOutcome, object]>([
  ['all rows', DONE, DONE],
  ['a cancel among the rows', { ...DONE, rowsCut: STOPPED_AMONG_ROWS }, { status: 'cancelled' }],
  [
    'a row that cannot be shown',
    { ...DONE, rowsCut: rowsFailed('Too large') },
    { status: 'failed', isSessionLost: false, error: { message: 'Not all of its rows can be shown: Too large.' } },
  ],
  ['a cancel', { status: 'cancelled' }, { status: 'cancelled' }],
])('takes %s for what it is', (_, outcome, expected) => {
  expect(wholeOutcome(outcome)).toMatchObject(expected);
});
