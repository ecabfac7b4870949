import type { SavedQuery } from '#libs/api';

/** A saved query as the server reports it. */
export function savedQuerySample(change: Partial<SavedQuery> = {}): SavedQuery {
  return {
    id: 'q1',
    name: 'Orders this month',
    connection_id: 'shop',
    sql: 'SELECT 1',
    description: 'Newest first',
    folder: '',
    shared: false,
    is_own: true,
    owner_name: 'Ann Miller',
    version: 3,
    created_at: '2026-05-18T09:41:00Z',
    updated_at: '2026-05-19T09:41:00Z',
    ...change,
  };
}
