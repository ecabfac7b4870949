import type { ResultRow, RowsPage, Run, RunParameters, SortDirection, StatementResult } from '#libs/api';
import type { TextPosition } from '../editor/text-position';
import type { ApiProblem } from '../../shared/http/api-problem';
import type { LastRun } from '../tabs/studio-tab';

/**
 * Where a tab's run stands. `sending`: the request is on its way and has no id yet. `cancelling`: the person asked to
 * stop, the database has not said so yet. `refused`: the server did not take the run, or lost it.
 */
export type RunPhase = 'sending' | 'running' | 'cancelling' | 'finished' | 'refused';

/** What to send: the selection or else everything, everything in any case, or the statement the cursor stands in. */
export type RunScope = 'usual' | 'everything' | 'statement';

/** How a text runs that does not run in the session of its tab. */
export interface RunManner {
  /** The database is to refuse whatever the text would write; it runs beside the tab's session. */
  readonly isReadOnly?: boolean;
  /** It runs beside the tab's session: a transaction that it leaves open, as after an error, is rolled back with its own. */
  readonly isApart?: boolean;
}

/** The text as it was sent, and where it began in the tab's text: its offset from 0, its line and column from 1. */
export interface SentText extends RunManner {
  readonly sql: string;
  readonly offset: number;
  readonly start: TextPosition;
  readonly connectionId: string;
  /** The person has seen what it would destroy, and means it. */
  readonly isConfirmed?: boolean;
  readonly parameters?: RunParameters;
}

/** What the server is to sort a paged result by; columns count from 0. */
export interface RowSort {
  readonly column: number;
  readonly direction: SortDirection;
}

/**
 * The page of a paged statement that is on screen. `knownRows`: rows that are known to exist. `askedOffset` and
 * `askedSort`: where the page asked for last begins, and in which order; an answer for any other one comes too late.
 */
export interface PageState {
  readonly offset: number;
  readonly rows: readonly ResultRow[];
  readonly knownRows: number;
  readonly sort: RowSort | null;
  readonly askedOffset: number;
  readonly askedSort: RowSort | null;
  readonly isLoading: boolean;
  readonly problem: ApiProblem | null;
}

/** One tab's run, from the click to the rows. */
export interface TabRun {
  readonly phase: RunPhase;
  readonly sent: SentText;
  /** `performance.now()` at the click. */
  readonly clickedAtMs: number;
  readonly run: Run | null;
  readonly problem: ApiProblem | null;
  readonly selected: number;
  readonly hasChosen: boolean;
  readonly pages: Readonly<Record<number, PageState>>;
}

/** A run that was just asked for. */
export function sendingRun(sent: SentText, clickedAtMs: number): TabRun {
  return { phase: 'sending', sent, clickedAtMs, run: null, problem: null, selected: 0, hasChosen: false, pages: {} };
}

/** True while the database may still be working, so that Cancel makes sense and another run does not. */
export function isBusy(state: TabRun | null): boolean {
  return state !== null && (state.phase === 'sending' || state.phase === 'running' || state.phase === 'cancelling');
}

/** Takes what the server says of the run. A wish to cancel outlives answers that still say `running`. */
export function withRun(state: TabRun, run: Run): TabRun {
  const isRunning = run.status === 'running';
  const phase = !isRunning ? 'finished' : state.phase === 'cancelling' ? 'cancelling' : 'running';
  const selected = state.hasChosen ? state.selected : statementToShow(run);
  return { ...state, phase, run: withKnownRows(state.run, run), problem: null, selected };
}

/** Keeps the arrays that were already there, since a page never changes: a grid then need not draw it again. */
function withKnownRows(before: Run | null, run: Run): Run {
  const statements = run.statements.map((statement) => {
    const known = before?.statements[statement.index];
    if (!known?.columns || known.rows.length !== statement.rows.length) return statement;
    return { ...statement, columns: known.columns, rows: known.rows };
  });
  return { ...run, statements };
}

/** Takes the news that the server refused or lost the run. */
export function withProblem(state: TabRun, problem: ApiProblem): TabRun {
  return { ...state, phase: 'refused', problem };
}

