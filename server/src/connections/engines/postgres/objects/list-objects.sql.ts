import type { SchemaObjectKind } from '#libs/api';
import { IS_USER_SCHEMA } from '../introspection/introspection.sql.js';

/*
 * $1: schema or NULL; $2: a part of the name or NULL; $3: how many at most or NULL. Each row: id, name, schema, table,
 * arguments, detail, comment, members as JSON. `CatalogClient` puts pg_catalog first in the search path.
 */
function matching(name: string, schema: string | null): string {
  const inSchema = schema === null ? '$1::text IS NULL' : `($1::text IS NULL OR ${schema} = $1) AND ${IS_USER_SCHEMA}`;
  return `${inSchema} AND ($2::text IS NULL OR strpos(lower(${name}), lower($2)) > 0)`;
}

const IS_OWN = (catalog: string, id: string): string => `
  NOT EXISTS (SELECT FROM pg_depend x
               WHERE x.classid = 'pg_catalog.${catalog}'::regclass AND x.objid = ${id} AND x.deptype = 'e')`;

const SEQUENCES = `
  SELECT c.oid, c.relname, n.nspname, NULL, NULL,
         format_type(s.seqtypid, -1) || coalesce((
           SELECT ' of ' || t.relname || '.' || a.attname
             FROM pg_depend d
             JOIN pg_class t ON t.oid = d.refobjid
             JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
            WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
              AND d.refobjsubid > 0 LIMIT 1), ''),
         obj_description(c.oid, 'pg_class'), NULL
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_sequence s ON s.seqrelid = c.oid
   WHERE ${matching('c.relname', 'n.nspname')} AND ${IS_OWN('pg_class', 'c.oid')}`;

const FUNCTIONS = `
  SELECT p.oid, p.proname, n.nspname, NULL, pg_get_function_identity_arguments(p.oid),
         CASE p.prokind WHEN 'p' THEN 'procedure' WHEN 'a' THEN 'aggregate → ' WHEN 'w' THEN 'window → ' ELSE '' END
           || coalesce(pg_get_function_result(p.oid), ''),
         obj_description(p.oid, 'pg_proc'), NULL
    FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace
   WHERE ${matching('p.proname', 'n.nspname')} AND ${IS_OWN('pg_proc', 'p.oid')}`;

const TRIGGERS = `
  SELECT t.oid, t.tgname, n.nspname, c.relname, NULL,
         CASE WHEN t.tgtype & 64 > 0 THEN 'instead of ' WHEN t.tgtype & 2 > 0 THEN 'before ' ELSE 'after ' END
           || concat_ws(' or ', CASE WHEN t.tgtype & 4 > 0 THEN 'insert' END, CASE WHEN t.tgtype & 16 > 0 THEN 'update' END,
                CASE WHEN t.tgtype & 8 > 0 THEN 'delete' END, CASE WHEN t.tgtype & 32 > 0 THEN 'truncate' END)
           || CASE WHEN t.tgenabled = 'D' THEN ', disabled' ELSE '' END,
         obj_description(t.oid, 'pg_trigger'), NULL
    FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE NOT t.tgisinternal AND ${matching('t.tgname', 'n.nspname')} AND ${IS_OWN('pg_trigger', 't.oid')}`;

const POLICIES = `
  SELECT p.oid, p.polname, n.nspname, c.relname, NULL,
         CASE p.polcmd WHEN 'r' THEN 'select' WHEN 'a' THEN 'insert' WHEN 'w' THEN 'update' WHEN 'd' THEN 'delete'
                       ELSE 'all' END
           || CASE WHEN p.polpermissive THEN '' ELSE ', restrictive' END
           || CASE WHEN c.relrowsecurity THEN '' ELSE ', row security off' END,
         obj_description(p.oid, 'pg_policy'), NULL
    FROM pg_policy p
    JOIN pg_class c ON c.oid = p.polrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${matching('p.polname', 'n.nspname')} AND ${IS_OWN('pg_policy', 'p.oid')}`;

const TYPES = `
  SELECT t.oid, t.typname, n.nspname, NULL, NULL,
         CASE t.typtype WHEN 'e' THEN 'enum' WHEN 'c' THEN 'composite' WHEN 'r' THEN 'range'
                        ELSE 'domain over ' || format_type(t.typbasetype, t.typtypmod) END,
         obj_description(t.oid, 'pg_type'),
         CASE t.typtype
           WHEN 'e' THEN (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid)
           WHEN 'c' THEN (SELECT json_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum)
                            FROM pg_attribute a WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped)
         END
    FROM pg_type t
    JOIN pg_namespace n ON n.oid = t.typnamespace
    LEFT JOIN pg_class c ON c.oid = t.typrelid
   WHERE (t.typtype IN ('e', 'd', 'r') OR t.typtype = 'c' AND c.relkind = 'c')
     AND ${matching('t.typname', 'n.nspname')} AND ${IS_OWN('pg_type', 't.oid')}`;

const EXTENSIONS = `
  SELECT e.oid, e.extname, n.nspname, NULL, NULL, e.extversion, obj_description(e.oid, 'pg_extension'), NULL
    FROM pg_extension e
    JOIN pg_namespace n ON n.oid = e.extnamespace
   WHERE ${matching('e.extname', null)}`;

const ROLES = `
  SELECT r.oid, r.rolname, NULL, NULL, NULL,
         concat_ws(', ', CASE WHEN r.rolsuper THEN 'superuser' END, CASE WHEN r.rolcanlogin THEN 'login' ELSE 'no login' END,
           CASE WHEN r.rolcreatedb THEN 'create databases' END, CASE WHEN r.rolcreaterole THEN 'create roles' END,
           CASE WHEN r.rolreplication THEN 'replication' END, CASE WHEN r.rolbypassrls THEN 'bypass row security' END),
         shobj_description(r.oid, 'pg_authid'), NULL
    FROM pg_roles r
   WHERE ${matching('r.rolname', null)} AND r.rolname !~ '^pg_'`;

const OF_KIND: Partial<Record<SchemaObjectKind, string>> = {
  sequence: SEQUENCES,
  function: FUNCTIONS,
  trigger: TRIGGERS,
  policy: POLICIES,
  type: TYPES,
  extension: EXTENSIONS,
  role: ROLES,
};

/** The kinds that Postgres lists. */
export const LISTED_KINDS = Object.keys(OF_KIND) as SchemaObjectKind[];

/** The query that lists one kind. */
export function listObjectsSql(kind: SchemaObjectKind): string | null {
  const sql = OF_KIND[kind];
  return sql === undefined ? null : `${sql}\n   ORDER BY 2, 3, 4, 5 LIMIT $3::int8`;
}
