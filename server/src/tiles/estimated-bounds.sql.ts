/**
 * What ANALYZE has noted of where the geometries of some tables are, as degrees. $1: JSON, pairs of schema and table.
 * Columns without statistics or without a system of coordinates are left out.
 */
export function estimatedBoundsSql(postgisSchema: string | null): string {
  const pg = postgisSchema === null ? '' : `"${postgisSchema.replaceAll('"', '""')}".`;
  return `
  SELECT ${['XMin', 'YMin', 'XMax', 'YMax'].map((edge) => `${pg}ST_${edge}(b.box)`).join(', ')}
    FROM (SELECT ${pg}ST_Extent(${pg}ST_Transform(
                   ${pg}ST_SetSRID(${pg}ST_EstimatedExtent(t.names ->> 0, t.names ->> 1, g.f_geometry_column)::${pg}geometry, g.srid),
                   4326)) AS box
            FROM pg_catalog.json_array_elements($1::pg_catalog.json) AS t (names)
            JOIN ${pg}geometry_columns g
              ON g.f_table_schema = t.names ->> 0 AND g.f_table_name = t.names ->> 1 AND g.srid > 0) b`;
}
