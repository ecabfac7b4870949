import type { OwnQuery } from './own-queries.js';

const OPERATOR = /[-+*/<>=~!@#%^&|`?]+/g;
/** LIKE and its relatives are operators by other names. */
const SPELLED_IN_WORDS = ['~~', '!~~', '~~*', '!~~*'];

/** Types of the catalog's columns, and those that functions and numbers have. */
const TYPES = [
  ...['"char"', 'name', 'text', 'boolean', 'smallint', 'integer', 'bigint', 'oid', 'xid', 'real', 'double precision'],
  ...['numeric', 'timestamptz', 'interval', 'json', 'jsonb', 'regclass', 'regtype', 'regnamespace'],
  ...['smallint[]', 'oid[]', 'name[]', 'text[]', 'int2vector', 'oidvector', '"char"[]', 'character varying'],
];

const quoted = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

/**
 * SQL that makes, for each operator in the queries, one in `public` for each pair of types that pg_catalog has none for: it
 * fits better than one that is reached by a cast. Calling one fails.
 */
export function operatorTraps(queries: readonly OwnQuery[]): string {
  const names = new Set([...SPELLED_IN_WORDS, ...queries.flatMap(({ sql }) => sql.match(OPERATOR) ?? [])]);
  return `
    SET search_path = pg_catalog;
    DO LANGUAGE plpgsql $body$
    DECLARE pair record; sign name;
    BEGIN
      FOR pair IN SELECT l.oid AS l, r.oid AS r FROM unnest(ARRAY[${quoted(TYPES)}]::regtype[]) l(oid), unnest(ARRAY[${quoted(TYPES)}]::regtype[]) r(oid) LOOP
        EXECUTE format('CREATE FUNCTION public.trap(%s, %s) RETURNS boolean LANGUAGE plpgsql AS
                        ''BEGIN RAISE EXCEPTION ''''trapped''''; END''', pair.l::regtype, pair.r::regtype);
        FOR sign IN SELECT DISTINCT o.oprname FROM pg_operator o
                     WHERE o.oprname = ANY (ARRAY[${quoted([...names])}]::name[])
                       AND NOT EXISTS (SELECT FROM pg_operator k WHERE k.oprname = o.oprname
                                          AND k.oprleft = pair.l AND k.oprright = pair.r) LOOP
          EXECUTE format('CREATE OPERATOR public.%s (FUNCTION = public.trap, LEFTARG = %s, RIGHTARG = %s)',
                         sign, pair.l::regtype, pair.r::regtype);
        END LOOP;
      END LOOP;
    END $body$;
    RESET search_path`;
}
