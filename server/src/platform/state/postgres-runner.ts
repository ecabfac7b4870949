import type pg from 'pg';
import type { ObjectLiteral, QueryResult } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import type { BackendWatch } from './backend-watch.js';
import { acquireWriterLock } from './postgres-locks.js';
import type { StateRunner } from './state-runner.js';
import { STATE_PATIENCE_MS, stateError, stateUnavailable } from './state-unavailable.js';
import type { WriterMutex } from './writer-mutex.js';

type Parameters = unknown[] | ObjectLiteral | undefined;

/**
 * A use of the state in Postgres: one transaction, or statements of their own. A connection goes back to the pool only
 * outside of any transaction, and a commit counts only where Postgres says `COMMIT`: it answers `ROLLBACK`, without an
 * error, where a statement of the transaction has failed.
 */
export class PostgresRunner extends PostgresQueryRunner implements StateRunner {
  onCommitted: () => void = () => undefined;
  isOutcomeUnknown = false;
  private endTurn: (() => void) | null = null;

  constructor(
    driver: PostgresDriver,
    mode: 'master' | 'slave',
    private readonly turns: WriterMutex,
    private readonly watch: BackendWatch,
  ) {
    super(driver, mode);
  }

  override async startTransaction(): Promise<void> {
    if (this.isTransactionActive) return super.startTransaction();
    const until = performance.now() + STATE_PATIENCE_MS;
    this.endTurn = await this.turns.acquire(STATE_PATIENCE_MS);
    try {
      await super.startTransaction();
      await this.query(acquireWriterLock(until - performance.now()));
    } catch (error) {
      await this.end(error);
      throw stateError(error);
    }
  }

  override async commitTransaction(): Promise<void> {
    if (this.transactionDepth > 1) return super.commitTransaction();
    let failure: unknown = null;
    try {
      await this.commit();
      this.onCommitted();
    } catch (error) {
      failure = error;
      throw stateError(error);
    } finally {
      await this.end(failure);
    }
  }

  override async rollbackTransaction(): Promise<void> {
    if (this.transactionDepth > 1) return super.rollbackTransaction();
    let failure: unknown = null;
    try {
      await super.rollbackTransaction();
    } catch (error) {
      failure = error;
      throw stateError(error);
    } finally {
      await this.end(failure);
    }
  }

  override query(sql: string, parameters: Parameters, useStructuredResult: true): Promise<QueryResult>;
  override query<T>(sql: string, parameters?: Parameters): Promise<T>;
  override async query(sql: string, parameters?: Parameters, useStructuredResult = false): Promise<unknown> {
    const values = Array.isArray(parameters) ? parameters.map(storable) : parameters;
    try {
      const client = (await this.connect()) as pg.PoolClient;
      return (await this.watch.guard(client, super.query(sql, values, useStructuredResult))) as unknown;
    } catch (error) {
      throw stateError(error);
    }
  }

  override async release(): Promise<void> {
    if (this.isTransactionActive) await this.end(new Error('The transaction was left open.'));
    await super.release();
  }

  private async commit(): Promise<void> {
    if (!this.isTransactionActive || this.isReleased) throw stateUnavailable('unreachable');
    const client = (await this.connect()) as pg.PoolClient;
    let isAnswered = false;
    try {
      const { command } = await this.watch.guard(client, client.query('COMMIT'));
      isAnswered = true;
      if (command !== 'COMMIT')
        throw stateUnavailable('failing', new Error('Postgres has rolled the transaction back.'));
    } catch (error) {
      this.isOutcomeUnknown = !isAnswered;
      throw error;
    }
  }

  /** Gives the connection back, or closes it where it may still be inside a transaction. */
  private async end(failure: unknown): Promise<void> {
    this.isTransactionActive = false;
    this.transactionDepth = 0;
    const client = this.databaseConnection as pg.PoolClient | undefined;
    const isOutside = client?.getTransactionStatus() === 'I';
    const error = failure instanceof Error ? failure : new Error('The connection is inside a transaction.');
    if (failure !== null || !isOutside) await this.discard(error);
    this.endTurn?.();
    this.endTurn = null;
  }

  /** The pool closes a connection that is released with an error; TypeORM keeps that to itself. */
  private discard(error: Error): Promise<void> {
    const pooled = this as unknown as { releasePostgresConnection(error: Error): Promise<void> };
    return pooled.releasePostgresConnection(error);
  }
}

/** Postgres has no place for U+0000 in a text; its picture is kept, so that nothing that is typed is refused or lost. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\u2400') : value;
}
