import type { StatementResult } from '#libs/api';
import { PAGE_ROWS } from '#libs/api';
import { countedText, ordinalText, pageWindow, screenReaderDuration } from '#libs/results';
import type { PageWindow } from '#libs/results';
import type { ApiProblem } from '../../../shared/http/api-problem';
import type { PageState, TabRun } from '../../run/run-state';
import { isBusy, isPaged, pageOf } from '../../run/run-state';
import { commandSentence } from '../../run/statement-summary';

/** What the lower half of the studio shows. */
export type ResultFace = 'never-run' | 'waiting' | 'refused' | 'failed-run' | 'statement';

/** What a tab without a result says, and whether it offers to run its text. */
export interface NoResult {
  readonly heading: string;
  readonly text: string;
  readonly canRun: boolean;
}

/** Says why there is no result: no connection, one that the workbench no longer keeps, or no run yet. */
export function noResult(hasConnection: boolean, isLost: boolean, runKeys: string): NoResult {
  const heading = isLost ? 'The result is no longer kept' : 'No result yet';
  if (!hasConnection) return { heading, text: 'Choose a connection to run your query.', canRun: false };
  if (isLost) return { heading, text: 'Run the query again to see its rows.', canRun: true };
  return { heading, text: `Press ${runKeys} to run your query.`, canRun: false };
}

/** Chooses the face for a tab's run. */
export function resultFace(run: TabRun | null): ResultFace {
  if (!run) return 'never-run';
  if (run.phase === 'refused') return 'refused';
  const statement = selectedStatement(run);
  if (run.run?.error && !run.run.statements.some(({ error }) => error !== null)) return 'failed-run';
  if (isBusy(run) && run.run?.waiting) return 'waiting';
  if (!statement || (isBusy(run) && statement.status === 'running' && statement.columns === null)) return 'waiting';
  return 'statement';
}

/** The statement that is on screen. */
export function selectedStatement(run: TabRun): StatementResult | null {
  return run.run?.statements.find(({ index }) => index === run.selected) ?? run.run?.statements[0] ?? null;
}

/** The page on screen and where it stands; null for a statement that came whole. */
export function pagePlace(run: TabRun, statement: StatementResult): { page: PageState; window: PageWindow } | null {
  if (!isPaged(statement)) return null;
  const page = pageOf(run, statement);
  return { page, window: pageWindow(page.offset, PAGE_ROWS, page.knownRows, statement.complete) };
}

/** What a run without rows is doing: "Running", "Cancelling", or where it stands in line for a connection. */
export function waitingText(run: TabRun | null): string {
  if (run?.phase === 'cancelling') return 'Cancelling';
  const place = run?.run?.waiting?.place;
  return place === undefined ? 'Running' : `Waiting for a connection · ${ordinalText(place)} in line`;
}

function refusedSentence(problem: ApiProblem | null): string {
  const what = problem?.code === 'network' ? problem.title : 'The run was refused';
  return `${what}. ${problem?.detail ?? ''}`;
}

/** The sentence that a screen reader hears when a run has ended; empty while none has. */
export function spokenOutcome(run: TabRun | null): string {
  if (run?.phase === 'refused') return refusedSentence(run.problem);
  if (run?.run?.waiting) return waitingText(run).replace(' ·', ',');
  if (run?.phase !== 'finished' || !run.run) return '';
  const { status, error, elapsed_ms: elapsed } = run.run;
  const failed = run.run.statements.find((statement) => statement.error !== null);
  if (status === 'failed') return `The run failed. ${failed?.error?.message ?? error?.message ?? ''}`;
  if (status === 'cancelled') return `Cancelled after ${screenReaderDuration(elapsed)}`;
  const shown = selectedStatement(run);
  if (!shown) return `Finished in ${screenReaderDuration(elapsed)}`;
  const gave =
    shown.columns === null ? commandSentence(shown).replace(' · ', ', ') : countedText(shown.row_count ?? 0, 'row');
  return `${gave} in ${screenReaderDuration(shown.elapsed_ms)}`;
}
