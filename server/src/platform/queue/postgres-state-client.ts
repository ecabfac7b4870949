import { Injectable } from '@nestjs/common';
import { State } from '../state/state.js';

/** Statements on a state in Postgres, in the running state transaction where there is one. */
@Injectable()
export class PostgresStateClient {
  constructor(private readonly state: State) {}

  /** The rows that a statement answers, whatever its kind; values are `$1`, `$2` and so on. */
  async rows<T>(text: string, values?: readonly unknown[]): Promise<T[]> {
    const { manager } = this.state;
    const runner = manager.queryRunner ?? manager.dataSource.createQueryRunner();
    try {
      const { records } = await runner.query(text, values === undefined ? undefined : [...values], true);
      return (records as T[] | undefined) ?? [];
    } finally {
      if (runner !== manager.queryRunner) await runner.release();
    }
  }
}
