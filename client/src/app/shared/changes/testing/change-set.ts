import type { ChangeRehearsal, ChangeSetDetails } from '#libs/api';

const AT = '2026-05-18T09:00:00.000Z';

/** A draft of Ann that changes two rows of public.orders. */
export function changeSet(over: Partial<ChangeSetDetails> = {}): ChangeSetDetails {
  return {
    ...{ id: 'c1', connection_id: 'shop', connection_name: 'Shop', title: 'Refunds', state: 'draft', lane: 'direct' },
    ...{ author: { id: 'ann', name: 'Ann', kind: 'user' }, version: 1, hash: 'a'.repeat(64) },
    ...{
      counts: { inserts: 0, updates: 2, deletes: 0, statements: 0 },
      tables: [{ schema: 'public', table: 'orders' }],
    },
    ...{ created_at: AT, changed_at: AT, proposed_at: null, decided_at: null, decided_by: null, decision: null },
    ...{
      applied_at: null,
      applied_by: null,
      is_uncertain: false,
      uncertain_because: null,
      undoes: null,
      undone_by: null,
    },
    actions: {
      ...{ edit: false, rehearse: false, propose: false, approve: false, refuse: false },
      ...{ apply: false, undo: false, delete: false, comment: true },
    },
    ...{ items: [], item_count: 0, statements: [], rehearsal: null, comments: [] },
    ...over,
  };
}

/** A rehearsal that is ready and changed two rows. */
export function rehearsalOf(over: Partial<ChangeRehearsal> = {}): ChangeRehearsal {
  return {
    ...{ status: 'ready', rehearsed_at: '2026-05-18T09:05:00.000Z', elapsed_ms: 18, effect_hash: 'b'.repeat(64) },
    ...{ inserted: 0, updated: 2, deleted: 0, row_count: 2, statements: [], touched: [], locks: [] },
    ...{ conflicts: [], failures: [], not_rehearsed: [], not_undoable: [] },
    ...over,
  };
}
