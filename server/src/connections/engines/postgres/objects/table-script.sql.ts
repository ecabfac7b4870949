import { COLUMN_COLLATION } from '../introspection/column-collation.sql.js';

/** Storage parameters as `WITH (…)` takes them; null for none. A plain word or number needs no quotes. */
const settings = (options: string, prefix = '', condition = 'true'): string => `(
  SELECT string_agg(format('${prefix}%I=%s', o.option_name,
           CASE WHEN o.option_value ~ '^([a-z_]+|-?[0-9]+([.][0-9]+)?)$' THEN o.option_value
                ELSE quote_literal(o.option_value) END), ', ')
    FROM pg_options_to_table(${options}) AS o WHERE ${condition})`;

/** Options of a foreign table or one of its columns; null for none. */
const foreignOptions = (options: string): string => `(
  SELECT string_agg(format('%I %L', o.option_name, o.option_value), ', ') FROM pg_options_to_table(${options}) AS o)`;

/** The sequence behind an identity or serial column. Numbers are texts, since JSON numbers lose digits. */
const SEQUENCES = `
  SELECT d.refobjsubid AS attnum, json_build_object(
           'name', format('%I.%I', sn.nspname, s.relname),
           'has_usual_name', sn.nspname = target.nspname AND s.relname = format('%s_%s_seq', target.relname, a.attname),
           'is_identity', d.deptype = 'i',
           'is_unlogged', s.relpersistence = 'u',
           'type', format_type(q.seqtypid, -1),
           'start', q.seqstart::text, 'increment', q.seqincrement::text,
           'min', q.seqmin::text, 'max', q.seqmax::text,
           'cache', q.seqcache::text, 'cycles', q.seqcycle) AS document
    FROM target
    JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = target.oid AND d.refobjsubid > 0
                        AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
    JOIN pg_attribute a ON a.attrelid = target.oid AND a.attnum = d.refobjsubid
    JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
    JOIN pg_namespace sn ON sn.oid = s.relnamespace
    JOIN pg_sequence q ON q.seqrelid = s.oid`;

/** A column that only comes from parents is not written; `inherited` is what the first of them gives it. */
const COLUMNS = `
  SELECT coalesce(json_agg(json_build_object(
           'name', quote_ident(a.attname),
           'type', format_type(a.atttypid, a.atttypmod),
           'collation', ${COLUMN_COLLATION},
           'is_required', a.attnotnull,
           'default', pg_get_expr(e.adbin, e.adrelid),
           'generated', a.attgenerated,
           -- From version 17 on, a partition gets its identities from its parent.
           'identity', CASE WHEN target.relispartition AND current_setting('server_version_num')::int4 >= 170000 THEN ''
                            ELSE a.attidentity::text END,
           'inherited', CASE WHEN NOT a.attislocal AND NOT target.relispartition THEN (
             SELECT json_build_object('is_required', p.attnotnull, 'default', pg_get_expr(pe.adbin, pe.adrelid))
               FROM pg_inherits i
               JOIN pg_attribute p ON p.attrelid = i.inhparent AND p.attname = a.attname
               LEFT JOIN pg_attrdef pe ON pe.adrelid = p.attrelid AND pe.adnum = p.attnum
              WHERE i.inhrelid = target.oid ORDER BY i.inhseqno LIMIT 1) END,
           'options', ${foreignOptions('a.attfdwoptions')},
           'storage', CASE WHEN a.attstorage <> t.typstorage AND target.relkind <> 'v' THEN
             CASE a.attstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' ELSE 'EXTENDED' END END,
           -- Servers before version 14 have no such column.
           'compression', CASE to_jsonb(a) ->> 'attcompression' WHEN 'p' THEN 'pglz' WHEN 'l' THEN 'lz4' END,
           'statistics', CASE WHEN a.attstattarget >= 0 THEN a.attstattarget END,
           -- A server may keep options of its own there, which no statement sets.
           'settings', ${settings('a.attoptions', '', "o.option_name IN ('n_distinct', 'n_distinct_inherited')")},
           'comment', col_description(a.attrelid, a.attnum),
           'sequences', (SELECT json_agg(s.document) FROM sequences s WHERE s.attnum = a.attnum)
         ) ORDER BY a.attnum), '[]'::json)
    FROM pg_attribute a
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef e ON e.adrelid = a.attrelid AND e.adnum = a.attnum
   WHERE a.attrelid = target.oid AND a.attnum > 0 AND NOT a.attisdropped`;

