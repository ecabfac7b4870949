import { Injectable } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import type { QueryRunner } from 'typeorm';
import { State } from '../state/state.js';

/** What the driver answers for one statement. */
interface Answer {
  readonly rows: readonly unknown[];
}

/** Statements on a state in Postgres, in the running state transaction where there is one. */
@Injectable()
export class PostgresStateClient {
  constructor(private readonly state: State) {}

  /** The rows that a statement answers, whatever its kind; values are `$1`, `$2` and so on. */
  async rows<T>(text: string, values?: readonly unknown[]): Promise<T[]> {
    return this.withRunner(async (runner) => {
      const { records } = await runner.query(text, values === undefined ? undefined : [...values], true);
      return (records as T[] | undefined) ?? [];
    });
  }

  /** The rows that the statements of a script answer, one after another: TypeORM answers none for several. */
  async rowsOfAll<T>(script: string): Promise<T[]> {
    return this.withRunner(async (runner) => {
      const client = (await runner.connect()) as { query(text: string): Promise<Answer | Answer[]> };
      try {
        return [await client.query(script)].flat().flatMap(({ rows }) => rows as T[]);
      } catch (error) {
        // A script that begins a transaction of its own leaves it open where it fails.
        if (!runner.isTransactionActive) await client.query('ROLLBACK').catch(() => undefined);
        throw new QueryFailedError(script, undefined, error as Error);
      }
    });
  }

  private async withRunner<T>(use: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const { manager } = this.state;
    const runner = manager.queryRunner ?? manager.dataSource.createQueryRunner();
    try {
      return await use(runner);
    } finally {
      if (runner !== manager.queryRunner) await runner.release();
    }
  }
}
