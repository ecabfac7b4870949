/** The collation of a column of `pg_attribute a` where its type has another one; null elsewhere. */
export const COLUMN_COLLATION = `(
  SELECT CASE WHEN cn.nspname = 'pg_catalog' THEN '' ELSE pg_catalog.quote_ident(cn.nspname) || '.' END
         || pg_catalog.quote_ident(co.collname)
    FROM pg_catalog.pg_type ct
    JOIN pg_catalog.pg_collation co ON co.oid = a.attcollation
    JOIN pg_catalog.pg_namespace cn ON cn.oid = co.collnamespace
   WHERE ct.oid = a.atttypid AND a.attcollation <> ct.typcollation)`;
