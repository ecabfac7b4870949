import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ChangeItem } from '#libs/api';
import { ConnectFailure, ConnectionsQueries, SessionSlots, problemOfConnectFailure } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';
import { readTables, withTriggers } from './change-tables.js';
import { ChangeTransaction, StatementRefused } from './change-transaction.js';
import { ChangedTable } from './changed-table.js';
import { executeItems } from './execute-items.js';
import type { Execution, FailureMode, KnownTables } from './execute-items.js';
import { StatementObstacles } from './statement-obstacles.js';
import { StatementSamples } from './statement-sample.js';

/** All statements of a change set together take no longer. */
const LIMIT_MS = 10 * 60_000;

/** What a change set did in a transaction that is still open. */
export interface OpenExecution {
  readonly execution: Execution;
  readonly tables: ReadonlyMap<string, ChangedTable>;
  readonly transaction: ChangeTransaction;
}

/** Runs the items of change sets, each in one transaction of a session of its own. */
@Injectable()
export class ChangeRunner {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly slots: SessionSlots,
    private readonly obstacles: StatementObstacles,
  ) {}

  /**
   * Runs items in a transaction and hands it to `use` while it is open; what `use` does not commit is rolled back. Throws
   * `connection-not-found`, `forbidden`, `connection-read-only`, `table-not-found`, `change-refused`,
   * `cannot-be-rehearsed`, `session-limit`,
   * `person-limit`, what kept the database from being reached, and `database-error` where the session was lost.
   */
  async run<T>(
    actor: Actor,
    connectionId: string,
    items: readonly ChangeItem[],
    mode: FailureMode,
    use: (open: OpenExecution) => Promise<T>,
  ): Promise<T> {
    const connection = this.connections.get(actor, connectionId);
    const connector = await this.connections.changeableConnector(actor, connection);
    if (!connection.capabilities.change_sets)
      throw new Problem('change-refused', `${connection.engine.label} takes no change sets.`);
    const targets = await this.obstacles.refuse(items, connector.dialect);
    const signal = AbortSignal.timeout(LIMIT_MS);
    const samples = new StatementSamples(connector, targets, signal);
    const details = await readTables(connector, items, signal).catch(asProblem);
    const claim = { actor, connectionId, purpose: 'change', signal } as const;
    const session = await this.slots.openSession(claim, connector).catch(asProblem);
    try {
      const { statement_timeout_ms: limitMs } = connection;
      const transaction = await ChangeTransaction.begin(session, connector.dialect, signal, limitMs);
      const tables = await withTriggers(transaction, details);
      const execution = await executed(transaction, items, { tables, samples }, mode);
      return await use({ execution, tables, transaction });
    } catch (error) {
      throw error instanceof StatementRefused ? new Problem('database-error', error.message) : error;
    } finally {
      await session.release();
    }
  }

  /** The tables that items name, for taking their rows back. Throws as `run` does. */
  async describe(
    actor: Actor,
    connectionId: string,
    items: readonly ChangeItem[],
  ): Promise<ReadonlyMap<string, ChangedTable>> {
    const connector = await this.connections.connector(actor, connectionId);
    const details = await readTables(connector, items, AbortSignal.timeout(LIMIT_MS)).catch(asProblem);
    return new Map([...details].map(([key, table]) => [key, new ChangedTable(table, [], connector.dialect)]));
  }

  /** How the transaction of an id ended; null where the database does not know. Throws as `run` does. */
  async statusOf(actor: Actor, connectionId: string, transactionId: string): Promise<string | null> {
    const connector = await this.connections.connector(actor, connectionId);
    const signal = AbortSignal.timeout(LIMIT_MS);
    const claim = { actor, connectionId, purpose: 'once', signal } as const;
    const session = await this.slots.openSession(claim, connector, { isReadOnly: true }).catch(asProblem);
    try {
      const transaction = await ChangeTransaction.begin(session, connector.dialect, signal, 0);
      const query = transaction.rules.transactionStatus?.(transactionId) ?? null;
      const [[status = null] = []] = await transaction.ask(query);
      return status;
    } catch (error) {
      throw error instanceof StatementRefused ? new Problem('database-error', error.message) : error;
    } finally {
      await session.release();
    }
  }
}

/** Runs edits together first: which of them failed, if any does, is found by running them one by one. */
async function executed(
  transaction: ChangeTransaction,
  items: readonly ChangeItem[],
  known: KnownTables,
  mode: FailureMode,
): Promise<Execution> {
  const isTogether = mode !== 'all' && [...known.tables.values()].some(({ isIndependent }) => isIndependent);
  if (!isTogether) return executeItems(transaction, items, known, mode);
  const execution = await executeItems(transaction, items, known, 'together');
  if (execution.kind !== 'failed') return execution;
  await transaction.restart();
  return executeItems(transaction, items, known, mode);
}

function asProblem(error: unknown): never {
  throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
}
