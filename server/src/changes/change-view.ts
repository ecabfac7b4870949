import type { ChangeActions, ChangeSet, WriteLane } from '#libs/api';
import type { ChangeSetRecord } from './storage/change-set.entity.js';

/** What is known of a change set beside its record. */
export interface ChangeContext {
  readonly connectionName: string | null;
  readonly lane: WriteLane;
  readonly actions: ChangeActions;
}

/** A change set as the list shows it. */
export function changeView(record: ChangeSetRecord, { connectionName, lane, actions }: ChangeContext): ChangeSet {
  return {
    ...{ id: record.id, connection_id: record.connectionId, connection_name: connectionName },
    ...{ title: record.title, state: record.state, lane, author: record.author, version: record.version },
    ...{ hash: record.hash, counts: record.counts, tables: record.tables },
    ...{ created_at: record.createdAt, changed_at: record.changedAt, proposed_at: record.proposedAt },
    ...{ decided_at: record.decidedAt, decided_by: record.decidedBy, decision: record.decision },
    ...{ applied_at: record.appliedAt, applied_by: record.appliedBy, is_uncertain: record.attempt !== null },
    ...{ undoes: record.undoes, undone_by: record.undoneBy, actions },
  };
}
