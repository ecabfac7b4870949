import type { ChangeSetDetails } from '#libs/api';
import { ApiProblem } from '../../http/api-problem';
import type { ToastMessage } from '../../ui/toast/toast';
import type { ChangeActionName } from './change-actions';
import type { OpenChange } from './open-change';

/** An action whose call failed: what it was meant for, and the change set as it was before. */
export interface FailedAction {
  readonly name: ChangeActionName | 'edit';
  readonly before: ChangeSetDetails;
  readonly error: unknown;
}

type HasHappened = (before: ChangeSetDetails, after: ChangeSetDetails) => boolean;

/** An undo is another change set, which the one that was read again does not name before it is applied. */
const HAS_HAPPENED: Readonly<Record<FailedAction['name'], HasHappened | null>> = {
  rehearse: isRehearsedAnew,
  propose: (before, after) => after.proposed_at !== null && after.proposed_at !== before.proposed_at,
  approve: (_, { state }) => state === 'approved' || wasApplied(state),
  refuse: (_, { state }) => state === 'refused',
  apply: (_, { state }) => wasApplied(state),
  reopen: (_, { state }) => state === 'draft',
  undo: null,
  delete: () => false,
  edit: isRehearsedAnew,
};

const DONE: Readonly<Record<FailedAction['name'], string>> = {
  rehearse: 'Rehearsed',
  propose: 'Proposed',
  approve: 'Approved',
  refuse: 'Refused',
  apply: 'Applied',
  reopen: 'Reopened',
  undo: 'Created the undo of',
  delete: 'Deleted',
  edit: 'Settled the conflict of',
};

/**
 * What became of an action whose call failed, by the change set that was read again since. Where no answer came the server
 * may have done it all the same; `unknown` where that cannot be read. `open` is null where another change set is open.
 */
export function outcomeOf(
  { name, before, error }: FailedAction,
  open: OpenChange | null,
): 'done' | 'failed' | 'unknown' {
  if (ApiProblem.from(error).code !== 'network') return 'failed';
  const [after, problem] = [open?.details.value() ?? null, open?.details.problem() ?? null];
  if (problem?.code === 'change-set-not-found') return name === 'delete' ? 'done' : 'failed';
  const hasHappened = HAS_HAPPENED[name];
  if (after === null || problem !== null || hasHappened === null) return 'unknown';
  return hasHappened(before, after) ? 'done' : 'failed';
}

/** The message for an action whose call failed; `title` says what could not be done. */
export function outcomeToast(failed: FailedAction, outcome: ReturnType<typeof outcomeOf>, title: string): ToastMessage {
  if (outcome === 'done') return { tone: 'success', title: `${DONE[failed.name]} ${failed.before.title}` };
  if (outcome === 'failed') return { tone: 'danger', title, text: ApiProblem.from(failed.error).detail };
  const advice = failed.name === 'undo' ? 'Look for a new draft' : 'Reload the change set';
  const text = `The outcome is unknown, because the server stopped responding. ${advice} before you try again.`;
  return { tone: 'danger', title: `No answer for ${failed.before.title}`, text };
}

function isRehearsedAnew(before: ChangeSetDetails, after: ChangeSetDetails): boolean {
  return after.rehearsal !== null && after.rehearsal.rehearsed_at !== before.rehearsal?.rehearsed_at;
}

function wasApplied(state: ChangeSetDetails['state']): boolean {
  return state === 'applied' || state === 'undone';
}
