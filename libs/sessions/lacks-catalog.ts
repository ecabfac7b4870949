/** Schemas, tables, columns, types and functions that are not there, a syntax that is not known, and what is not supported. */
const OF_OTHER_SERVERS: ReadonlySet<string> = new Set(['3F000', '42P01', '42703', '42704', '42883', '42601', '0A000']);

/**
 * Whether a server that refuses a question about its own catalog with an SQLSTATE lacks that catalog, as one that only speaks
 * the protocol of Postgres does. A role that may not read it (42501) says nothing about what is there.
 */
export function lacksCatalog(sqlstate: string | null): boolean {
  return sqlstate !== null && OF_OTHER_SERVERS.has(sqlstate);
}
