import { COLUMN_COLLATION } from './column-collation.sql.js';
import { FINDS_ROWS } from './finds-rows.sql.js';

/**
 * The questions asked of pg_catalog. Every relation and function is qualified, and the line they run on has pg_catalog
 * first in its search path. Object ids are passed as text, since arrays of them are bound that way.
 */

/** $1: object ids of tables. */
export const TABLE_NAMES_SQL = `
  SELECT c.oid, pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname)
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.oid = ANY ($1::pg_catalog.oid[])`;

/** Names types given as rows of (oid, typmod). Domains are followed down to the type under them. */
const typeNamesSql = (asked: string): string => `
  WITH RECURSIVE asked AS (
    SELECT a.oid, a.typmod, t.oid AS type_oid
      FROM ${asked} AS a (oid, typmod)
      JOIN pg_catalog.pg_type t ON t.oid = a.oid
  ), base AS (
    SELECT a.oid, a.typmod, a.type_oid FROM asked a
     UNION ALL
    SELECT b.oid, b.typmod, t.typbasetype
      FROM base b
      JOIN pg_catalog.pg_type t ON t.oid = b.type_oid AND t.typtype = 'd'
  )
  SELECT b.oid, b.typmod, pg_catalog.format_type(b.oid, b.typmod), t.typname,
         pg_catalog.format_type(t.oid, -1), t.typtype, t.typcategory = 'A'
    FROM base b
    JOIN pg_catalog.pg_type t ON t.oid = b.type_oid
   WHERE t.typtype <> 'd'`;

/** $1, $2: object ids and modifiers of types, pairwise. */
export const TYPE_NAMES_SQL = typeNamesSql(
  'ROWS FROM (pg_catalog.unnest($1::pg_catalog.oid[]), pg_catalog.unnest($2::pg_catalog.int4[]))',
);

/** Types and tables that the open transaction (or one of its savepoints) has made or changed: no other line sees them. */
export const UNCOMMITTED_TYPE_NAMES_SQL = typeNamesSql(
  '(SELECT u.oid, -1 FROM pg_catalog.pg_type u WHERE pg_catalog.age(u.xmin) <= 0)',
);
export const UNCOMMITTED_TABLE_NAMES_SQL = `
  SELECT c.oid, pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname)
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE pg_catalog.age(c.xmin) <= 0 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')`;

/** Schemas that hold the server's own things, and those of sessions. */
export const IS_USER_SCHEMA = `
  n.nspname NOT IN ('pg_catalog', 'information_schema')
  AND n.nspname !~ '^pg_(toast|temp_|toast_temp_)'`;

export const SCHEMAS_SQL = `
  SELECT n.nspname,
         coalesce(t.table_count, 0),
         n.nspname = (SELECT s.name
                        FROM pg_catalog.unnest(pg_catalog.current_schemas(false)) WITH ORDINALITY AS s (name, place)
                       WHERE s.name <> 'pg_catalog'
                       ORDER BY s.place LIMIT 1)
    FROM pg_catalog.pg_namespace n
    LEFT JOIN (SELECT c.relnamespace, pg_catalog.count(*) AS table_count
                 FROM pg_catalog.pg_class c
                WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm')
                GROUP BY c.relnamespace) t ON t.relnamespace = n.oid
   WHERE ${IS_USER_SCHEMA}
   ORDER BY n.nspname`;

/**
 * $1: schema. Names, kinds, the planner's estimates and comments of everything that can be read like a table. The size
 * functions are not called: they wait for the holder of a lock on a table, and cost a system call for each of its files.
 */
export const TABLES_SQL = `
  SELECT c.relname, c.relkind,
         CASE WHEN c.reltuples >= 0 AND c.relkind <> 'v' THEN c.reltuples::pg_catalog.int8 END,
         CASE WHEN c.reltuples >= 0 AND c.relkind IN ('r', 'm')
              THEN c.relpages * pg_catalog.current_setting('block_size')::pg_catalog.int8 END,
         d.description
    FROM pg_catalog.pg_class c
    LEFT JOIN pg_catalog.pg_description d
      ON d.objoid = c.oid AND d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0
   WHERE c.relnamespace = (SELECT n.oid FROM pg_catalog.pg_namespace n WHERE n.nspname = $1)
     AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
   ORDER BY c.relname`;

/** $1: schema. Functions that belong to an extension are left out: they were not written here. */
export const FUNCTIONS_SQL = `
  SELECT p.proname, p.prokind, pg_catalog.pg_get_function_arguments(p.oid), pg_catalog.pg_get_function_result(p.oid)
    FROM pg_catalog.pg_proc p
   WHERE p.pronamespace = (SELECT n.oid FROM pg_catalog.pg_namespace n WHERE n.nspname = $1)
     AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend x
                      WHERE x.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND x.objid = p.oid
                        AND x.deptype = 'e')
   ORDER BY p.proname, 3`;

