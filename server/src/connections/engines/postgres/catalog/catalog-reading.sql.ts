import { CATALOG_SETTINGS } from '../introspection/catalog-settings.js';
import { collationName } from '../introspection/column-collation.sql.js';

/**
 * The questions of a catalog reading: a fixed number of them, however many tables there are. They run with an empty
 * search path, so that every name and operator is pg_catalog's own and `format_type` qualifies what lies elsewhere.
 */

/** How constants in definitions are printed, whatever the time zone and the currency of the role are. */
const PRINTED_CONSTANTS = `SET LOCAL TimeZone = 'UTC'; SET LOCAL lc_monetary = 'C'`;

const beginReadingSql = (snapshot: string): string => `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;${snapshot}
  ${CATALOG_SETTINGS};
  ${PRINTED_CONSTANTS};
  SET LOCAL search_path = '';
  SET LOCAL lock_timeout = '1s';
  SET LOCAL statement_timeout = '60s'`;

/** The transaction of a reading. */
export const BEGIN_READING_SQL = beginReadingSql('');
/** The same, which sees what the session sees that has exported the snapshot `$1`. */
export const BEGIN_SNAPSHOT_READING_SQL = beginReadingSql(` SET TRANSACTION SNAPSHOT '$1';`);

/** The same inside a transaction that is open: what it changes is undone at the end. */
export const BEGIN_READING_INSIDE_SQL = `
  SAVEPOINT workbench_reading;
  ${CATALOG_SETTINGS};
  ${PRINTED_CONSTANTS};
  SET LOCAL search_path = '';
  SET LOCAL lock_timeout = '1s';
  SET LOCAL statement_timeout = '60s'`;
export const END_READING_INSIDE_SQL = 'ROLLBACK TO SAVEPOINT workbench_reading; RELEASE SAVEPOINT workbench_reading';

/** Which database this is; another cluster or a restored copy answers otherwise. */
export const IDENTITY_SQL = `
  SELECT pg_catalog.concat(d.oid, ':', coalesce(
           CASE WHEN pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')
                THEN (SELECT s.system_identifier::pg_catalog.text FROM pg_catalog.pg_control_system() s) END, '?')),
         pg_catalog.current_setting('server_version')
    FROM pg_catalog.pg_database d
   WHERE d.datname = pg_catalog.current_database()`;

/** What other sessions create and drop for themselves. A schema of theirs stays when their objects are gone. */
const TEMPORARY = `
  WITH temporary_schemas AS MATERIALIZED (
    SELECT oid FROM pg_catalog.pg_namespace
     WHERE nspname::pg_catalog.text OPERATOR(pg_catalog.~) '^pg_(toast_)?temp_'::pg_catalog.text),
  temporary_tables AS MATERIALIZED (
    SELECT oid FROM pg_catalog.pg_class WHERE relpersistence = 't'::pg_catalog."char"),
  temporary_types AS MATERIALIZED (
    SELECT oid FROM pg_catalog.pg_type WHERE typnamespace IN (SELECT oid FROM temporary_schemas))`;

/** How many rows of a catalog match, and a number for them. */
const versionOf = (catalog: string, number: string, condition: string): string => `
    SELECT pg_catalog.count(*) AS n,
           coalesce(pg_catalog.sum(${number} + xmin::pg_catalog.text::pg_catalog.int8 * 7), 0) AS v
      FROM pg_catalog.${catalog} WHERE ${condition}`;

/** Every operator has types of its own, since this runs with the search path of the role. */
const byId = (id: string): string => `${id}::pg_catalog.int8 * 31`;
const isOwn = (id: string): string => `${id} >= 16384::pg_catalog.oid`;
const isNotIn = (id: string, temporary: string): string => `${id} NOT IN (SELECT oid FROM temporary_${temporary})`;
const lasting = (catalog: string, id: string, condition: string): string =>
  `(SELECT pg_catalog.concat(n, '-', v) FROM (${versionOf(catalog, byId(id), condition)}) s)`;

/** Temporary columns are few and found by an index: taking them off costs less than comparing every column. */
const COLUMNS = `(SELECT pg_catalog.concat(a.n - t.n, '-', a.v - t.v)
    FROM (${versionOf('pg_attribute', `${byId('attrelid')} + attnum * 131`, isOwn('attrelid'))}) a,
    (${versionOf('pg_attribute', `${byId('attrelid')} + attnum * 131`, 'attrelid IN (SELECT oid FROM temporary_tables)')}) t)`;

