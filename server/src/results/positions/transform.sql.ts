/** Where PostGIS is installed: its functions are found there whatever the search path is. */
export const POSTGIS_SCHEMA = `SELECT n.nspname FROM pg_catalog.pg_extension e
JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'postgis'`;

/** `$1` is a JSON array of geometries as text; answers one row for each, WKB in hexadecimal and in degrees, in their order. */
export function transformStatement(schema: string): string {
  const postgis = `"${schema.replaceAll('"', '""')}"`;
  return `SELECT pg_catalog.encode(${postgis}.ST_AsBinary(${postgis}.ST_Transform(
  ${postgis}.ST_Force2D(g.value::${postgis}.geometry), 4326)), 'hex')
FROM pg_catalog.jsonb_array_elements_text($1::pg_catalog.jsonb) WITH ORDINALITY AS g(value, place) ORDER BY g.place`;
}
