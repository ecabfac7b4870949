import { IS_USER_SCHEMA } from './introspection.sql.js';

/** Predefined roles whose members reach outside of tables, and the risk that each is. */
const PREDEFINED_ROLES = `(VALUES
    ('pg_execute_server_program', 'execute_programs'),
    ('pg_write_server_files', 'write_server_files'),
    ('pg_read_server_files', 'read_server_files'),
    ('pg_signal_backend', 'end_sessions'),
    ('pg_create_subscription', 'remote_servers'))`;

/** Functions of the server and of adminpack that only roles with a grant may call, and the risk that each is. */
const GRANTED_FUNCTIONS = `(VALUES
    ('lo_export', 'write_server_files'),
    ('pg_file_write', 'write_server_files'),
    ('pg_file_rename', 'write_server_files'),
    ('pg_file_unlink', 'write_server_files'),
    ('lo_import', 'read_server_files'),
    ('pg_read_file', 'read_server_files'),
    ('pg_read_binary_file', 'read_server_files'),
    ('pg_ls_dir', 'read_server_files'),
    ('pg_stat_file', 'read_server_files'),
    ('pg_reload_conf', 'control_server'),
    ('pg_rotate_logfile', 'control_server'),
    ('pg_switch_wal', 'control_server'),
    ('pg_create_restore_point', 'control_server'),
    ('pg_promote', 'control_server'))`;

/**
 * $1: whether rights to write to tables count. The role of the session, then a row for each fact about what it can do
 * beyond reading: code and the role, function, language function or server behind it. A role that `SET ROLE` or
 * inheritance leads to counts as the role itself.
 */
export const ROLE_RISKS_SQL = `
  WITH mine AS MATERIALIZED (
    SELECT r.*
      FROM pg_catalog.pg_roles r
     WHERE pg_catalog.pg_has_role(session_user, r.oid,
             CASE WHEN pg_catalog.current_setting('server_version_num')::pg_catalog.int4 >= 160000
                  THEN 'USAGE, SET' ELSE 'MEMBER' END)
  )
  SELECT 'role' AS code, session_user::pg_catalog.text AS name
  UNION ALL
  SELECT a.code, mine.rolname::pg_catalog.text
    FROM mine
   CROSS JOIN LATERAL (VALUES ('superuser', mine.rolsuper), ('manage_roles', mine.rolcreaterole),
                              ('replication', mine.rolreplication), ('bypass_rls', mine.rolbypassrls)) AS a (code, has)
   WHERE a.has
  UNION ALL
  SELECT p.code, p.name
    FROM mine
    JOIN ${PREDEFINED_ROLES} AS p (name, code) ON p.name = mine.rolname::pg_catalog.text
  UNION ALL
  SELECT g.code, g.name
    FROM ${GRANTED_FUNCTIONS} AS g (name, code)
    JOIN pg_catalog.pg_proc f
      ON f.proname = g.name::pg_catalog.name AND f.pronamespace = 'pg_catalog'::pg_catalog.regnamespace
   WHERE EXISTS (SELECT FROM mine WHERE pg_catalog.has_function_privilege(mine.oid, f.oid, 'EXECUTE'))
  UNION ALL
  SELECT 'remote_servers', e.extname::pg_catalog.text
    FROM pg_catalog.pg_extension e
    JOIN pg_catalog.pg_depend d
      ON d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND d.refobjid = e.oid AND d.deptype = 'e'
         AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
    JOIN pg_catalog.pg_proc f ON f.oid = d.objid
   WHERE e.extname = 'dblink' AND f.proname = 'dblink_connect'
     AND EXISTS (SELECT FROM mine WHERE pg_catalog.has_function_privilege(mine.oid, f.oid, 'EXECUTE'))
  UNION ALL
  SELECT 'remote_servers', u.srvname::pg_catalog.text
    FROM pg_catalog.pg_user_mappings u
   WHERE u.umuser = 0 OR u.umuser IN (SELECT mine.oid FROM mine)
  UNION ALL
  SELECT 'untrusted_functions', f.proname::pg_catalog.text
    FROM pg_catalog.pg_language l
    JOIN pg_catalog.pg_proc f ON f.prolang = l.oid
   WHERE NOT l.lanpltrusted AND l.lanname NOT IN ('internal', 'c')
     AND f.prorettype NOT IN ('pg_catalog.trigger'::pg_catalog.regtype, 'pg_catalog.event_trigger'::pg_catalog.regtype)
     AND EXISTS (SELECT FROM mine WHERE pg_catalog.has_function_privilege(mine.oid, f.oid, 'EXECUTE'))
  UNION ALL
  SELECT 'write_tables', session_user::pg_catalog.text
   WHERE $1::pg_catalog.bool
     AND EXISTS (SELECT FROM pg_catalog.pg_class c
                   JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                  WHERE c.relkind IN ('r', 'p', 'f') AND ${IS_USER_SCHEMA}
                    AND pg_catalog.has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))`;
