import type { ChangePerson, ChangeSetDetails } from '#libs/api';
import { counted } from '../../shared/changes/data/change-labels';

/** One step of a change set; `at` is ISO 8601. */
export interface HistoryStep {
  readonly text: string;
  readonly at: string;
  readonly tone: 'success' | 'warn' | 'danger' | 'accent' | 'idle';
}

/** What has happened to a change set, the first step first. */
export function changeHistory(change: ChangeSetDetails): HistoryStep[] {
  const { author, proposed_at: proposedAt, applied_at: appliedAt, applied_by: appliedBy } = change;
  const steps: (HistoryStep | null)[] = [
    { text: `Created by ${author.name}`, at: change.created_at, tone: 'idle' },
    step(`Proposed by ${author.name}`, proposedAt, 'accent'),
    rehearsed(change),
    decided(change),
    step(`Applied${by(appliedBy)}`, appliedAt, 'success'),
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
  if (decision !== null) return step(`Refused${by(person)}`, at, 'danger');
  return step(`Approved${by(person)}`, at, 'success');
}

function step(text: string, at: string | null, tone: HistoryStep['tone']): HistoryStep | null {
  return at === null ? null : { text, at, tone };
}

function by(person: ChangePerson | null): string {
  return person === null ? '' : ` by ${person.name}`;
}
