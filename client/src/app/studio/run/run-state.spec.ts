import { describe, expect, it } from '@jest/globals';
import type { Run } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { errorSample, runSample, statementSample } from '../../../testing/run-samples';
import {
  isBusy,
  isPaged,
  pageOf,
  sendingRun,
  statementToShow,
  withCancelRequested,
  withPageAsked,
  withPageProblem,
  withPageRead,
  withProblem,
  withRun,
  withSelected,
} from './run-state';
import type { RunPhase, TabRun } from './run-state';

const sent = { sql: 'SELECT 1', offset: 0, start: { line: 1, column: 1 }, connectionId: 'shop' };
const sending = sendingRun(sent, 1000);
const running = runSample(
  [statementSample({ status: 'running', columns: null, rows: [], row_count: null, complete: false })],
  {
    status: 'running',
  },
);
const problem = new ApiProblem('connection-unreachable', 502, 'The database cannot be reached', 'refused');

describe('the phases of a run', () => {
  it.each<[string, TabRun, RunPhase, boolean]>([
    ['is sending after the click', sending, 'sending', true],
    ['runs once the server says so', withRun(sending, running), 'running', true],
    ['is finished when the server says it succeeded', withRun(sending, runSample()), 'finished', false],
    [
      'is finished when the server says it was cancelled',
      withRun(sending, runSample([], { status: 'cancelled' })),
      'finished',
      false,
    ],
    ['is refused when the server did not take it', withProblem(sending, problem), 'refused', false],
    ['is being cancelled from the wish on', withCancelRequested(withRun(sending, running)), 'cancelling', true],
    ['can be cancelled before it has an id', withCancelRequested(sending), 'cancelling', true],
    [
      'stays wished away while the server still says running',
      withRun(withCancelRequested(sending), running),
      'cancelling',
      true,
    ],
    [
      'is finished although a cancel came too late',
      withRun(withCancelRequested(sending), runSample()),
      'finished',
      false,
    ],
    ['cannot be cancelled once finished', withCancelRequested(withRun(sending, runSample())), 'finished', false],
  ])('%s', (_what, state, phase, busy) => {
    expect([state.phase, isBusy(state)]).toEqual([phase, busy]);
  });

  it('has no busy run where there is none', () => {
    expect(isBusy(null)).toBe(false);
  });
});

describe('the statement that is shown', () => {
  const [ok, insert] = [
    statementSample(),
    statementSample({ command: 'INSERT', columns: null, rows: [], affected_rows: 3 }),
  ];
  const failed = statementSample({ status: 'failed', columns: null, rows: [], error: errorSample() });
  const notRun = statementSample({ status: 'not_run', columns: null, rows: [] });

  it.each<[string, Run, number]>([
    ['the failed one', runSample([ok, failed, notRun]), 1],
    ['the last one with rows', runSample([ok, ok, insert]), 1],
    ['the last one reached when none has rows', runSample([insert, insert, notRun]), 1],
    ['the first of a run that reached none', runSample([notRun, notRun], { status: 'cancelled' }), 0],
    ['none of a run without statements', runSample([]), 0],
  ])('is %s', (_what, run, index) => {
    expect(statementToShow(run)).toBe(index);
  });

  it('stays the one a person chose', () => {
    const chosen = withSelected(withRun(sending, runSample([ok, ok])), 0);
    expect(withRun(chosen, runSample([ok, failed])).selected).toBe(0);
  });
});

describe('the rows of a run that is looked at again', () => {
  it('keep their identity, so that a grid need not draw them again', () => {
    const first = withRun(
      sending,
      runSample([statementSample({ complete: false, row_count: null })], { status: 'running' }),
    );
    const second = withRun(first, runSample([statementSample()]));
    expect(second.run?.statements[0]?.rows).toBe(first.run?.statements[0]?.rows);
    expect(second.run?.statements[0]?.row_count).toBe(1);
  });
});

describe('the pages of a statement', () => {
  const page = Array.from({ length: 200 }, (_, row) => [String(row)]);
  const paged = statementSample({ delivery: 'paged', rows: page, row_count: 48_219 });
  const arriving = statementSample({ delivery: 'paged', rows: page, row_count: null, complete: false });
  const state = withRun(sending, runSample([paged]));

  it('begin with the rows that came with the run', () => {
    expect(pageOf(state, paged)).toMatchObject({ offset: 0, rows: page, knownRows: 48_219, isLoading: false });
  });

  it('keep the page on screen while another is read, and when it cannot be read', () => {
    expect(pageOf(withPageAsked(state, paged, 400), paged)).toMatchObject({ offset: 0, rows: page, isLoading: true });
    expect(pageOf(withPageProblem(withPageAsked(state, paged, 400), paged, 400, problem), paged)).toMatchObject({
      isLoading: false,
      problem,
    });
  });

  it('show the page that was read', () => {
    const read = withPageRead(withPageAsked(state, paged, 400), paged, 400, {
      offset: 400,
      rows: [['a']],
      row_count: 48_219,
      complete: true,
    });
    expect(pageOf(read, paged)).toMatchObject({ offset: 400, rows: [['a']], knownRows: 48_219, problem: null });
  });

  it('come in the order that was asked for last', () => {
    const [ascending, descending] = (['asc', 'desc'] as const).map((direction) => ({ column: 1, direction }));
    const asked = withPageAsked(withPageAsked(state, paged, 0, ascending), paged, 0, descending);
    const answer = { offset: 0, rows: [['z']], row_count: 48_219, complete: true };
    expect(withPageRead(asked, paged, 0, answer, ascending)).toBe(asked);
    expect(pageOf(withPageRead(asked, paged, 0, answer, descending), paged)).toMatchObject({
      rows: [['z']],
      sort: descending,
      askedSort: descending,
    });
    expect(pageOf(withPageProblem(asked, paged, 0, problem, descending), paged)).toMatchObject({
      askedSort: null,
      problem,
    });
  });

  it('know only the rows seen while more arrive, and the total once it is there', () => {
    const read = withPageRead(withPageAsked(state, arriving, 200), arriving, 200, {
      offset: 200,
      rows: page,
      row_count: null,
      complete: false,
    });
    expect(pageOf(read, arriving).knownRows).toBe(400);
    expect(pageOf(read, paged).knownRows).toBe(48_219);
  });

  it.each([
    ['a paged result with more rows', paged, true],
    ['a result that arrives', arriving, true],
    ['long rows of which few came', { ...paged, row_count: paged.rows.length + 1 }, true],
    ['a row that did not come', { ...paged, rows: [], row_count: 1 }, true],
    ['a paged result whose rows all came', { ...paged, row_count: paged.rows.length }, false],
    ['a result that came whole', statementSample({ row_count: 10_000 }), false],
  ])('exist where rows did not come with the run: %s', (_, statement, expected) => {
    expect(isPaged(statement)).toBe(expected);
  });
});
