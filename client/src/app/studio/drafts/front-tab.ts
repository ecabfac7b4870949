import type { Draft } from '#libs/api';

/** The tab to show in an empty browser: the one written last, of the connection that was asked for if there is one. */
export function frontOf(drafts: readonly Draft[], connectionId: string | null): Draft | null {
  const fitting = drafts.filter((draft) => connectionId === null || draft.connection_id === connectionId);
  const byTime = [...fitting].sort((one, other) => (one.updated_at < other.updated_at ? 1 : -1));
  return byTime[0] ?? null;
}