/**
 * A number for each catalog that DDL changes and VACUUM, ANALYZE, data and temporary tables do not. Equal numbers before
 * and after a reading mean that nothing moved meanwhile: functions such as `format_type` look past the snapshot of a
 * transaction.
 */
export const FINGERPRINT_SQL = `${TEMPORARY}
  SELECT pg_catalog.concat_ws('.', ${[
    lasting('pg_class', 'oid', `${isOwn('oid')} AND relpersistence <> 't'::pg_catalog."char"`),
    COLUMNS,
    lasting('pg_constraint', 'oid', `${isOwn('oid')} AND ${isNotIn('connamespace', 'schemas')}`),
    lasting('pg_index', 'indexrelid', `${isOwn('indexrelid')} AND ${isNotIn('indexrelid', 'tables')}`),
    lasting('pg_type', 'oid', `${isOwn('oid')} AND ${isNotIn('typnamespace', 'schemas')}`),
    lasting('pg_rewrite', 'oid', `${isOwn('oid')} AND ${isNotIn('ev_class', 'tables')}`),
    lasting('pg_enum', 'oid', `${isOwn('oid')} AND ${isNotIn('enumtypid', 'types')}`),
    lasting('pg_namespace', 'oid', isNotIn('oid', 'schemas')),
  ].join(', ')})`;

/** Schemas of people: neither the system's nor those of temporary tables. */
const IS_OWN_SCHEMA = `
  n.nspname <> 'information_schema'
  AND n.nspname <> 'pg_catalog'
  AND n.nspname::pg_catalog.text !~ '^pg_(toast|temp_|toast_temp_)'`;

/** Ordinary, partitioned and foreign tables of people's schemas, with partitions and what belongs to an extension. */
const IS_WATCHED = `
  c.relkind IN ('r', 'p', 'f')
  AND c.relpersistence <> 't'
  AND ${IS_OWN_SCHEMA}`;

/** Joins the extension that owns an object of a catalog. */
const extensionOwner = (catalog: number, id: string): string => `
  LEFT JOIN (pg_catalog.pg_depend x JOIN pg_catalog.pg_extension e ON e.oid = x.refobjid)
    ON x.classid = ${catalog}::pg_catalog.oid AND x.objid = ${id} AND x.objsubid = 0 AND x.deptype = 'e'`;

const WATCHED = `
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace`;

/** With the id of the table that it is a partition of, the extension that owns it, and its row level security. */
export const WATCHED_TABLES_SQL = `
  SELECT c.oid, n.nspname, c.relname, h.inhparent, e.extname,
         CASE WHEN c.relrowsecurity AND c.relforcerowsecurity THEN 'on, forced'
              WHEN c.relrowsecurity THEN 'on' WHEN c.relforcerowsecurity THEN 'off, forced' END ${WATCHED}
    LEFT JOIN pg_catalog.pg_inherits h ON c.relispartition AND h.inhrelid = c.oid
    ${extensionOwner(1259, 'c.oid')}
   WHERE ${IS_WATCHED}`;

/**
 * Schemas of watched tables, but those of extensions, that the role may not use. The catalog itself is readable
 * whatever the role may do.
 */
export const INACCESSIBLE_SCHEMAS_SQL = `
  SELECT n.nspname
    FROM pg_catalog.pg_namespace n
   WHERE NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE')
     AND EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.relnamespace = n.oid AND ${IS_WATCHED}
         AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend x
                          WHERE x.classid = 1259::pg_catalog.oid AND x.objid = c.oid AND x.objsubid = 0 AND x.deptype = 'e'))
   ORDER BY n.nspname`;

/** Domains that refuse NULL, by themselves or by a domain under them. */
export const NOT_NULL_DOMAINS_SQL = `
  WITH RECURSIVE strict (oid) AS (
    SELECT t.oid FROM pg_catalog.pg_type t WHERE t.typtype = 'd' AND t.typnotnull
     UNION
    SELECT t.oid FROM pg_catalog.pg_type t JOIN strict s ON t.typbasetype = s.oid WHERE t.typtype = 'd'
  )
  SELECT oid FROM strict`;

/**
 * $1, $2: types by id and modifier, each named once however many columns have it. Types of `public` lose its name as
 * tables do, unless pg_catalog has one of that name too.
 */
