import type Database from 'better-sqlite3';
import { QueryFailedError, QueryResult } from 'typeorm';
import type { ObjectLiteral } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import { yieldIfSpent } from '../event-loop/loop-turn.js';
import { Problem } from '../problems/problem.js';
import type { SqliteConnections } from './sqlite-connections.js';
import type { StateRunner } from './state-runner.js';
import { STATE_PATIENCE_MS, stateError, stateUnavailable } from './state-unavailable.js';

type Parameters = unknown[] | ObjectLiteral | undefined;

const OVER = 'The transaction is over: nothing more belongs to it.';
const ROLLED_BACK = 'SQLite has rolled the transaction back by itself.';

/**
 * A use of the SQLite state: one transaction on the writing connection, or statements of their own. Before each statement
 * and after each transaction SQLite is asked whether it is inside of one: it rolls back by itself when a disk is full.
 */
export class SqliteRunner extends BetterSqlite3QueryRunner implements StateRunner {
  onCommitted: () => void = () => undefined;
  isOutcomeUnknown = false;
  private endTurn: (() => void) | null = null;
  private database: Database | null = null;
  private isOver = false;
  private isBroken = false;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly connections: SqliteConnections,
  ) {
    super(driver);
  }

  override async startTransaction(): Promise<void> {
    if (this.isTransactionActive) return this.startSavepoint();
    const until = performance.now() + STATE_PATIENCE_MS;
    this.endTurn = await this.connections.turns.acquire(STATE_PATIENCE_MS);
    await yieldIfSpent();
    try {
      await this.connections.ready();
      await this.connections.whenUnlocked(() => this.connections.prepareToWrite('BEGIN IMMEDIATE').run(), until);
      this.database = this.connections.writer;
      this.isOver = false;
      this.isBroken = false;
      this.isTransactionActive = true;
      this.transactionDepth = 1;
    } catch (error) {
      await this.end(false);
      throw stateError(error);
    }
  }

  override async commitTransaction(): Promise<void> {
    if (!this.isTransactionActive) throw new Error(OVER);
    if (this.transactionDepth > 1) return super.commitTransaction();
    let hasFailed = true;
    try {
      this.statement('COMMIT').run();
      hasFailed = false;
      this.connections.noteCommit();
      this.onCommitted();
    } catch (error) {
      // Where the transaction is still open, it is certain that nothing of it was kept.
      this.isOutcomeUnknown = this.database?.inTransaction === false;
      throw stateError(error);
    } finally {
      await this.end(hasFailed);
    }
  }

  override async rollbackTransaction(): Promise<void> {
    if (!this.isTransactionActive) throw new Error(OVER);
    if (this.transactionDepth > 1) return this.rollBackToSavepoint();
    let hasFailed = true;
    try {
      if (this.database?.inTransaction === true) this.connections.prepareToWrite('ROLLBACK').run();
      hasFailed = false;
    } finally {
      await this.end(hasFailed);
    }
  }

  override query(sql: string, parameters: Parameters, useStructuredResult: true): Promise<QueryResult>;
  override query<T>(sql: string, parameters?: Parameters): Promise<T>;
  override async query(sql: string, parameters?: Parameters, useStructuredResult = false): Promise<unknown> {
    const values = Array.isArray(parameters) ? parameters.map(bindable) : [];
    this.driver.dataSource.logger.logQuery(sql, values, this);
    await yieldIfSpent();
    try {
      const result = this.isTransactionActive
        ? resultOf(this.statement(sql), values)
        : await this.runAlone(sql, values);
      return useStructuredResult ? result : (result.raw as unknown);
    } catch (error) {
      const problem = stateError(error);
      this.isBroken ||= problem instanceof Problem;
      throw problem === error && !(error instanceof Problem)
        ? new QueryFailedError(sql, values, error as Error)
        : problem;
    }
  }

  override async release(): Promise<void> {
    this.transactionDepth = Math.min(1, this.transactionDepth);
    if (this.isTransactionActive) await this.rollbackTransaction().catch(() => undefined);
    await super.release();
  }

  /** What was to be taken back alone would be committed with the rest: after a failure the whole transaction is refused. */
  private async startSavepoint(): Promise<void> {
    try {
      await super.startTransaction();
    } catch (error) {
      this.isBroken = true;
      this.transactionDepth += 1;
      throw error;
    }
  }

  private async rollBackToSavepoint(): Promise<void> {
    try {
      await super.rollbackTransaction();
    } catch (error) {
      this.isBroken = true;
      this.transactionDepth -= 1;
      throw error;
    }
  }

  /** A statement of the running transaction. Throws where that has ended, also by itself. */
  private statement(sql: string): Database.Statement {
    const { connections, database } = this;
    if (this.isBroken || database?.inTransaction !== true || database !== connections.writer) {
      throw stateUnavailable('failing', new Error(ROLLED_BACK));
    }
    return connections.prepareToWrite(sql);
  }

  /** Reads what is committed; what would write waits for its turn. SQLite says which of both a statement does. */
  private async runAlone(sql: string, values: readonly unknown[]): Promise<QueryResult> {
    const { connections } = this;
    if (this.isOver) throw new Error(OVER);
    const read = await connections.whenUnlocked(() => {
      const statement = connections.prepareToRead(sql);
      return statement.readonly ? resultOf(statement, values) : null;
    });
    if (read !== null) return read;
    const endTurn = await connections.turns.acquire(STATE_PATIENCE_MS);
    try {
      await connections.ready();
      const result = await connections.whenUnlocked(() => resultOf(connections.prepareToWrite(sql), values));
      connections.noteCommit();
      return result;
    } finally {
      await connections.settle(false);
      endTurn();
    }
  }

  private async end(hasFailed: boolean): Promise<void> {
    this.isTransactionActive = false;
    this.transactionDepth = 0;
    this.isOver = true;
    this.database = null;
    await this.connections.settle(hasFailed);
    this.endTurn?.();
    this.endTurn = null;
  }
}

function resultOf(statement: Database.Statement, values: readonly unknown[]): QueryResult {
  const result = new QueryResult();
  if (statement.reader) {
    const rows = statement.all(...values);
    result.raw = rows;
    result.records = rows;
  } else {
    const { changes, lastInsertRowid } = statement.run(...values);
    result.affected = Number(changes);
    result.raw = lastInsertRowid;
  }
  return result;
}

/** better-sqlite3 binds no booleans. */
function bindable(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}
