import type { TableFacts } from '#libs/api';
import type { ChangeName } from './change-target';

/** Why the role of a connection may not make a change, as far as its engine reports rights; null where it may. */
export function rightsRefusal(facts: TableFacts | null, name: ChangeName): string | null {
  const owner = facts?.owner ?? null;
  if (facts === null || owner === null) return null;
  const role = facts.role ?? 'The role of this connection';
  if (name === 'truncate') return facts.may_truncate ? null : `${role} may not truncate this table.`;
  // Every role may run ANALYZE: the server skips tables that the role does not own, with a warning.
  if (name === 'analyze' || facts.may_alter) return null;
  return `Only ${owner}, the owner, may do this. The connection signs in as ${role}.`;
}
