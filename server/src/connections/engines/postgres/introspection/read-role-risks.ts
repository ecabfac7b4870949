import type { RoleRisk } from '#libs/api';
import { isRoleRiskCode, roleRisks } from '#libs/role-risks';
import { askCatalog } from './catalog-client.js';
import { ROLE_RISKS_SQL } from './role-risks.sql.js';
import type { WorkbenchClient } from '../client/workbench-client.js';

/**
 * What the role of a line can do beyond reading; null from a server that speaks the protocol but not this catalog.
 * Rejects when the line is gone.
 */
export async function readRoleRisks(client: WorkbenchClient, isReadOnly: boolean): Promise<RoleRisk[] | null> {
  try {
    return roleRisksOf(await askCatalog(client, ROLE_RISKS_SQL, [String(isReadOnly)]));
  } catch (error) {
    if (client.hasEnded) throw error;
    return null;
  }
}

/** The risks that rows of `ROLE_RISKS_SQL` name, the furthest-reaching first. */
export function roleRisksOf([first, ...rows]: readonly (readonly (string | null)[])[]): RoleRisk[] {
  const facts = rows.flatMap(([code, name]) => (isRoleRiskCode(code) ? [{ code, name: name ?? '' }] : []));
  return roleRisks({ role: first?.[1] ?? '', facts });
}
