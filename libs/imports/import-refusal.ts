import type { Connection } from '../api/index.js';

/** Why rows cannot be imported into a connection, a sentence; null where they can. */
export function importRefusal({
  name,
  read_only: isReadOnly,
  access,
  capabilities,
}: Pick<Connection, 'name' | 'read_only' | 'access' | 'capabilities'>): string | null {
  if (!capabilities.writes) return `${name} has no tables that can be written.`;
  if (isReadOnly) return `${name} is read-only.`;
  return access === 'query' ? `You may only read ${name}. An administrator can let you write.` : null;
}
