import type { ResultRow } from '#libs/api';

/**
 * The encoding and the locale of the current database, the latter with its provider, which servers before 15 lack; later
 * ones have called its columns differently.
 */
export const LOCALE_SQL = `
  SELECT pg_catalog.pg_encoding_to_char(d.encoding), d.datcollate, d.datctype, j ->> 'datlocprovider'::pg_catalog.text,
         COALESCE(j ->> 'datlocale'::pg_catalog.text, j ->> 'daticulocale'::pg_catalog.text), j ->> 'daticurules'::pg_catalog.text
    FROM pg_catalog.pg_database d, pg_catalog.to_jsonb(d) j
   WHERE d.datname = pg_catalog.current_database()`;

const PROVIDERS: Readonly<Record<string, { readonly name: string; readonly option: string | null }>> = {
  b: { name: 'builtin', option: 'BUILTIN_LOCALE' },
  c: { name: 'libc', option: null },
  i: { name: 'icu', option: 'ICU_LOCALE' },
};

/** What `CREATE DATABASE` needs for a database like that of which `LOCALE_SQL` has read `row`. */
export function localeClauses(
  [encoding = null, collate = null, ctype = null, provider = null, locale = null, rules = null]: ResultRow,
  quoted: (text: string) => string,
): string {
  const { name = null, option = null } = PROVIDERS[provider ?? ''] ?? {};
  const options: readonly (readonly [string, string | null])[] = [
    ['ENCODING', encoding],
    ['LC_COLLATE', collate],
    ['LC_CTYPE', ctype],
    ['LOCALE_PROVIDER', name],
    [option ?? '', option === null ? null : locale],
    ['ICU_RULES', rules],
  ];
  return options.flatMap(([clause, value]) => (value === null ? [] : [`${clause} ${quoted(value)}`])).join(' ');
}
