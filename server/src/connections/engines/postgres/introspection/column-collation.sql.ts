/** The name of a collation as SQL, by the aliases of its rows in `pg_collation` and `pg_namespace`. */
export const collationName = (collation: string, namespace: string): string => `
    CASE WHEN ${namespace}.nspname = 'pg_catalog' THEN pg_catalog.quote_ident(${collation}.collname)
         ELSE pg_catalog.format('%I.%I', ${namespace}.nspname, ${collation}.collname) END`;

/** The collation of a column of `pg_attribute a` where its type has another one; null elsewhere. */
export const COLUMN_COLLATION = `(
  SELECT ${collationName('co', 'cn')}
    FROM pg_catalog.pg_type ct
    JOIN pg_catalog.pg_collation co ON co.oid = a.attcollation
    JOIN pg_catalog.pg_namespace cn ON cn.oid = co.collnamespace
   WHERE ct.oid = a.atttypid AND a.attcollation <> ct.typcollation)`;