export const COLUMN_TYPES_SQL = `
  SELECT u.id, u.modifier, pg_catalog.format_type(u.id, u.modifier),
         tn.nspname = 'public' AND NOT EXISTS (
           SELECT FROM pg_catalog.pg_type b
            WHERE b.typname = t.typname AND b.typnamespace = 11)
    FROM ROWS FROM (pg_catalog.unnest($1::pg_catalog.oid[]), pg_catalog.unnest($2::pg_catalog.int4[])) u (id, modifier)
    JOIN pg_catalog.pg_type t ON t.oid = u.id
    JOIN pg_catalog.pg_namespace tn ON tn.oid = t.typnamespace`;

/** One row for each table: a row for each column would take longer to be sent and read than to be found. */
export const WATCHED_COLUMNS_SQL = `
  SELECT a.attrelid, pg_catalog.array_agg(a.attnum), pg_catalog.array_agg(a.attname), pg_catalog.array_agg(a.atttypid),
         pg_catalog.array_agg(a.atttypmod), pg_catalog.array_agg(a.attnotnull)
    FROM pg_catalog.pg_attribute a
   WHERE a.attnum > 0 AND NOT a.attisdropped
     AND a.attrelid IN (SELECT c.oid ${WATCHED} WHERE ${IS_WATCHED})
   GROUP BY a.attrelid`;

/**
 * Primary and foreign keys; what a key does is one cell of four letters, since each cell costs. A partition has its own
 * copy of its parent's key; a key to a partitioned table also has a shadow in its own table for each of the partitions,
 * which is left out.
 */
export const WATCHED_KEYS_SQL = `
  SELECT k.conrelid, k.contype, k.conkey, k.confrelid, k.confkey,
         pg_catalog.concat(k.confupdtype, k.confdeltype, k.confmatchtype,
                           CASE WHEN NOT k.condeferrable THEN '-' WHEN k.condeferred THEN 'd' ELSE 'i' END),
         CASE WHEN k.confdeltype IN ('n', 'd')
              THEN pg_catalog.translate(pg_catalog.to_jsonb(k) ->> 'confdelsetcols', '[] ', '{}') END
    FROM pg_catalog.pg_constraint k
   WHERE k.contype IN ('p', 'f')
     AND (k.conparentid = 0 OR NOT EXISTS (
           SELECT FROM pg_catalog.pg_constraint o WHERE o.oid = k.conparentid AND o.conrelid = k.conrelid))
     AND k.conrelid IN (SELECT c.oid ${WATCHED} WHERE ${IS_WATCHED})`;

/** Columns with another collation than their type's. */
export const WATCHED_COLLATIONS_SQL = `
  SELECT a.attrelid, a.attnum, ${collationName('l', 'ln')}
    FROM pg_catalog.pg_attribute a
    JOIN pg_catalog.pg_type t ON t.oid = a.atttypid AND t.typcollation <> a.attcollation
    JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
    JOIN pg_catalog.pg_namespace ln ON ln.oid = l.collnamespace
   WHERE a.attnum > 0 AND NOT a.attisdropped
     AND a.attrelid IN (SELECT c.oid ${WATCHED} WHERE ${IS_WATCHED})`;

/**
 * Tables that another transaction holds, or waits to hold, so that nobody may read them: printing an expression of such
 * a table waits for the end of that transaction.
 */
export const LOCKED_TABLES_SQL = `
  SELECT DISTINCT l.relation
    FROM pg_catalog.pg_locks l
   WHERE l.locktype = 'relation' AND l.mode = 'AccessExclusiveLock'
     AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database())
     AND l.pid IS DISTINCT FROM pg_catalog.pg_backend_pid()`;

/** $1: ids of locked tables. */
const isReadable = (id: string): string => `${id} <> ALL ($1::pg_catalog.oid[])`;

/** Check constraints of tables and of domains, whose table is 0. $1: locked tables, like below. */
export const WATCHED_CHECKS_SQL = `
  SELECT CASE WHEN k.conrelid = 0 THEN k.contypid ELSE k.conrelid END, k.conname,
         pg_catalog.pg_get_constraintdef(k.oid)
    FROM pg_catalog.pg_constraint k
   WHERE k.contype = 'c' AND k.oid >= 16384 AND ${isReadable('k.conrelid')}`;