/** Notes the wish to cancel. */
export function withCancelRequested(state: TabRun): TabRun {
  return isBusy(state) ? { ...state, phase: 'cancelling' } : state;
}

/** Selects a statement because a person did. */
export function withSelected(state: TabRun, index: number): TabRun {
  return { ...state, selected: index, hasChosen: true };
}

/** The statement shown unasked: the failed one, else the last reached that has rows, else the last reached. */
export function statementToShow(run: Run): number {
  const failed = run.statements.find((statement) => statement.status === 'failed');
  if (failed) return failed.index;
  const reached = run.statements.filter((statement) => statement.status !== 'not_run');
  const withRows = reached.findLast((statement) => statement.columns !== null);
  return (withRows ?? reached.at(-1) ?? run.statements[0])?.index ?? 0;
}

/** Whether a run began later than the last run that is known of its tab. */
export function isLaterRun({ started_at: startedAt }: Run, lastRun: Pick<LastRun, 'startedAt'> | null): boolean {
  return lastRun === null || Date.parse(startedAt) > (Date.parse(lastRun.startedAt) || 0);
}

/** Rows of the last statement that has any, as the history and the tab remember them; null for a run that failed. */
export function rowCountOf(run: Run): number | null {
  if (run.status === 'failed') return null;
  const last = run.statements.findLast((statement) => statement.row_count !== null || statement.affected_rows !== null);
  return last?.row_count ?? last?.affected_rows ?? null;
}

/** The page of a statement that is on screen: the one asked for, else the rows that came with the run. */
export function pageOf(state: TabRun, statement: StatementResult): PageState {
  const asked = state.pages[statement.index];
  const { row_count: total } = statement;
  if (asked) return { ...asked, knownRows: total ?? Math.max(asked.knownRows, statement.received_rows) };
  return {
    offset: 0,
    rows: statement.rows,
    knownRows: total ?? statement.received_rows,
    sort: null,
    askedOffset: 0,
    askedSort: null,
    isLoading: false,
    problem: null,
  };
}

/** Notes that another page is being read; the rows of the page before stay on screen. */
export function withPageAsked(
  state: TabRun,
  statement: StatementResult,
  askedOffset: number,
  askedSort: RowSort | null = null,
): TabRun {
  const page = { ...pageOf(state, statement), askedOffset, askedSort, isLoading: true, problem: null };
  return withPage(state, statement.index, page);
}

/** Takes the page that was asked for at an offset, unless another one has been asked for since. */
export function withPageRead(
  state: TabRun,
  statement: StatementResult,
  askedOffset: number,
  page: RowsPage,
  sort: RowSort | null = null,
): TabRun {
  const before = pageOf(state, statement);
  if (!isAsked(before, askedOffset, sort)) return state;
  const { offset, rows } = page;
  const knownRows = page.row_count ?? Math.max(before.knownRows, offset + rows.length);
  const asked = { askedOffset, askedSort: sort };
  return withPage(state, statement.index, { offset, rows, knownRows, sort, ...asked, isLoading: false, problem: null });
}

/** Takes the news that a page could not be read; the page before stays on screen. */
export function withPageProblem(
  state: TabRun,
  statement: StatementResult,
  askedOffset: number,
  problem: ApiProblem,
  sort: RowSort | null = null,
): TabRun {
  const before = pageOf(state, statement);
  if (!isAsked(before, askedOffset, sort)) return state;
  return withPage(state, statement.index, { ...before, askedSort: before.sort, isLoading: false, problem });
}

/** True when the statement has more rows than came with it; long values end its first page early. */
export function isPaged({ delivery, complete, row_count: total, rows }: StatementResult): boolean {
  return delivery === 'paged' && (!complete || (total ?? 0) > rows.length);
}

/** True when both name the same order, or none. */
export function isSameSort(a: RowSort | null, b: RowSort | null): boolean {
  return a?.column === b?.column && a?.direction === b?.direction;
}

function isAsked(page: PageState, offset: number, sort: RowSort | null): boolean {
  return page.askedOffset === offset && isSameSort(page.askedSort, sort);
}

function withPage(state: TabRun, index: number, page: PageState): TabRun {
  return { ...state, pages: { ...state.pages, [index]: page } };
}
