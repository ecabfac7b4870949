import type {
  DuckDBConnection,
  DuckDBExtractedStatements,
  DuckDBPreparedStatement,
  DuckDBResult,
} from '@duckdb/node-api';
import type { ResultColumn } from '#libs/api';
import type { BoundStatement, ResultSink, StatementOutcome } from '../connector.js';
import { commandTag, sqlTokens } from '#libs/sql';
import type { ParameterValue } from '#libs/sql';
import { bindValues } from './bind-values.js';
import { readDuckdbProblem } from './duckdb-error.js';
import { EngineCalls } from './engine-calls.js';
import type { OpenDatabase } from './open-database.js';
import type { ReadOnlyFrame } from './read-only-frame.js';
import { querySources } from './origins/query-sources.js';
import { columnsOfQuery, WIDE_COLUMNS, type DescribedColumn } from './rows/result-columns.js';
import { RowEmitter } from './rows/row-emitter.js';
import { drain, ReturnType, shortResult } from './rows/short-result.js';
import type { RunStop } from './run-stop.js';
import { ownSettings } from './session-settings.js';
import { failure, moved, StatementStopped, unlessStopped } from './statement-failure.js';
import { changesRowsByPlan } from './guard/engine-plan.js';
import { StatementGate, type ApprovedStatement } from './guard/statement-gate.js';
import { CHANGES_ROWS, StatementType, type StatementScope } from './guard/statement-guard.js';
import { errorQuery, textQuery, type TextQuery } from './guard/text-query.js';
import { WholeRows } from './whole-rows.js';

/** The conversation a statement is part of. */
export interface RunContext {
  readonly database: OpenDatabase;
  readonly connection: DuckDBConnection;
  readonly scope: StatementScope;
  /** Where the columns of a query come from is found as well. */
  readonly hasOrigins: boolean;
  /** Statements that change rows are kept there by their texts; null where each runs once. */
  readonly kept: Map<string, DuckDBPreparedStatement> | null;
  /** The read-only transaction that this statement runs in, if it does. */
  readonly frame: ReadOnlyFrame | null;
  /** Takes the paths of the server out of a plan. */
  hidePaths(text: string): string;
}

/** The plan of a wider table takes too long to be made with each query. */
const MOST_SOURCES = 500;
/** The plan of a long list is many times as long as its text. */
const MOST_PLANNED_LENGTH = 20_000;
/** From about 4,000,000 cells on, a query around the statement casts them faster. */
const MOST_SHORT_CELLS = 1_000_000;
const DESCRIBE = 'DESCRIBE ';
const MORE_THAN_ONE = 'The text holds more than one statement; run them one by one.';

/** One statement on its way through the engine. */
export class StatementRun {
  private readonly prepared: DuckDBPreparedStatement[] = [];
  private readonly calls: EngineCalls;
  private readonly gate: StatementGate;
  private readonly rows: RowEmitter;
  private readonly wholeRows: WholeRows;
  private readonly sql: string;
  private readonly values: readonly ParameterValue[];

  constructor(
    private readonly context: RunContext,
    statement: BoundStatement,
    private readonly sink: ResultSink,
    private readonly stop: RunStop,
  ) {
    this.sql = statement.sql;
    this.values = statement.values;
    this.calls = new EngineCalls(stop);
    this.gate = new StatementGate(context, this.calls, this.values);
    this.rows = new RowEmitter(context.database.engine.vectors, sink, this.calls);
    this.wholeRows = new WholeRows(context, sink, this.calls);
  }

  /** Runs the statement. Throws what the engine throws, `StatementFailure` or `StatementStopped`. */
  async execute(): Promise<StatementOutcome> {
    const known = this.context.kept?.get(this.sql);
    if (known !== undefined) return this.runChange(known);
    try {
      const nul = this.sql.indexOf('\0');
      if (nul !== -1) throw failure('The statement contains a NUL character, which DuckDB does not accept.', nul + 1);
      if (sqlTokens(this.sql, 'duckdb').next().done === true) return succeeded(null, null);
      const approved = await this.gate.approve(this.sql);
      const statements = await this.calls.settle(() => this.context.connection.extractStatements(approved.sql));
      return await (statements.count === 1 ? this.runOne(statements, approved) : this.runPivot(statements, approved));
    } finally {
      for (const prepared of this.prepared) prepared.destroySync();
    }
  }

