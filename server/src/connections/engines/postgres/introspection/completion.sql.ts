/** The questions behind completion; the line that they run on has pg_catalog first in its search path. */

const IS_NO_SESSION_SCHEMA = `n.nspname !~ '^pg_(toast|temp_|toast_temp_)'`;
/** How many rows a system catalog has, and which transactions wrote them. */
const rowVersions = (table: string, where = 'true'): string =>
  `(SELECT pg_catalog.concat(count(*), '/', pg_catalog.sum(x.xmin::pg_catalog.text::pg_catalog.int8))
      FROM pg_catalog.${table} x WHERE ${where})`;

/** Temporary tables of sessions come and go and are not shown to other sessions. */
const TEMPORARY_TABLES = `SELECT t.oid FROM pg_catalog.pg_class t WHERE t.relpersistence = 't'`;
const SESSION_SCHEMAS = `SELECT n.oid FROM pg_catalog.pg_namespace n WHERE NOT (${IS_NO_SESSION_SCHEMA})`;
const VERSIONS = [
  rowVersions('pg_namespace', IS_NO_SESSION_SCHEMA.replace('n.', 'x.')),
  rowVersions('pg_class', `x.relpersistence <> 't'`),
  rowVersions('pg_attribute', `x.attrelid NOT IN (${TEMPORARY_TABLES})`),
  rowVersions('pg_constraint', `x.conrelid NOT IN (${TEMPORARY_TABLES})`),
  rowVersions('pg_proc', `x.pronamespace NOT IN (${SESSION_SCHEMAS})`),
  rowVersions('pg_type', `x.typnamespace NOT IN (${SESSION_SCHEMAS})`),
  rowVersions('pg_description'),
  // What a role may see also depends on the roles that it is a member of.
  rowVersions('pg_auth_members'),
];

/**
 * A mark that stays the same while no transaction has ended that could have changed anything, and the version of the
 * catalog, null where the mark is `$1`. A standby has no transactions of its own: it replays those of its primary.
 */
export const CATALOG_VERSION_SQL = `
  SELECT now.mark, CASE WHEN now.mark = $1 THEN NULL ELSE pg_catalog.concat_ws(' ', now.path,
    ${VERSIONS.join(',\n    ')}) END
    FROM (SELECT seen.path, pg_catalog.concat_ws(' ', seen.path, pg_catalog.pg_postmaster_start_time(), seen.work) AS mark
            FROM (SELECT pg_catalog.current_setting('search_path') AS path,
                         CASE WHEN pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_last_wal_replay_lsn()::pg_catalog.text
                              ELSE pg_catalog.txid_current_snapshot()::pg_catalog.text END AS work) seen) now`;

/** Schemas in which a bare name is looked for; pg_catalog is one of them wherever it is not named. */
export const SEARCH_PATH_SQL = `
  SELECT s.name FROM pg_catalog.unnest(pg_catalog.current_schemas(false)) WITH ORDINALITY AS s (name, place)
   WHERE s.name <> 'pg_catalog' ORDER BY s.place`;

/** What the role may not see of a table, as `HiddenPart` says it. */
const HIDDEN_PART = `
  CASE WHEN NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE') THEN 'schema'
       WHEN NOT pg_catalog.has_table_privilege(c.oid, 'SELECT')
            AND (NOT pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
                 OR EXISTS (SELECT FROM pg_catalog.pg_attribute o
                             WHERE o.attrelid = c.oid AND o.attnum > 0 AND NOT o.attisdropped
                               AND NOT pg_catalog.has_column_privilege(c.oid, o.attnum, 'SELECT'))) THEN 'table'
       WHEN c.relrowsecurity AND pg_catalog.row_security_active(c.oid) THEN 'rows' END`;

/**
 * Everything that can be read like a table, with the names and types of its columns and its primary key as JSON, what the
 * role may not see of it, what it is a partition of, and whether an extension owns it.
 */
export const COMPLETION_TABLES_SQL = `
  SELECT n.nspname, c.relname, c.relkind, a.names, a.types, p.names, ${HIDDEN_PART}, un.nspname, u.relname, x.objid
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_catalog.pg_inherits i ON c.relispartition AND i.inhrelid = c.oid
    LEFT JOIN pg_catalog.pg_class u ON u.oid = i.inhparent
    LEFT JOIN pg_catalog.pg_namespace un ON un.oid = u.relnamespace
    LEFT JOIN pg_catalog.pg_depend x
      ON x.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND x.objid = c.oid AND x.objsubid = 0 AND x.deptype = 'e'
    LEFT JOIN (SELECT attrelid,
                      pg_catalog.json_agg(attname ORDER BY attnum) AS names,
                      pg_catalog.json_agg(pg_catalog.format_type(atttypid, atttypmod) ORDER BY attnum) AS types
                 FROM pg_catalog.pg_attribute
                WHERE attnum > 0 AND NOT attisdropped
                GROUP BY attrelid) a ON a.attrelid = c.oid
    LEFT JOIN (SELECT k.conrelid, pg_catalog.json_agg(a.attname ORDER BY u.place) AS names
                 FROM pg_catalog.pg_constraint k
                CROSS JOIN LATERAL pg_catalog.unnest(k.conkey) WITH ORDINALITY AS u (attnum, place)
                 JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.attnum
                WHERE k.contype = 'p'
                GROUP BY k.conrelid) p ON p.conrelid = c.oid
   WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND ${IS_NO_SESSION_SCHEMA}
   ORDER BY n.nspname, c.relname`;

