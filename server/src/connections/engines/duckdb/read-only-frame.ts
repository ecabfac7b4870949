import type { DuckDBConnection } from '@duckdb/node-api';

/**
 * The read-only transaction around one statement, in which the engine refuses every write to a database, also by
 * functions, prepared statements and EXPLAIN ANALYZE. Statements that begin or end transactions do not reach the engine
 * inside it. Temporary tables are the session's own and may be made and filled.
 */
export class ReadOnlyFrame {
  constructor(private readonly connection: DuckDBConnection) {}

  /**
   * Runs the work inside the transaction, which is committed when the work succeeds, for the session's own tables.
   * `beforeEnd` is called before the transaction ends and stops interrupts: one that hits the end would leave the
   * transaction open, and every later statement would fail.
   */
  async around<T>(work: () => Promise<T>, beforeEnd: () => void): Promise<T> {
    try {
      await this.begin();
      const answer = await work();
      beforeEnd();
      await this.connection.run('COMMIT');
      return answer;
    } catch (error) {
      beforeEnd();
      await this.rollback();
      throw error;
    }
  }

  /** Begins anew where an error has ended the transaction in the middle of the work. */
  async renew(): Promise<void> {
    await this.rollback();
    await this.begin();
  }

  private async begin(): Promise<void> {
    await this.connection.run('BEGIN TRANSACTION READ ONLY');
  }

  /** Without a transaction there is nothing to roll back. */
  private async rollback(): Promise<void> {
    await this.connection.run('ROLLBACK').catch(() => undefined);
  }
}
