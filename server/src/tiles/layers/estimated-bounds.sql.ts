/**
 * What ANALYZE has noted of where the geometries of some tables are, as degrees. $1: JSON, pairs of schema and table.
 * Columns without statistics, without a system of coordinates or with infinite extents are left out.
 */
export function estimatedBoundsSql(postgisSchema: string | null): string {
  const pg = postgisSchema === null ? '' : `"${postgisSchema.replaceAll('"', '""')}".`;
  const edges = ['XMin', 'YMin', 'XMax', 'YMax'].map((edge) => `${pg}ST_${edge}`);
  return `
  SELECT ${edges.map((edge) => `${edge}(b.box)`).join(', ')}
    FROM (SELECT ${pg}ST_Extent(${pg}ST_Transform(${pg}ST_SetSRID(e.box::${pg}geometry, e.srid), 4326)) AS box
            FROM (SELECT ${estimatedExtent('g.f_table_schema', 'g.f_table_name', 'g.f_geometry_column', pg)} AS box, g.srid
                    FROM pg_catalog.json_array_elements($1::pg_catalog.json) AS t (names)
                    JOIN ${pg}geometry_columns g
                      ON g.f_table_schema = t.names ->> 0 AND g.f_table_name = t.names ->> 1 AND g.srid > 0
                  OFFSET 0) e
           WHERE ${edges.map((edge) => `pg_catalog.abs(${edge}(e.box)) < 1e38::pg_catalog.float8`).join(' AND ')}) b`;
}

/** PostGIS puts the schema and the table between double quotes as they are, so a quote in them has to be doubled. */
function estimatedExtent(schema: string, table: string, column: string, pg: string): string {
  const names = [schema, table].map((name) => `pg_catalog.replace(${name}::pg_catalog.text, '"', '""')`);
  return `${pg}ST_EstimatedExtent(${[...names, `${column}::pg_catalog.text`].join(', ')})`;
}
