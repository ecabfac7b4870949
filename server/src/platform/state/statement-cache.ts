import type Database from 'better-sqlite3';

/** Statements that are kept ready; as many as TypeORM keeps. */
const MAX_STATEMENTS = 100;

/** Prepared statements of one connection, those used last. */
export class StatementCache {
  private readonly bySql = new Map<string, Database.Statement>();

  constructor(private readonly database: Database) {}

  prepare(sql: string): Database.Statement {
    const known = this.bySql.get(sql);
    const statement = known ?? this.database.prepare(sql);
    if (known !== undefined) this.bySql.delete(sql);
    this.bySql.set(sql, statement);
    const [oldest] = this.bySql.keys();
    if (this.bySql.size > MAX_STATEMENTS && oldest !== undefined) this.bySql.delete(oldest);
    return statement;
  }
}
