import type { DuckDBConnection } from '@duckdb/node-api';
import type { EngineCalls } from './engine-calls.js';
import { failure } from './statement-failure.js';
import {
  innerStatement,
  namesEngineFunction,
  refusal,
  refusalByVerb,
  runsIndirectSql,
  StatementType,
  type StatementScope,
} from './statement-guard.js';

const MAX_NESTING = 4;
const ENGINE_FUNCTION = 'This function changes how the engine works, which this connection does not allow.';
const PLANNED: ReadonlySet<number> = new Set([
  StatementType.SELECT,
  StatementType.INSERT,
  StatementType.UPDATE,
  StatementType.DELETE,
  StatementType.MERGE_INTO,
]);

/** Lets a prepared statement pass or throws why it may not run; looks inside EXPLAIN, PREPARE and SQL made from texts. */
export class StatementGate {
  constructor(
    private readonly connection: DuckDBConnection,
    private readonly calls: EngineCalls,
    private readonly scope: StatementScope,
    private readonly hasIndirectObjects: boolean,
    private readonly hasValues: boolean,
  ) {}

  /** To be asked before the statement is prepared. */
  checkText(sql: string): void {
    let inner: string | null = sql;
    for (let depth = 0; inner !== null && depth <= MAX_NESTING; depth++) {
      const reason = refusalByVerb(inner);
      if (reason !== null) throw failure(reason);
      inner = innerStatement(inner);
    }
  }

  /** To be asked with the type of the prepared statement. */
  async check(type: number, sql: string, depth = 0): Promise<void> {
    const reason = refusal(type, sql, this.scope);
    if (reason !== null) throw failure(reason);
    if (namesEngineFunction(sql)) throw failure(ENGINE_FUNCTION);
    const isWrapper = type === StatementType.EXPLAIN || type === StatementType.PREPARE;
    await (isWrapper ? this.checkInner(sql, depth) : this.checkIndirect(type, sql));
  }

  private async checkInner(sql: string, depth: number): Promise<void> {
    const inner = innerStatement(sql);
    if (inner === null || depth === MAX_NESTING) throw failure('The statement is nested in a way that is not allowed.');
    const prepared = await this.calls.settle(() => this.connection.prepare(inner));
    try {
      await this.check(prepared.statementType, inner, depth + 1);
    } finally {
      prepared.destroySync();
    }
  }

  /** SQL that is put together at run time shows only in the plan. */
  private async checkIndirect(type: number, sql: string): Promise<void> {
    const mayHide = this.hasIndirectObjects && /\b(from|select|table|call)\b/i.test(sql);
    if (!runsIndirectSql(sql) && !mayHide) return;
    if (this.hasValues) throw failure('SQL made from a text takes no parameters on this connection.');
    if (!PLANNED.has(type)) throw failure('SQL made from a text can only be run by a plain query on this connection.');
    const plan = await this.calls.settle(() => this.connection.runAndReadAll(`EXPLAIN (FORMAT json) ${sql}`));
    if (namesEngineFunction(JSON.stringify(plan.getRows()))) throw failure(ENGINE_FUNCTION);
  }
}
