import type { Role } from './actor.js';

/** Which groups of an identity provider may come in. */
export interface GroupRules {
  /** Their members are administrators; empty: the provider has no say in who is one. */
  readonly adminGroups: readonly string[];
  /** Their members are users; empty: everybody is. */
  readonly userGroups: readonly string[];
}

/**
 * The role that membership in `groups` gives, or null for those who may not come in. Where the provider has no say in who
 * is an administrator, a known person keeps their role (`known`; null for a new one).
 */
export function roleOfGroups(groups: readonly string[], rules: GroupRules, known: Role | null): Role | null {
  if (rules.adminGroups.some((group) => groups.includes(group))) return 'admin';
  if (rules.userGroups.length > 0 && !rules.userGroups.some((group) => groups.includes(group))) return null;
  return rules.adminGroups.length === 0 ? (known ?? 'user') : 'user';
}
