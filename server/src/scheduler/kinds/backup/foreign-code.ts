import type { ResultRow } from '#libs/api';

/**
 * The current role, what it or a role that it may become is, and some roles that are no superusers and own what a restore
 * runs: functions, checks and indexes of tables, queries of materialized views, checks of domains. A restored view is not
 * run.
 */
export const FOREIGN_CODE_SQL = `
  SELECT current_user::pg_catalog.text,
         (SELECT CASE WHEN pg_catalog.bool_or(r.rolsuper) THEN 'superuser'
                      WHEN pg_catalog.bool_or(r.rolcreaterole) THEN 'manager' END
            FROM pg_catalog.pg_roles r WHERE pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER')),
         (SELECT pg_catalog.string_agg(o.name, ', ') FROM (
           SELECT r.rolname::pg_catalog.text AS name
             FROM pg_catalog.pg_roles r
            WHERE NOT r.rolsuper AND r.rolname <> current_user
              AND (EXISTS (SELECT FROM pg_catalog.pg_proc p WHERE p.proowner = r.oid)
                OR EXISTS (SELECT FROM pg_catalog.pg_class c
                            WHERE c.relowner = r.oid AND c.relkind IN ('r', 'p', 'm') AND c.relpersistence <> 't')
                OR EXISTS (SELECT FROM pg_catalog.pg_type t WHERE t.typowner = r.oid AND t.typtype = 'd'))
            ORDER BY 1 LIMIT 3) o)`;

/** Why a backup is not restored, or what its log warns of. */
export interface ForeignCode {
  readonly level: 'refused' | 'warned';
  readonly text: string;
}

/** What a restore as the role of `row` means, as `FOREIGN_CODE_SQL` has read it; null where it gives no role more rights. */
export function foreignCode([role, rank, owners]: ResultRow): ForeignCode | null {
  if (!owners || !rank) return null;
  const start = `A test restore runs functions and checks of other roles (${owners}) as ${role ?? ''}, which is`;
  if (rank === 'superuser') {
    const advice = 'Use another role for the connection, or select "Trust the roles of the database" in the job.';
    return { level: 'refused', text: `${start} a superuser. ${advice}` };
  }
  return { level: 'warned', text: `${start} allowed to manage roles.` };
}
