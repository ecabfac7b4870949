/** The name of a dialect: the variant of SQL that a text is written in. */
export type SqlDialect = 'postgres' | 'duckdb' | 'sqlite';
