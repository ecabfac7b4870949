import type { ChangePerson, ChangeSetDetails } from '#libs/api';
import { counted } from '../../shared/changes/data/change-labels';

/** One step of a change set; `at` is ISO 8601. */
export interface HistoryStep {
  readonly text: string;
  /** The email address of the person in it who is called otherwise. */
  readonly email?: string | undefined;
  readonly at: string;
  readonly tone: 'success' | 'warn' | 'danger' | 'accent' | 'idle';
}

/** What has happened to a change set, the first step first. */
export function changeHistory(change: ChangeSetDetails): HistoryStep[] {
  const { author, proposed_at: proposedAt, applied_at: appliedAt, applied_by: appliedBy } = change;
  const steps: (HistoryStep | null)[] = [
    step('Created', change.created_at, 'idle', author),
    step('Proposed', proposedAt, 'accent', author),
    rehearsed(change),
    decided(change),
    step('Applied', appliedAt, 'success', appliedBy),
    step('Undone', change.state === 'undone' ? change.changed_at : null, 'idle'),
  ];
  return steps.filter((one) => one !== null).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function rehearsed({ rehearsal }: ChangeSetDetails): HistoryStep | null {
  if (rehearsal === null) return null;
  const { rehearsed_at: at, status, conflicts, row_count: rows } = rehearsal;
  if (status === 'conflicted') return { text: `Conflict in ${counted(conflicts.length, 'row')}`, at, tone: 'warn' };
  if (status === 'failed') return { text: 'Rehearsal failed', at, tone: 'danger' };
  return { text: rows > 0 ? `Rehearsed, ${counted(rows, 'row')}` : 'Rehearsed', at, tone: 'success' };
}

function decided({ decided_at: at, decided_by: person, decision }: ChangeSetDetails): HistoryStep | null {
  if (decision !== null) return step('Refused', at, 'danger', person);
  return step('Approved', at, 'success', person);
}

function step(
  what: string,
  at: string | null,
  tone: HistoryStep['tone'],
  person: ChangePerson | null = null,
): HistoryStep | null {
  if (at === null) return null;
  return person === null
    ? { text: what, at, tone }
    : { text: `${what} by ${person.name}`, email: person.email, at, tone };
}
