/**
 * What an API token may be limited to. `read`: look at what the workbench keeps; `query`: run queries that change nothing;
 * `write`: let queries change data; `changes`: propose changes to data, which a person applies; `manage`: change what the workbench keeps, such as connections, contracts and jobs;
 * `tiles`: fetch vector tiles; `mcp`: the agents' tools; `admin`: what only administrators may do.
 */
export type Scope = 'read' | 'query' | 'write' | 'changes' | 'manage' | 'tiles' | 'mcp' | 'admin';

export const SCOPES: readonly Scope[] = ['read', 'query', 'write', 'changes', 'manage', 'tiles', 'mcp', 'admin'];

/** Whether a token limited to `scopes` (null: not limited) covers one of them. */
export function hasScope(scopes: readonly Scope[] | null, scope: Scope): boolean {
  return scopes === null || scopes.includes(scope);
}
