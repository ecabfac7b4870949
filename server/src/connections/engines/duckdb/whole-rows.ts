import type { DuckDBConnection } from '@duckdb/node-api';
import type { Notice } from '#libs/api';
import type { ResultSink } from '../connector.js';
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

  /** As `emit`, of a statement that has changed rows: it is done, whatever becomes of the rows that it returns. */
  async emitWritten(result: RowSource): Promise<void> {
    try {
      await this.emit(result);
    } catch (error) {
      if (!(error instanceof StatementStopped)) this.sink.notice(this.notShown(error));
    }
  }

  private notShown(error: unknown): Notice {
    const reason = error instanceof StatementFailure ? error.message : readDuckdbProblem(error).message;
    const message = `Done, but its rows cannot be shown: ${this.context.hidePaths(reason)}`;
    return { severity: 'WARNING', message, sqlstate: null, detail: null, hint: null };
  }
}