/** Columns with a default, a generated value or an identity: `generated` and `identity` are the catalog's letters. */
export const WATCHED_EXPRESSIONS_SQL = `
  SELECT a.attrelid, a.attnum, a.attgenerated, a.attidentity, pg_catalog.pg_get_expr(d.adbin, d.adrelid)
    FROM pg_catalog.pg_attribute a
    LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE (a.atthasdef OR a.attidentity <> '') AND a.attnum > 0 AND NOT a.attisdropped
     AND ${isReadable('a.attrelid')}
     AND a.attrelid IN (SELECT c.oid ${WATCHED} WHERE ${IS_WATCHED})`;

/** Printing a view waits for the tables that it reads: not for as long as a reading may wait. */
export const BEGIN_VIEWS_SQL = `SAVEPOINT workbench_views; SET LOCAL lock_timeout = '1s'`;
export const END_VIEWS_SQL = 'ROLLBACK TO SAVEPOINT workbench_views; RELEASE SAVEPOINT workbench_views';

const viewsSql = (definition: string): string => `
  SELECT c.oid, n.nspname, c.relname, c.relkind, ${definition}, CASE WHEN c.relkind = 'v' THEN c.reloptions END
    ${WATCHED} ${extensionOwner(1259, 'c.oid')}
   WHERE c.relkind IN ('v', 'm') AND c.relpersistence <> 't' AND e.oid IS NULL AND ${IS_OWN_SCHEMA}`;

/** Views and materialized views of people's schemas, without those of extensions. */
export const VIEWS_SQL = viewsSql('pg_catalog.pg_get_viewdef(c.oid)');

/** The same without definitions, which takes no lock. */
export const VIEW_NAMES_SQL = viewsSql('NULL');

/** Labels of the enums of people's schemas, in their order; an enum without labels has one row without one. */
export const ENUM_LABELS_SQL = `
  SELECT t.oid, n.nspname, t.typname, l.enumlabel
    FROM pg_catalog.pg_type t
    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
    LEFT JOIN pg_catalog.pg_enum l ON l.enumtypid = t.oid
    ${extensionOwner(1247, 't.oid')}
   WHERE t.typtype = 'e' AND e.oid IS NULL AND ${IS_OWN_SCHEMA}
   ORDER BY t.oid, l.enumsortorder`;

/** Domains of people's schemas; their checks come with those of tables. */
export const DOMAINS_SQL = `
  SELECT t.oid, n.nspname, t.typname, pg_catalog.format_type(t.typbasetype, t.typtypmod), t.typnotnull,
         coalesce(pg_catalog.pg_get_expr(t.typdefaultbin, 0), t.typdefault)
    FROM pg_catalog.pg_type t
    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
    ${extensionOwner(1247, 't.oid')}
   WHERE t.typtype = 'd' AND e.oid IS NULL AND ${IS_OWN_SCHEMA}`;

/** $1: ids of tables that keys point at although they are not watched. */
export const OTHER_TABLES_SQL = `
  SELECT c.oid, n.nspname, c.relname, pg_catalog.array_agg(a.attnum), pg_catalog.array_agg(a.attname)
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.oid = ANY ($1::pg_catalog.oid[])
   GROUP BY c.oid, n.nspname, c.relname`;

/** Usable indexes but those of primary keys. One that is being built, or could not be, is none yet. */
export const WATCHED_INDEXES_SQL = `
  SELECT i.indrelid, x.relname, pg_catalog.pg_get_indexdef(i.indexrelid)
    FROM pg_catalog.pg_index i
    JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
   WHERE NOT i.indisprimary AND i.indisvalid AND ${isReadable('i.indrelid')}
     AND i.indrelid IN (SELECT c.oid ${WATCHED} WHERE ${IS_WATCHED})`;

/** What the rules behind views and materialized views depend on: columns by name, or a table as a whole. */
export const DEPENDENTS_SQL = `
  SELECT vn.nspname, v.relname, v.relkind, n.nspname, c.relname, a.attname
    FROM pg_catalog.pg_rewrite r
    JOIN pg_catalog.pg_class v ON v.oid = r.ev_class AND v.relkind IN ('v', 'm') AND v.oid >= 16384
    JOIN pg_catalog.pg_namespace vn ON vn.oid = v.relnamespace
    JOIN pg_catalog.pg_depend d ON d.classid = 2618 AND d.objid = r.oid AND d.refclassid = 1259
     AND d.refobjid <> v.oid
    JOIN pg_catalog.pg_class c ON c.oid = d.refobjid AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND c.oid >= 16384
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid AND d.refobjsubid > 0
   WHERE vn.nspname <> 'information_schema' AND vn.nspname !~ '^pg_'`;
