/** The lexical rules of the engines: where strings, identifiers and comments end. */
export type SqlDialect = 'postgres' | 'duckdb' | 'sqlite';