  private async runOne(statements: DuckDBExtractedStatements, approved: ApprovedStatement): Promise<StatementOutcome> {
    const prepared = await this.keep(() => statements.prepare(0));
    const type = typeOf(prepared);
    await this.gate.check(type, approved);
    // As in Postgres, each statement of a read-only session is a transaction of its own.
    const isLeft = this.context.frame !== null && type === StatementType.TRANSACTION;
    if (isLeft) return succeeded(commandTag(this.sql, 'duckdb'), null);
    // The engine reports a commit as interrupted and keeps it.
    if (type === StatementType.TRANSACTION) this.stop.end();
    if (CHANGES_ROWS.has(type) && approved.hidden !== 'computed') this.keepForOthers(prepared);
    if (type !== StatementType.SELECT) return this.runChange(prepared);
    bindValues(prepared, this.values);
    const isShort = prepared.columnCount >= WIDE_COLUMNS && (await this.runShort(prepared, approved));
    if (isShort) return succeeded('SELECT', null);
    const columns = await this.columnsOf(prepared);
    const query = textQuery(this.sql, columns.length);
    const framed = await this.keep(() => this.context.connection.prepare(query.sql)).catch(unlessStopped);
    if (framed === null) return this.runWhole(prepared, 'SELECT');
    bindValues(framed, this.values);
    await this.streamRows(framed, query, columns);
    await this.findSources(approved, columns.length);
    return succeeded('SELECT', null);
  }

  /**
   * Casts what a query of many columns returns after it has run, where that is short: to plan a frame around the query
   * takes the engine longer. Where nothing is written, the first rows show whether it is, since it can be run again.
   */
  private async runShort(prepared: DuckDBPreparedStatement, { shape }: ApprovedStatement): Promise<boolean> {
    const most = Math.floor(MOST_SHORT_CELLS / prepared.columnCount);
    const { connection, frame, scope } = this.context;
    if (frame === null && scope !== 'read-only-files') {
      const isShort = shape.mostRows !== null && shape.mostRows <= most;
      if (isShort) await this.runWhole(prepared, 'SELECT');
      return isShort;
    }
    const result = await shortResult(connection, prepared, most, this.calls);
    await (result === null ? frame?.renew() : this.wholeRows.emit(result));
    return result !== null;
  }

  private runChange(prepared: DuckDBPreparedStatement): Promise<StatementOutcome> {
    bindValues(prepared, this.values);
    return this.runWhole(prepared, commandTag(this.sql, 'duckdb'));
  }

  /** What was approved is approved for other values of its parameters, too. */
  private keepForOthers(prepared: DuckDBPreparedStatement): void {
    if (this.context.kept === null) return;
    this.context.kept.set(this.sql, prepared);
    this.prepared.splice(this.prepared.indexOf(prepared), 1);
  }

  /**
   * DuckDB splits a PIVOT without a list of values: it creates the enum of the values, then it selects. Around the parts
   * of an explained one it puts a transaction, which is left out, since one may be open.
   */
  private async runPivot(
    statements: DuckDBExtractedStatements,
    { kind, inner }: ApprovedStatement,
  ): Promise<StatementOutcome> {
    const isExplained = kind === 'wrapped' && inner?.kind === 'pivot';
    if (kind !== 'pivot' && !isExplained) throw failure(MORE_THAN_ONE);
    const [first, last] = isExplained ? [1, statements.count - 2] : [0, statements.count - 1];
    for (let index = first; index < last; index++) {
      const part = await this.keep(() => statements.prepare(index));
      bindValues(part, this.values);
      if (typeOf(part) !== StatementType.CREATE) throw failure(MORE_THAN_ONE);
      await this.calls.settle(() => part.run());
    }
    const query = await this.keep(() => statements.prepare(last));
    if (typeOf(query) !== (isExplained ? StatementType.EXPLAIN : StatementType.SELECT)) throw failure(MORE_THAN_ONE);
    bindValues(query, this.values);
    return this.runWhole(query, isExplained ? commandTag(this.sql, 'duckdb') : 'SELECT');
  }

  private async streamRows(framed: DuckDBPreparedStatement, query: TextQuery, columns: ResultColumn[]): Promise<void> {
    let result: DuckDBResult | null = null;
    try {
      result = await this.calls.unlessStopped(() => framed.stream());
      this.calls.checkStop();
      this.sink.columns(columns);
      if (!(await this.emitStream(result, columns.length))) throw await this.hiddenError(columns.length);
    } catch (error) {
      if (result !== null && error instanceof StatementStopped) await drain(result);
      this.calls.checkStop();
      throw moved(error, this.sql, query.prefixBytes);
    }
  }

