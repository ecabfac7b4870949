/** Where PostGIS is and which version; no row without it. */
export const POSTGIS_SQL = `
  SELECT e.extversion, n.nspname
    FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
   WHERE e.extname = 'postgis'`;

/**
 * Every column with geometries that the role may read, with its index and its extent as ANALYZE last saw it. No table is
 * read. `schema` is where PostGIS is. An extent is NULL where a coordinate is no finite number; without `extents` all
 * are.
 */
export function spatialColumnsSql(schema: string, extents: 'with-extents' | 'without-extents'): string {
  const pg = `"${schema.replaceAll('"', '""')}"`;
  return `
  SELECT n.nspname AS schema, c.relname AS table, c.relkind AS kind, a.attname AS column, t.typname AS type,
         pg_catalog.upper(${pg}.postgis_typmod_type(a.atttypmod)) AS shape,
         CASE WHEN a.atttypmod < 0 AND t.typname = 'geography' THEN 4326 ELSE greatest(${pg}.postgis_typmod_srid(a.atttypmod), 0) END AS srid,
         CASE WHEN c.reltuples >= 0::pg_catalog.float4 AND c.relkind <> 'v' THEN c.reltuples::pg_catalog.int8 END AS estimated_rows,
         CASE WHEN c.relkind IN ('r', 'p', 'm') THEN EXISTS (
           SELECT FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
             JOIN pg_catalog.pg_am m ON m.oid = x.relam
            WHERE i.indrelid = c.oid AND i.indisvalid AND a.attnum = ANY (i.indkey)
              AND m.amname IN ('gist', 'spgist', 'brin')) END AS has_index,
         pg_catalog.array_to_json(CASE WHEN e.box IS NOT NULL THEN ARRAY[
           ${pg}.ST_XMin(e.box), ${pg}.ST_YMin(e.box), ${pg}.ST_XMax(e.box), ${pg}.ST_YMax(e.box)] END) AS extent
    FROM pg_catalog.pg_attribute a
    JOIN pg_catalog.pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname::pg_catalog.text !~ '^pg_'
    JOIN pg_catalog.pg_type t ON t.oid = a.atttypid AND t.typname IN ('geometry', 'geography')
    JOIN pg_catalog.pg_namespace tn ON tn.oid = t.typnamespace AND tn.nspname = $1
    LEFT JOIN LATERAL (
      SELECT x.box FROM (SELECT ${extents === 'with-extents' ? estimatedExtent(pg) : `NULL::${pg}.box2d`} AS box
       WHERE c.relkind IN ('r', 'm') AND c.reltuples > 0::pg_catalog.float4 AND t.typname = 'geometry'
         AND EXISTS (SELECT FROM pg_catalog.pg_stats s
                      WHERE s.schemaname = n.nspname AND s.tablename = c.relname AND s.attname = a.attname)
      OFFSET 0) x WHERE ${EDGES.map((edge) => `pg_catalog.abs(${pg}.${edge}(x.box)) < 1e38::pg_catalog.float8`).join(' AND ')}) e ON true
   WHERE a.attnum > 0 AND NOT a.attisdropped AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
   ORDER BY n.nspname, c.relname, a.attnum`;
}

const EDGES = ['ST_XMin', 'ST_YMin', 'ST_XMax', 'ST_YMax'];

/** PostGIS puts the schema and the table between double quotes as they are, so a quote in them has to be doubled. */
function estimatedExtent(pg: string): string {
  const names = ['n.nspname', 'c.relname'].map((name) => `pg_catalog.replace(${name}::pg_catalog.text, '"', '""')`);
  return `${pg}.ST_EstimatedExtent(${[...names, 'a.attname::pg_catalog.text'].join(', ')})`;
}