/** $1: schema, $2: table. One JSON document, or no row when there is no such table. */
export const TABLE_SQL = `
  WITH RECURSIVE target AS (
    SELECT c.oid, c.relkind, c.reltuples, c.relpages, c.reltoastrelid
      FROM pg_catalog.pg_class c
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
  ), base AS (
    SELECT a.attnum, a.atttypid AS type_oid FROM pg_catalog.pg_attribute a JOIN target ON a.attrelid = target.oid
     WHERE a.attnum > 0 AND NOT a.attisdropped
     UNION ALL
    SELECT b.attnum, t.typbasetype FROM base b JOIN pg_catalog.pg_type t ON t.oid = b.type_oid AND t.typtype = 'd'
  )
  SELECT pg_catalog.json_build_object(
    'relkind', target.relkind,
    'comment', pg_catalog.obj_description(target.oid, 'pg_class'),
    'definition', CASE WHEN target.relkind IN ('v', 'm') THEN pg_catalog.pg_get_viewdef(target.oid, true) END,
    'estimated_rows', CASE WHEN target.reltuples >= 0 AND target.relkind <> 'v'
                           THEN target.reltuples::pg_catalog.int8 END,
    'estimated_total_bytes', CASE WHEN target.reltuples >= 0 AND target.relkind IN ('r', 'm') THEN
      (SELECT pg_catalog.sum(part.relpages)
         FROM pg_catalog.pg_class part
        WHERE part.oid IN (target.oid, target.reltoastrelid)
           OR part.oid IN (SELECT i.indexrelid FROM pg_catalog.pg_index i
                            WHERE i.indrelid IN (target.oid, target.reltoastrelid)))
      * pg_catalog.current_setting('block_size')::pg_catalog.int8 END,
    'columns', (
      SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
               'name', a.attname,
               'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
               'collation', ${COLUMN_COLLATION},
               'typname', t.typname,
               'base_name', pg_catalog.format_type(t.oid, -1),
               'typtype', t.typtype,
               'is_array', t.typcategory = 'A',
               'nullable', NOT a.attnotnull,
               'default', pg_catalog.pg_get_expr(d.adbin, d.adrelid),
               'is_generated', a.attgenerated <> '',
               'is_virtual', a.attgenerated = 'v',
               'identity', a.attidentity,
               'choices', (SELECT pg_catalog.json_agg(e.enumlabel ORDER BY e.enumsortorder)
                             FROM pg_catalog.pg_enum e WHERE e.enumtypid = t.oid),
               'comment', pg_catalog.col_description(a.attrelid, a.attnum)) ORDER BY a.attnum), '[]'::pg_catalog.json)
        FROM pg_catalog.pg_attribute a
        JOIN base b ON b.attnum = a.attnum
        JOIN pg_catalog.pg_type t ON t.oid = b.type_oid AND t.typtype <> 'd'
        LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE a.attrelid = target.oid),
    'constraints', (
      SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
               'name', k.conname,
               'contype', k.contype,
               'definition', pg_catalog.pg_get_constraintdef(k.oid),
               'columns', (SELECT pg_catalog.json_agg(a.attname ORDER BY u.place)
                             FROM pg_catalog.unnest(k.conkey) WITH ORDINALITY AS u (attnum, place)
                             JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.attnum),
               'ref_schema', rn.nspname,
               'ref_table', r.relname,
               'ref_columns', (SELECT pg_catalog.json_agg(a.attname ORDER BY u.place)
                                 FROM pg_catalog.unnest(k.confkey) WITH ORDINALITY AS u (attnum, place)
                                 JOIN pg_catalog.pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.attnum)
             ) ORDER BY k.conname), '[]'::pg_catalog.json)
        FROM pg_catalog.pg_constraint k
        LEFT JOIN pg_catalog.pg_class r ON r.oid = k.confrelid
        LEFT JOIN pg_catalog.pg_namespace rn ON rn.oid = r.relnamespace
       WHERE k.conrelid = target.oid AND k.contype IN ('p', 'u', 'f', 'c', 'x')
         -- A key to a partitioned table has a shadow for each of its partitions.
         AND NOT (k.contype = 'f' AND k.conparentid <> 0
                  AND EXISTS (SELECT FROM pg_catalog.pg_constraint o
                               WHERE o.oid = k.conparentid AND o.conrelid = k.conrelid))),
    'indexes', (
      SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
               'name', c.relname,
               'columns', (SELECT pg_catalog.json_agg(coalesce(a.attname::pg_catalog.text,
                                    pg_catalog.pg_get_indexdef(i.indexrelid, u.place::pg_catalog.int4, true))
                                    ORDER BY u.place)
                             FROM pg_catalog.unnest(i.indkey::pg_catalog.int2[]) WITH ORDINALITY AS u (attnum, place)
                             LEFT JOIN pg_catalog.pg_attribute a
                               ON a.attrelid = i.indrelid AND a.attnum = u.attnum AND u.attnum <> 0
                            WHERE u.place <= i.indnkeyatts),
               'is_unique', i.indisunique,
               'is_primary', i.indisprimary,
               'is_valid', i.indisvalid,
               'finds_rows', ${FINDS_ROWS},
               'definition', pg_catalog.pg_get_indexdef(i.indexrelid)) ORDER BY c.relname), '[]'::pg_catalog.json)
        FROM pg_catalog.pg_index i
        JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
       WHERE i.indrelid = target.oid))
    FROM target`;
