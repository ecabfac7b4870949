import type { ResultRow } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import type { SnapshotRules, SqlDialect } from '#libs/dialects';
import type { BoundStatement } from '#libs/changes';
import { RowBudget } from '../row-budget.js';
import { noopSink, wholeOutcome } from '../../../connections/index.js';
import type { Session } from '../../../connections/index.js';

/** Reads in a second session what the first one saw before a statement. */
export class SnapshotReader {
  private readonly budget = new RowBudget();

  private constructor(
    private readonly session: Session,
    private readonly signal: AbortSignal,
    /** What it sees, for `SnapshotRules.othersSince`. */
    readonly seen: string,
  ) {}

  /** Begins to read a snapshot, by the name that its session has given it; null where the engine does not take it. */
  static async see(
    session: Session,
    { see }: SnapshotRules,
    dialect: SqlDialect,
    { name, seen }: { readonly name: string; readonly seen: string },
    signal: AbortSignal,
  ): Promise<SnapshotReader | null> {
    const reader = new SnapshotReader(session, signal, seen);
    for (const sql of see(dialectOf(dialect).values.textLiteral(name)))
      if ((await reader.read({ sql, values: [] })) === null) return null;
    return reader;
  }

  /** The rows of a query; null where they are too large or it was refused, as where a lock keeps it waiting. */
  async read({ sql, values }: BoundStatement): Promise<ResultRow[] | null> {
    const answer = this.budget.answer();
    const sink = { ...noopSink, row: (row: ResultRow) => answer.add(row) };
    const { status } = wholeOutcome(await this.session.run(sql, sink, this.signal, values));
    return status === 'succeeded' ? answer.keep() : null;
  }

  /** Ends the transaction, and with it the snapshot. */
  async close(): Promise<void> {
    await this.read({ sql: 'ROLLBACK', values: [] });
  }
}