  /** Behind the rows, so that none waits for it. A plan has no values of parameters. */
  private async findSources({ shape }: ApprovedStatement, columnCount: number): Promise<void> {
    const { connection, hasOrigins } = this.context;
    const isLong = columnCount > MOST_SOURCES || this.sql.length > MOST_PLANNED_LENGTH;
    if (!hasOrigins || this.values.length > 0 || isLong) return;
    const none = Array.from({ length: columnCount }, () => null);
    if (!shape.mayHaveSources) return this.sink.sources?.({ columns: none, ownSettings: [] });
    const found = await this.calls.settle(() => querySources(connection, this.sql, columnCount)).catch(unlessStopped);
    if (found === null) return;
    const own = await this.calls.settle(() => this.ownSettings()).catch(unlessStopped);
    if (own !== null) this.sink.sources?.({ columns: found, ownSettings: own });
  }

  private async ownSettings(): Promise<string[]> {
    const { database, connection } = this.context;
    return ownSettings(connection, await database.usualSettings());
  }

  /** True when the rows are whole. */
  private async emitStream(result: DuckDBResult, columnCount: number): Promise<boolean> {
    let isWhole = false;
    for (;;) {
      const chunk = await this.calls.settle(() => result.fetchChunk());
      if (chunk === null || chunk.rowCount === 0) return isWhole;
      isWhole = await this.rows.emitUntilMark(chunk, columnCount);
    }
  }

  /** Runs the query once more, without its rows, to learn why its stream broke off. */
  private async hiddenError(columnCount: number): Promise<Error> {
    const query = errorQuery(this.sql, columnCount);
    try {
      await this.context.frame?.renew();
      const search = await this.keep(() => this.context.connection.prepare(query.sql));
      bindValues(search, this.values);
      await this.calls.settle(() => search.run());
    } catch (error) {
      if (error instanceof StatementStopped) return error;
      const isAborted = readDuckdbProblem(error).type === 'TransactionContext';
      if (!isAborted) return moved(error, this.sql, query.prefixBytes);
    }
    return failure(`The query failed after row ${this.rows.rowCount}, and DuckDB gave no reason.`);
  }

  /** Runs to the end before the first row is read: everything but plain queries. */
  private async runWhole(prepared: DuckDBPreparedStatement, command: string | null): Promise<StatementOutcome> {
    const type = typeOf(prepared);
    const isWrite = await this.changesRows(type);
    const result = await this.calls.unlessStopped(() => prepared.run());
    const returnType: number = result.returnType;
    // A stop that came too late must not hide what was done.
    if (returnType !== ReturnType.QUERY_RESULT) {
      return succeeded(command, returnType === ReturnType.CHANGED_ROWS ? result.rowsChanged : null);
    }
    const rows = type === StatementType.EXPLAIN ? this.wholeRows.ofPlan() : this.wholeRows;
    const cut = isWrite ? await rows.emitWritten(result) : await rows.emit(result).then(() => null);
    return { ...succeeded(command, isWrite ? result.rowCount : null), ...(cut !== null && { rowsCut: cut }) };
  }

  /** Where the plan of an EXECUTE cannot be had, it may. */
  private async changesRows(type: number): Promise<boolean> {
    if (type !== StatementType.EXECUTE) return CHANGES_ROWS.has(type);
    const { connection } = this.context;
    const asking = this.calls.settle(() => changesRowsByPlan(connection, this.sql, this.values));
    return (await asking.catch(unlessStopped)) ?? true;
  }

  private async columnsOf(prepared: DuckDBPreparedStatement): Promise<ResultColumn[]> {
    return columnsOfQuery(prepared, () =>
      this.describedColumns().catch((error: unknown) => {
        throw moved(error, this.sql, DESCRIBE.length);
      }),
    );
  }

  private async describedColumns(): Promise<DescribedColumn[]> {
    const description = await this.keep(() => this.context.connection.prepare(`${DESCRIBE}${this.sql}`));
    bindValues(description, this.values);
    const result = await this.calls.settle(() => description.runAndReadAll());
    return result.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
  }

  private async keep(prepare: () => Promise<DuckDBPreparedStatement>): Promise<DuckDBPreparedStatement> {
    const prepared = await this.calls.unlessStopped(prepare);
    this.prepared.push(prepared);
    this.calls.checkStop();
    return prepared;
  }
}

function typeOf(prepared: DuckDBPreparedStatement): number {
  return prepared.statementType;
}

function succeeded(command: string | null, affectedRows: number | null): StatementOutcome {
  return { status: 'succeeded', command, affectedRows };
}