export const COMPLETION_FOREIGN_KEYS_SQL = `
  SELECT n.nspname, c.relname, rn.nspname, r.relname,
         (SELECT pg_catalog.json_agg(a.attname ORDER BY u.place)
            FROM pg_catalog.unnest(k.conkey) WITH ORDINALITY AS u (attnum, place)
            JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.attnum),
         (SELECT pg_catalog.json_agg(a.attname ORDER BY u.place)
            FROM pg_catalog.unnest(k.confkey) WITH ORDINALITY AS u (attnum, place)
            JOIN pg_catalog.pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.attnum),
         EXISTS (SELECT FROM pg_catalog.pg_index i
                  WHERE i.indrelid = k.conrelid AND i.indisunique AND i.indisvalid
                    AND i.indpred IS NULL AND i.indexprs IS NULL
                    AND (i.indkey::pg_catalog.int2[])[0:i.indnkeyatts - 1] OPERATOR(pg_catalog.<@) k.conkey),
         EXISTS (SELECT FROM pg_catalog.pg_attribute a
                  WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey) AND NOT a.attnotnull)
    FROM pg_catalog.pg_constraint k
    JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_class r ON r.oid = k.confrelid
    JOIN pg_catalog.pg_namespace rn ON rn.oid = r.relnamespace
   WHERE k.contype = 'f' AND k.conparentid = 0
   ORDER BY n.nspname, c.relname, k.conname`;

/** Functions that a person can call: not those that only triggers or the server call, nor those behind operators. */
export const COMPLETION_FUNCTIONS_SQL = `
  SELECT n.nspname, p.proname, p.prokind,
         pg_catalog.pg_get_function_arguments(p.oid), pg_catalog.pg_get_function_result(p.oid)
    FROM pg_catalog.pg_proc p
    JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
    LEFT JOIN pg_catalog.pg_description d
      ON d.objoid = p.oid AND d.classoid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objsubid = 0
   WHERE ${IS_NO_SESSION_SCHEMA}
     AND p.prorettype NOT IN ('pg_catalog.trigger'::pg_catalog.regtype, 'pg_catalog.event_trigger'::pg_catalog.regtype,
                              'pg_catalog.internal'::pg_catalog.regtype, 'pg_catalog.cstring'::pg_catalog.regtype,
                              'pg_catalog.language_handler'::pg_catalog.regtype,
                              'pg_catalog.index_am_handler'::pg_catalog.regtype,
                              'pg_catalog.table_am_handler'::pg_catalog.regtype,
                              'pg_catalog.fdw_handler'::pg_catalog.regtype)
     AND NOT 'pg_catalog.internal'::pg_catalog.regtype = ANY (p.proargtypes::pg_catalog.oid[])
     AND NOT 'pg_catalog.cstring'::pg_catalog.regtype = ANY (p.proargtypes::pg_catalog.oid[])
     AND coalesce(d.description, '') NOT LIKE 'implementation of %'
   ORDER BY n.nspname, p.proname, 4`;

/** Types of columns and casts: neither those of rows of tables nor arrays. */
export const COMPLETION_TYPES_SQL = `
  SELECT DISTINCT pg_catalog.format_type(t.oid, NULL) AS name
    FROM pg_catalog.pg_type t
    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
    LEFT JOIN pg_catalog.pg_class c ON c.oid = t.typrelid
   WHERE (t.typtype IN ('b', 'd', 'e', 'r', 'm') OR c.relkind = 'c')
     AND t.typcategory NOT IN ('A', 'Z')
     AND n.nspname <> 'information_schema' AND ${IS_NO_SESSION_SCHEMA}
     AND NOT (n.nspname = 'pg_catalog' AND t.typname ~ '^(pg_|reg|_)')
   ORDER BY name`;

export const COMPLETION_KEYWORDS_SQL = `
  SELECT pg_catalog.upper(k.word) FROM pg_catalog.pg_get_keywords() k ORDER BY k.word`;
