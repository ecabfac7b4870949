import type { Connection } from '../api/index.js';

/** Why neither rows can be imported into a connection nor files added to its folder, a sentence; null where they can. */
export function importRefusal({
  name,
  read_only: isReadOnly,
  writes,
  access,
  capabilities,
}: Pick<Connection, 'name' | 'read_only' | 'writes' | 'access' | 'capabilities'>): string | null {
  if (!capabilities.writes && !capabilities.uploads) return `${name} has no tables that can be written.`;
  if (isReadOnly) return `${name} is read-only.`;
  if (writes === 'review' && !capabilities.change_sets) return `${name} accepts writes only as approved change sets.`;
  return access === 'query' ? `You may only read ${name}. An administrator can let you write.` : null;
}
