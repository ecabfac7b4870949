import { ROLE_RISK_CODES } from '../api/index.js';
import type { RoleRisk, RoleRiskCode } from '../api/index.js';

/** One fact of the catalog: what a role can do, and the role, function or server that lets it. */
export interface RoleFact {
  readonly code: RoleRiskCode;
  readonly name: string;
}

/** What is known of the role that a connection logs in with. */
export interface RoleFacts {
  readonly role: string;
  readonly facts: readonly RoleFact[];
}

const MAX_NAMES = 3;

type Sentence = (role: string, names: readonly string[]) => string;

const SENTENCES: Readonly<Record<RoleRiskCode, Sentence>> = {
  superuser: (role, names) =>
    names.includes(role)
      ? `Role ${role} is a superuser: it can run programs and write files on the database server.`
      : `Role ${role} can become the superuser ${names[0] ?? ''}: it can run programs and write files on the database server.`,
  execute_programs: (role) => `Role ${role} can run programs on the database server.`,
  write_server_files: (role, names) => `Role ${role} can write files on the database server (${listed(names)}).`,
  read_server_files: (role, names) => `Role ${role} can read files on the database server (${listed(names)}).`,
  untrusted_functions: (role, names) =>
    `Role ${role} can call functions in languages that reach outside the database (${listed(names)}).`,
  remote_servers: (role, names) => `Role ${role} can reach other servers (${listed(names)}).`,
  control_server: (role, names) => `Role ${role} can control the database server (${listed(names)}).`,
  end_sessions: (role) => `Role ${role} can end sessions of other roles.`,
  manage_roles: (role) => `Role ${role} can create and change roles.`,
  replication: (role) => `Role ${role} can copy the whole database server by replication.`,
  bypass_rls: (role) => `Role ${role} ignores row-level security.`,
  write_tables: (role) =>
    `The connection is read-only, but role ${role} may write to tables. A role that only reads is safer.`,
};

/**
 * Maps what the catalog says about a role to what it can do beyond reading, the furthest-reaching first; empty where it
 * can only read. A superuser can do everything else, so nothing else is listed for one.
 */
export function roleRisks({ role, facts }: RoleFacts): RoleRisk[] {
  const codes = facts.some(({ code }) => code === 'superuser') ? (['superuser'] as const) : ROLE_RISK_CODES;
  return codes.flatMap((code) => {
    const names = [...new Set(facts.filter((fact) => fact.code === code).map(({ name }) => name))];
    return names.length === 0 ? [] : [{ code, detail: SENTENCES[code](role, names) }];
  });
}

/** Whether a text from the catalog is one of the codes. */
export function isRoleRiskCode(text: string | null | undefined): text is RoleRiskCode {
  return ROLE_RISK_CODES.some((code) => code === text);
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
