/**
 * How Postgres prints values so that each comes back from its text as it was, whatever the settings of server, database and
 * role. Floats have the digits that they need (before Postgres 12, 3 more than others).
 */
export const PRINTED_VALUES = {
  ...{ DateStyle: 'ISO', IntervalStyle: 'postgres' },
  ...{ extra_float_digits: '3', bytea_output: 'hex' },
} as const;

/** The same, and how the texts of values are read, and definitions printed. */
const EXACT = { ...PRINTED_VALUES, array_nulls: 'on', xmloption: 'content', quote_all_identifiers: 'off' } as const;

/** A query that has a transaction print and read values exactly, whatever its search path. */
export const EXACT_VALUES = `SELECT ${Object.entries(EXACT)
  .map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', true)`)
  .join(', ')}`;
