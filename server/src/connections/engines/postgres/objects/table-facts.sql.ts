/**
 * $1: schema, $2: table. One row: owner, role, may alter, may truncate. Superusers own everything, and members of the
 * owner are its equals.
 */
export const TABLE_RIGHTS_SQL = `
  SELECT pg_get_userbyid(c.relowner), current_user, pg_has_role(c.relowner, 'USAGE'),
         has_table_privilege(c.oid, 'TRUNCATE')
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')`;

/**
 * $1: schema, $2: table. What DROP would take along, nearest first, as the server describes it: a view hangs on its rule,
 * so its rule is followed to it. Parts of the table itself (its type, columns' defaults, TOAST) are left out.
 */
export const TABLE_DEPENDENTS_SQL = `
  WITH RECURSIVE target AS (
    SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2
  ), edges AS (
    SELECT CASE WHEN r.oid IS NULL THEN d.classid ELSE 'pg_catalog.pg_class'::regclass::oid END AS classid,
           coalesce(r.ev_class, d.objid) AS objid, d.refclassid, d.refobjid, d.deptype
      FROM pg_depend d
      LEFT JOIN pg_rewrite r ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND r.oid = d.objid
     WHERE d.deptype IN ('n', 'a', 'i')
  ), reached AS (
    SELECT e.classid, e.objid, e.deptype <> 'n' AS is_part, 1 AS depth
      FROM edges e JOIN target t ON e.refclassid = 'pg_catalog.pg_class'::regclass AND e.refobjid = t.oid
     WHERE e.objid <> t.oid
     UNION
    SELECT e.classid, e.objid, false, r.depth + 1
      FROM reached r JOIN edges e ON e.refclassid = r.classid AND e.refobjid = r.objid
     WHERE e.deptype = 'n' AND r.depth < 10 AND e.objid <> r.objid AND r.classid = 'pg_catalog.pg_class'::regclass
  )
  SELECT pg_describe_object(classid, objid, 0), bool_or(is_part)
    FROM reached
   WHERE classid NOT IN ('pg_catalog.pg_type'::regclass, 'pg_catalog.pg_attrdef'::regclass)
     AND NOT (classid = 'pg_catalog.pg_constraint'::regclass
              AND (SELECT k.conrelid FROM pg_constraint k WHERE k.oid = objid) = (SELECT oid FROM target))
     AND NOT (classid = 'pg_catalog.pg_class'::regclass
              AND (SELECT c.relkind FROM pg_class c WHERE c.oid = objid) IN ('t', 'i', 'I'))
   GROUP BY classid, objid
   ORDER BY min(depth), 1
   LIMIT 200`;
