import { describe, expect, it } from '@jest/globals';
import type { StatementResult } from '#libs/api';
import { ApiProblem } from '../../../shared/http/api-problem';
import { errorSample, runSample, statementSample } from '../../../../testing/run-samples';
import { sendingRun, withCancelRequested, withProblem, withRun } from '../../run/run-state';
import type { TabRun } from '../../run/run-state';
import { noResult, pagePlace, resultFace, spokenOutcome, waitingText } from './run-view';
import type { ResultFace } from './run-view';

const sending = sendingRun({ sql: 'SELECT 1', offset: 0, start: { line: 1, column: 1 }, connectionId: 'shop' }, 0);
const problem = new ApiProblem('connection-unreachable', 502, 'The database cannot be reached', 'connection refused');
const lost = new ApiProblem('network', 0, 'The answer was lost', 'Look in the history.');
const none = { columns: null, rows: [], row_count: null } as const;
const ran = (change: Partial<StatementResult> = {}): TabRun => withRun(sending, runSample([statementSample(change)]));
const failed = ran({ ...none, rows: [], status: 'failed', error: errorSample() });

const inLine = withRun(
  sending,
  runSample([statementSample({ ...none, rows: [], status: 'not_run' })], { status: 'running', waiting: { place: 3 } }),
);

it.each<[string, TabRun | null]>([
  ['Running', sending],
  ['Waiting for a connection · 3rd in line', inLine],
  ['Cancelling', withCancelRequested(inLine)],
])('a run without rows says %j', (text, run) => {
  expect(waitingText(run)).toBe(text);
});

describe('resultFace', () => {
  it.each<[ResultFace, TabRun | null]>([
    ['never-run', null],
    ['waiting', sending],
    ['waiting', inLine],
    [
      'waiting',
      withRun(sending, runSample([statementSample({ ...none, rows: [], status: 'running' })], { status: 'running' })),
    ],
    [
      'statement',
      withRun(sending, runSample([statementSample({ status: 'running', complete: false })], { status: 'running' })),
    ],
    ['refused', withProblem(sending, problem)],
    ['failed-run', withRun(sending, runSample([], { status: 'failed', error: errorSample() }))],
    ['statement', failed],
    ['statement', ran()],
  ])('is %s', (face, run) => {
    expect(resultFace(run)).toBe(face);
  });
});

describe('spokenOutcome', () => {
  it.each<[string, TabRun | null]>([
    ['', null],
    ['', sending],
    ['Waiting for a connection, 3rd in line', inLine],
    ['48,219 rows in 412 milliseconds', ran({ row_count: 48_219, elapsed_ms: 412 })],
    ['1 row in 3.9 seconds', ran({ elapsed_ms: 3_900 })],
    [
      'INSERT, 3 rows affected in 12 milliseconds',
      ran({ ...none, rows: [], command: 'INSERT', affected_rows: 3, elapsed_ms: 12 }),
    ],
    ['The run failed. syntax error at or near "FORM"', failed],
    ['The run was refused. connection refused', withProblem(sending, problem)],
    ['The answer was lost. Look in the history.', withProblem(sending, lost)],
    ['Cancelled after 412 milliseconds', withRun(sending, runSample([], { status: 'cancelled' }))],
  ])('is %j', (words, run) => {
    expect(spokenOutcome(run)).toBe(words);
  });
});

describe('pagePlace', () => {
  it('is shown for a paged statement alone', () => {
    const paged = statementSample({ delivery: 'paged', row_count: 48_219 });
    expect(pagePlace(withRun(sending, runSample([paged])), paged)?.window).toMatchObject({
      rowTotal: 48_219,
    });
    expect(pagePlace(ran(), statementSample())).toBeNull();
  });
});

describe('noResult', () => {
  it.each([
    [true, false, 'No result yet', 'Press Ctrl+Enter to run your query.', false],
    [true, true, 'The result is no longer kept', 'Run the query again to see its rows.', true],
    [false, false, 'No result yet', 'Choose a connection to run your query.', false],
    [false, true, 'The result is no longer kept', 'Choose a connection to run your query.', false],
  ])('with a connection: %s, a lost result: %s', (hasConnection, isLost, heading, text, canRun) => {
    expect(noResult(hasConnection, isLost, 'Ctrl+Enter')).toEqual({ heading, text, canRun });
  });
});
