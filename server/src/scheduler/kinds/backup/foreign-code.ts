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

/** With which rights code runs in a restore; the others are those of any role. */
const RIGHTS: Readonly<Record<string, string>> = {
  superuser: 'which is a superuser',
  manager: 'which is allowed to manage roles',
};

/**
 * Why a backup is not restored as the role of `row`, as `FOREIGN_CODE_SQL` has read it; null where the restore runs no
 * code of other roles. Any role is worth having: it may change its own password.
 */
export function foreignCode([role, rank, owners]: ResultRow): string | null {
  if (!owners) return null;
  const rights = RIGHTS[rank ?? ''] ?? 'with the rights of that role';
  return (
    `A test restore runs functions and checks of other roles (${owners}) as ${role ?? ''}, ${rights}. ` +
    'Turn off the test restore, or select "Trust the roles of the database" in the job.'
  );
}
