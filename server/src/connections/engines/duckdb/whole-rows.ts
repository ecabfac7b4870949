import type { DuckDBConnection } from '@duckdb/node-api';
import type { ResultSink } from '../connector.js';
import { rowsFailed, STOPPED_AMONG_ROWS } from '../rows-cut.js';
import { readDuckdbProblem } from './duckdb-error.js';
import type { EngineCalls } from './engine-calls.js';
import type { OpenDatabase } from './open-database.js';
import { openCaster } from './rows/open-caster.js';
import { resultColumn } from './rows/result-columns.js';
import { RowEmitter } from './rows/row-emitter.js';
import type { RowSource } from './rows/short-result.js';
import { StatementFailure, StatementStopped } from './statement-failure.js';

/** What rows need of their statement's conversation. */
export interface RowsContext {
  readonly database: OpenDatabase;
  readonly connection: DuckDBConnection;
  /** Takes the paths of the server out of a text. */
  hidePaths(text: string): string;
}

/** Rows of which the engine has all. */
type WrittenRows = RowSource & { readonly rowCount: number };

/** Hands on the rows of a statement that has run to its end. */
export class WholeRows {
  private readonly rows: RowEmitter;

  constructor(
    private readonly context: RowsContext,
    private readonly sink: ResultSink,
    private readonly calls: EngineCalls,
  ) {
    this.rows = new RowEmitter(context.database.engine.vectors, sink, calls);
  }

  /** The same for the rows of a plan. */
  ofPlan(): WholeRows {
    const { sink, context } = this;
    const hidden: ResultSink = {
      columns: (columns) => sink.columns(columns),
      row: (row) => sink.row(row.map((cell) => (cell === null ? null : context.hidePaths(cell)))),
      drained: () => sink.drained(),
      notice: (notice) => sink.notice(notice),
    };
    return new WholeRows(context, hidden, this.calls);
  }

  async emit(result: RowSource): Promise<void> {
    const { database, connection } = this.context;
    const types = result.columnTypes();
    this.sink.columns(types.map((type, index) => resultColumn(result.columnName(index), type)));
    const caster = await openCaster(database, connection, types);
    try {
      for (;;) {
        const chunk = await this.calls.settle(() => result.fetchChunk());
        if (chunk === null || chunk.rowCount === 0) return;
        for (const rows of await caster.cast(chunk)) await this.rows.emit(rows);
      }
    } finally {
      caster.close();
    }
  }

  /**
   * As `emit`, of a statement that has changed rows: it is done, whatever becomes of the rows that it returns. Answers why
   * some of them are missing; null where none is.
   */
  async emitWritten(result: WrittenRows): Promise<string | null> {
    const before = this.rows.rowCount;
    try {
      await this.emit(result);
      return null;
    } catch (error) {
      if (!(error instanceof StatementStopped)) return this.notShown(error);
      return this.rows.rowCount - before === result.rowCount ? null : STOPPED_AMONG_ROWS;
    }
  }

  private notShown(error: unknown): string {
    const reason = error instanceof StatementFailure ? error.message : readDuckdbProblem(error).message;
    return rowsFailed(this.context.hidePaths(reason));
  }
}
