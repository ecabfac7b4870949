import type pg from 'pg';
import type { Catalog, Column, ForeignKey, Index } from '../catalog.js';

/** Small and slow on purpose: it only has to be plainly right for the few tables of a fixture. */
const TABLES = `
  SELECT n.nspname AS schema, c.relname AS name,
    COALESCE((SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'nullable', NOT a.attnotnull, 'position', a.attnum))
      FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped), '[]') AS columns,
    COALESCE((SELECT json_agg(a.attname ORDER BY k.place)
      FROM pg_constraint p, unnest(p.conkey) WITH ORDINALITY k (number, place), pg_attribute a
      WHERE p.conrelid = c.oid AND p.contype = 'p' AND a.attrelid = c.oid AND a.attnum = k.number), '[]') AS primary_key,
    COALESCE((SELECT json_agg(json_build_object(
        'columns', (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(f.conkey) WITH ORDINALITY k (number, place)
          JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.number),
        'references', json_build_object('schema', tn.nspname, 'name', t.relname,
          'columns', (SELECT json_agg(a.attname ORDER BY k.place)
            FROM unnest(f.confkey) WITH ORDINALITY k (number, place)
            JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.number))))
      FROM pg_constraint f JOIN pg_class t ON t.oid = f.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
      WHERE f.conrelid = c.oid AND f.contype = 'f'), '[]') AS foreign_keys,
    COALESCE((SELECT json_agg(json_build_object('name', x.relname, 'definition', pg_get_indexdef(x.oid)))
      FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
      WHERE i.indrelid = c.oid AND NOT i.indisprimary), '[]') AS indexes
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`;

interface TableRow {
  schema: string;
  name: string;
  columns: Column[];
  primary_key: string[];
  foreign_keys: ForeignKey[];
  indexes: Index[];
}

/** Reads the catalog of a fixture's database; the workbench's own introspection is another one and far quicker. */
export async function readCatalog(client: pg.Client): Promise<Catalog> {
  await client.query(`SET search_path = ''`);
  const { rows } = await client.query<TableRow>(TABLES);
  await client.query('RESET search_path');
  return { tables: rows };
}