/** Those of parents come with `INHERITS`. A key to a partitioned table has a shadow for each of its partitions. */
const CONSTRAINTS = `
  SELECT coalesce(json_agg(json_build_object(
           'name', quote_ident(k.conname), 'definition', pg_get_constraintdef(k.oid), 'is_valid', k.convalidated
         ) ORDER BY array_position('{p,u,x,c,f}'::text[], k.contype::text), k.conname), '[]'::json)
    FROM pg_constraint k
   WHERE k.conrelid = target.oid AND k.contype IN ('p', 'u', 'x', 'c', 'f')
     AND (k.conislocal OR target.relispartition)
     AND NOT (k.contype = 'f' AND k.conparentid <> 0
              AND EXISTS (SELECT FROM pg_constraint o WHERE o.oid = k.conparentid AND o.conrelid = k.conrelid))`;

const INDEXES = `
  SELECT coalesce(json_agg(json_build_object(
           'name', quote_ident(c.relname),
           'full_name', format('%I.%I', n.nspname, c.relname),
           'definition', CASE WHEN k.oid IS NULL THEN pg_get_indexdef(i.indexrelid) END,
           'settings', ${settings('c.reloptions')},
           'is_clustered', i.indisclustered,
           'is_replica_identity', i.indisreplident
         ) ORDER BY c.relname), '[]'::json)
    FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.conrelid = i.indrelid AND k.contype IN ('p', 'u', 'x')
   WHERE i.indrelid = target.oid`;

/**
 * $1: schema, $2: table. What its script is written of as one JSON document, or no row where there is no such table. Names
 * are quoted; expressions are printed under the search path of the query, which must have pg_catalog alone.
 */
export const TABLE_SCRIPT_SQL = `
  WITH target AS (
    SELECT c.oid, n.nspname, c.relname, format('%I.%I', n.nspname, c.relname) AS name, c.relkind, c.relpersistence,
           c.reloptions, c.reltoastrelid, c.relam, c.reloftype, c.relispartition, c.relpartbound, c.relrowsecurity,
           c.relforcerowsecurity, c.relreplident, c.relispopulated
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
  ), sequences AS (${SEQUENCES})
  SELECT json_build_object(
    'name', target.name,
    'relkind', target.relkind,
    'comment', obj_description(target.oid, 'pg_class'),
    'is_unlogged', target.relpersistence = 'u',
    'is_populated', target.relispopulated,
    'query', CASE WHEN target.relkind IN ('v', 'm') THEN pg_get_viewdef(target.oid, true) END,
    'settings', concat_ws(', ', ${settings('target.reloptions')},
      (SELECT ${settings('x.reloptions', 'toast.')} FROM pg_class x WHERE x.oid = target.reltoastrelid)),
    'access_method', (SELECT quote_ident(m.amname) FROM pg_am m WHERE m.oid = target.relam AND m.amname <> 'heap'),
    'of_type', CASE WHEN target.reloftype <> 0 THEN format_type(target.reloftype, -1) END,
    'partition_key', CASE WHEN target.relkind = 'p' THEN pg_get_partkeydef(target.oid) END,
    'partition_bound', pg_get_expr(target.relpartbound, target.oid),
    'parents', (SELECT coalesce(json_agg(format('%I.%I', pn.nspname, p.relname) ORDER BY i.inhseqno), '[]'::json)
                  FROM pg_inherits i
                  JOIN pg_class p ON p.oid = i.inhparent
                  JOIN pg_namespace pn ON pn.oid = p.relnamespace
                 WHERE i.inhrelid = target.oid),
    'server', (SELECT quote_ident(s.srvname) FROM pg_foreign_table f JOIN pg_foreign_server s ON s.oid = f.ftserver
                WHERE f.ftrelid = target.oid),
    'options', (SELECT ${foreignOptions('f.ftoptions')} FROM pg_foreign_table f WHERE f.ftrelid = target.oid),
    'has_row_security', target.relrowsecurity,
    'forces_row_security', target.relforcerowsecurity,
    'replica_identity', target.relreplident,
    'columns', (${COLUMNS}),
    'constraints', (${CONSTRAINTS}),
    'indexes', (${INDEXES}))
    FROM target`;
