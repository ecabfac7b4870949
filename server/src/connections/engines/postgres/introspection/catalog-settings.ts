import { EXACT_VALUES } from '#libs/dialects';

/**
 * What holds in a transaction that reads the catalog: definitions are printed the same whatever the settings of the role, and
 * nothing is compiled, which takes seconds for a query that takes milliseconds. Before version 11 the server compiles nothing.
 */
export const CATALOG_SETTINGS = `${EXACT_VALUES};
  SELECT pg_catalog.set_config('standard_conforming_strings', 'on', true);
  SELECT CASE WHEN pg_catalog.current_setting('jit', true) IS NOT NULL
              THEN pg_catalog.set_config('jit', 'off', true) END`;
