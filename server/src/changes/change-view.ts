import type { ChangeActions, ChangePerson, ChangeSet, WriteLane } from '#libs/api';
import { shownPerson } from './change-person.js';
import type { ChangeSetRecord } from './storage/change-set.entity.js';

/** What is known of a change set beside its record. */
export interface ChangeContext {
  readonly connectionName: string | null;
  readonly lane: WriteLane;
  readonly actions: ChangeActions;
  /** How a person is called now, by id. */
  readonly nameOf: (userId: string) => string;
}

/** A change set as the list shows it. */
export function changeView(
  record: ChangeSetRecord,
  { connectionName, lane, actions, nameOf }: ChangeContext,
): ChangeSet {
  const shown = (person: ChangePerson | null): ChangePerson | null => person && shownPerson(person, nameOf);
  return {
    ...{ id: record.id, connection_id: record.connectionId, connection_name: connectionName },
    ...{
      title: record.title,
      state: record.state,
      lane,
      author: shownPerson(record.author, nameOf),
      version: record.version,
    },
    ...{ hash: record.hash, counts: record.counts, tables: record.tables },
    ...{ created_at: record.createdAt, changed_at: record.changedAt, proposed_at: record.proposedAt },
    ...{ decided_at: record.decidedAt, decided_by: shown(record.decidedBy), decision: record.decision },
    ...{ applied_at: record.appliedAt, applied_by: shown(record.appliedBy), is_uncertain: record.attempt !== null },
    uncertain_because: record.attempt?.trouble ?? null,
    ...{ undoes: record.undoes, undone_by: record.undoneBy, actions },
  };
}
