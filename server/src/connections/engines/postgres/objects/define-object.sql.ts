import type { SchemaObjectKind } from '#libs/api';

/*
 * $1: object id. One text, or no row where there is no such object. The search path has pg_catalog alone, so that everything
 * else is printed with its schema.
 */

/** The collation of a type or column where it is not the one of the type below it, with `COLLATE` before it. */
const collate = (own: string, usual: string): string => `coalesce((
  SELECT format(' COLLATE %I.%I', cn.nspname, co.collname)
    FROM pg_collation co
    JOIN pg_namespace cn ON cn.oid = co.collnamespace
   WHERE co.oid = ${own} AND ${own} <> ${usual}), '')`;

/** The collation that a type has by itself. */
const usualCollation = (type: string): string => `(SELECT u.typcollation FROM pg_type u WHERE u.oid = ${type})`;

const SEQUENCE = `
  SELECT format('CREATE %sSEQUENCE %I.%I AS %s%s  START WITH %s INCREMENT BY %s%s  MINVALUE %s MAXVALUE %s CACHE %s%s;',
           CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED ' ELSE '' END,
           n.nspname, c.relname, format_type(s.seqtypid, -1), chr(10), s.seqstart, s.seqincrement, chr(10), s.seqmin,
           s.seqmax, s.seqcache, CASE WHEN s.seqcycle THEN ' CYCLE' ELSE '' END)
         || coalesce((
           SELECT format('%s%sALTER SEQUENCE %I.%I OWNED BY %I.%I.%I;', chr(10), chr(10), n.nspname, c.relname,
                    tn.nspname, t.relname, a.attname)
             FROM pg_depend d
             JOIN pg_class t ON t.oid = d.refobjid
             JOIN pg_namespace tn ON tn.oid = t.relnamespace
             JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
            WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'a'
              AND d.refobjsubid > 0 LIMIT 1), '')
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_sequence s ON s.seqrelid = c.oid
   WHERE c.oid = $1::oid`;

const FUNCTION = `
  SELECT CASE WHEN p.prokind <> 'a' THEN rtrim(pg_get_functiondef(p.oid), chr(10)) || ';'
         ELSE format('CREATE AGGREGATE %I.%I(%s) (%s  SFUNC = %s,%s  STYPE = %s%s%s%s);', n.nspname, p.proname,
           pg_get_function_arguments(p.oid), chr(10), a.aggtransfn, chr(10), format_type(a.aggtranstype, -1),
           CASE WHEN a.aggfinalfn <> 0 THEN format(',%s  FINALFUNC = %s', chr(10), a.aggfinalfn) ELSE '' END,
           CASE WHEN a.agginitval IS NOT NULL THEN format(',%s  INITCOND = %L', chr(10), a.agginitval) ELSE '' END,
           chr(10)) END
    FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace
    LEFT JOIN pg_aggregate a ON a.aggfnoid = p.oid
   WHERE p.oid = $1::oid`;

const TRIGGER = `
  SELECT pg_get_triggerdef(t.oid) || ';'
         || CASE WHEN t.tgenabled = 'O' THEN ''
                 ELSE format('%sALTER TABLE %s %s TRIGGER %I;', chr(10), t.tgrelid::regclass,
                        CASE t.tgenabled WHEN 'D' THEN 'DISABLE' WHEN 'A' THEN 'ENABLE ALWAYS' ELSE 'ENABLE REPLICA' END,
                        t.tgname) END
    FROM pg_trigger t WHERE t.oid = $1::oid`;

const POLICY = `
  SELECT format('CREATE POLICY %I ON %I.%I%s%s  FOR %s%s  TO %s', p.polname, n.nspname, c.relname,
           CASE WHEN p.polpermissive THEN '' ELSE ' AS RESTRICTIVE' END, chr(10),
           CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE'
                         ELSE 'ALL' END, chr(10),
           (SELECT string_agg(CASE WHEN r.id = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(r.id)) END, ', ')
              FROM unnest(p.polroles) AS r (id)))
         || coalesce(chr(10) || '  USING (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
         || coalesce(chr(10) || '  WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '') || ';'
         || CASE WHEN c.relrowsecurity THEN '' ELSE
              format('%s%s-- Row security of %I is off: the policy has no effect.', chr(10), chr(10), c.relname) END
    FROM pg_policy p
    JOIN pg_class c ON c.oid = p.polrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE p.oid = $1::oid`;

const DOMAIN_CHECKS = `coalesce((
  SELECT string_agg(format('%s  CONSTRAINT %I %s', chr(10), k.conname, pg_get_constraintdef(k.oid)), '' ORDER BY k.conname)
    FROM pg_constraint k WHERE k.contypid = t.oid AND k.contype = 'c' AND k.convalidated), '')`;

