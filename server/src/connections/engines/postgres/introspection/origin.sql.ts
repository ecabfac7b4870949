import { FINDS_ROWS } from './finds-rows.sql.js';
import { IS_USER_SCHEMA } from './introspection.sql.js';

/**
 * $1: object ids of tables. A JSON document for each: its name, what it is, whether the server allows writes, the rights of
 * the role, its columns, and the sets of columns that find a row, the primary key first. A key that takes NULL, covers a
 * part of the rows or has expressions finds no row for certain.
 */
export const ORIGINS_SQL = `
  SELECT pg_catalog.json_build_object(
    'relation', c.oid::pg_catalog.text,
    'schema', n.nspname,
    'table', c.relname,
    'relkind', c.relkind,
    'is_temporary', c.relpersistence = 't',
    'is_user', ${IS_USER_SCHEMA},
    'has_children', c.relkind = 'r' AND EXISTS (SELECT FROM pg_catalog.pg_inherits h WHERE h.inhparent = c.oid),
    'is_standby', pg_catalog.pg_is_in_recovery(),
    'reads_only', pg_catalog.current_setting('default_transaction_read_only') = 'on',
    'can_insert', pg_catalog.has_any_column_privilege(c.oid, 'INSERT'),
    'can_update', pg_catalog.has_any_column_privilege(c.oid, 'UPDATE'),
    'can_delete', pg_catalog.has_table_privilege(c.oid, 'DELETE'),
    'columns', (
      SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
               'attribute', a.attnum::pg_catalog.text,
               'name', a.attname,
               'can_read', pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT'),
               'can_write', pg_catalog.has_column_privilege(c.oid, a.attnum, 'UPDATE')) ORDER BY a.attnum),
             '[]'::pg_catalog.json)
        FROM pg_catalog.pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
    'keys', (
      SELECT coalesce(pg_catalog.json_agg(k.columns ORDER BY k.is_primary DESC, k.size, k.name),
             '[]'::pg_catalog.json)
        FROM (SELECT i.indisprimary AS is_primary, i.indnkeyatts AS size, x.relname AS name,
                     (SELECT pg_catalog.json_agg(a.attname ORDER BY u.place)
                        FROM pg_catalog.unnest(i.indkey::pg_catalog.int2[]) WITH ORDINALITY AS u (attnum, place)
                        JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = u.attnum
                       WHERE u.place <= i.indnkeyatts) AS columns
                FROM pg_catalog.pg_index i
                JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
               WHERE i.indrelid = c.oid AND ${FINDS_ROWS}) AS k))
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.oid = ANY ($1::pg_catalog.oid[])`;