/** `CREATE DOMAIN` takes no `NOT VALID`. */
const LATER_DOMAIN_CHECKS = `coalesce((
  SELECT string_agg(format('%sALTER DOMAIN %I.%I ADD CONSTRAINT %I %s;', chr(10), n.nspname, t.typname, k.conname,
                      pg_get_constraintdef(k.oid)), '' ORDER BY k.conname)
    FROM pg_constraint k WHERE k.contypid = t.oid AND k.contype = 'c' AND NOT k.convalidated), '')`;

const TYPE = `
  SELECT CASE t.typtype
    WHEN 'e' THEN format('CREATE TYPE %I.%I AS ENUM (%s%s%s);', n.nspname, t.typname, chr(10),
           (SELECT string_agg(format('  %L', e.enumlabel), ',' || chr(10) ORDER BY e.enumsortorder)
              FROM pg_enum e WHERE e.enumtypid = t.oid), chr(10))
    WHEN 'c' THEN format('CREATE TYPE %I.%I AS (%s%s%s);', n.nspname, t.typname, chr(10),
           (SELECT string_agg(format('  %I %s%s', a.attname, format_type(a.atttypid, a.atttypmod),
                                     ${collate('a.attcollation', usualCollation('a.atttypid'))}), ',' || chr(10)
                              ORDER BY a.attnum)
              FROM pg_attribute a WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped), chr(10))
    WHEN 'r' THEN format('CREATE TYPE %I.%I AS RANGE (SUBTYPE = %s);', n.nspname, t.typname,
           (SELECT concat_ws(', ', format_type(r.rngsubtype, -1),
                     CASE WHEN NOT o.opcdefault THEN format('SUBTYPE_OPCLASS = %I.%I', os.nspname, o.opcname) END,
                     (SELECT format('COLLATION = %I.%I', cn.nspname, co.collname)
                        FROM pg_collation co JOIN pg_namespace cn ON cn.oid = co.collnamespace
                       WHERE co.oid = r.rngcollation AND co.oid <> ${usualCollation('r.rngsubtype')}),
                     CASE WHEN r.rngsubdiff <> 0 THEN 'SUBTYPE_DIFF = ' || r.rngsubdiff END)
              FROM pg_range r
              JOIN pg_opclass o ON o.oid = r.rngsubopc
              JOIN pg_namespace os ON os.oid = o.opcnamespace
             WHERE r.rngtypid = t.oid))
    ELSE format('CREATE DOMAIN %I.%I AS %s%s%s%s%s;', n.nspname, t.typname, format_type(t.typbasetype, t.typtypmod),
           ${collate('t.typcollation', usualCollation('t.typbasetype'))},
           coalesce(' DEFAULT ' || coalesce(pg_get_expr(t.typdefaultbin, 'pg_type'::regclass), t.typdefault), ''),
           CASE WHEN t.typnotnull THEN ' NOT NULL' ELSE '' END, ${DOMAIN_CHECKS})
         || ${LATER_DOMAIN_CHECKS} END
    FROM pg_type t
    JOIN pg_namespace n ON n.oid = t.typnamespace
   WHERE t.oid = $1::oid`;

const EXTENSION = `
  SELECT format('CREATE EXTENSION %I WITH SCHEMA %I VERSION %L;', e.extname, n.nspname, e.extversion)
    FROM pg_extension e
    JOIN pg_namespace n ON n.oid = e.extnamespace
   WHERE e.oid = $1::oid`;

/** Without the password, which only superusers may read. */
const ROLE = `
  SELECT format('CREATE ROLE %I WITH %s%s%s;', r.rolname,
           concat_ws(' ', CASE WHEN r.rolcanlogin THEN 'LOGIN' ELSE 'NOLOGIN' END, CASE WHEN r.rolsuper THEN 'SUPERUSER' END,
             CASE WHEN r.rolcreatedb THEN 'CREATEDB' END, CASE WHEN r.rolcreaterole THEN 'CREATEROLE' END,
             CASE WHEN NOT r.rolinherit THEN 'NOINHERIT' END, CASE WHEN r.rolreplication THEN 'REPLICATION' END,
             CASE WHEN r.rolbypassrls THEN 'BYPASSRLS' END),
           CASE WHEN r.rolconnlimit >= 0 THEN concat(' CONNECTION LIMIT ', r.rolconnlimit) ELSE '' END,
           CASE WHEN r.rolvaliduntil IS NULL THEN '' ELSE format(' VALID UNTIL %L', r.rolvaliduntil) END)
         || coalesce((SELECT string_agg(format('%sGRANT %I TO %I;', chr(10), g.rolname, r.rolname), '' ORDER BY g.rolname)
                        FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid WHERE m.member = r.oid), '')
    FROM pg_roles r WHERE r.oid = $1::oid`;

/** The query for the statements that create an object, by its kind. */
export const DEFINE_OBJECT_SQL: Partial<Record<SchemaObjectKind, string>> = {
  sequence: SEQUENCE,
  function: FUNCTION,
  trigger: TRIGGER,
  policy: POLICY,
  type: TYPE,
  extension: EXTENSION,
  role: ROLE,
};
