import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ChangeItem } from '#libs/api';
import { placeDigest } from '#libs/changes';
import type { RowEffect, RowsOutcome, TransactionStatus, WrittenRows } from '#libs/changes';
import { changeRulesOf } from '#libs/dialects/changes';
import type { SqlDialect } from '#libs/dialects';
import type { WriteTarget } from '#libs/sql';
import {
  ConnectFailure,
  ConnectionsQueries,
  RunningRequests,
  SessionSlots,
  capabilitiesOf,
  problemOfConnectFailure,
} from '../../connections/index.js';
import type { Connector, NeededLevel, Session, SessionOptions } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';
import { sha256 } from '../change-digests.js';
import { readTables, requireKeys, withTriggers } from './change-tables.js';
import { ChangeTransaction, StatementRefused } from './change-transaction.js';
import { ChangedTable } from './changed-table.js';
import { executeItems } from './execute-items.js';
import type { FailureMode } from './execute-edits.js';
import type { Execution, KnownTables } from './execute-items.js';
import { outcomeByRows } from './outcome-by-rows.js';
import { ROWS_TOO_LARGE } from './row-budget.js';
import { SnapshotImages } from './snapshots/snapshot-images.js';
import { StatementImages } from './statement-images.js';
import { StatementObstacles } from './statement-obstacles.js';
import { StatementSamples } from './statement-sample.js';

/** All statements of a change set together take no longer. */
const LIMIT_MS = 10 * 60_000;

/** Then a transaction of a change set is over, however its process has fared. */
const OVER_MS = 2 * LIMIT_MS;

const STILL_OPEN =
  'The connection is read-only by now, so the workbench cannot lock the rows, and the transaction may still be open. ' +
  'It looks again 20 minutes after the commit. Allow writes on the connection to find out now.';

const REVOKED = 'The change set was cancelled. Nothing was changed.';

/** A change set holds locks while it waits for a second session. */
const SECOND_WAIT_MS = 2_000;

/** Where a transaction takes place, and for whom. */
interface Place {
  readonly actor: Actor;
  readonly connectionId: string;
  readonly connector: Connector;
  /** Ends what runs there, a commit excepted. */
  readonly signal: AbortSignal;
  readonly limit: AbortSignal;
  readonly purpose: 'change' | 'once';
  readonly needed?: NeededLevel;
  /** The statement timeout of the connection; 0 is none. */
  readonly limitMs: number;
}

/** What is run, for whom. */
export interface RunOrder {
  readonly actor: Actor;
  readonly connectionId: string;
  readonly items: readonly ChangeItem[];
  /** What the person has to keep on the connection until the end: change sets of others are for those who approve. */
  readonly needed: NeededLevel;
}

/** What a change set is to do. */
interface RunWork {
  readonly items: readonly ChangeItem[];
  readonly targets: ReadonlyMap<number, WriteTarget>;
  readonly mode: FailureMode;
  /** The digest of where its connection leads. */
  readonly place: string;
}

/** What a change set did in a transaction that is still open. */
export interface OpenExecution {
  readonly execution: Execution;
  readonly tables: ReadonlyMap<string, ChangedTable>;
  readonly transaction: ChangeTransaction;
  /** The digest of where its connection leads. */
  readonly place: string;
}

/** What is read before the items of a change set are run. */
export type PrepareRun = (transaction: ChangeTransaction, tables: ReadonlyMap<string, ChangedTable>) => Promise<void>;

/** Runs the items of change sets, each in one transaction of a session of its own. */
@Injectable()
export class ChangeRunner {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly slots: SessionSlots,
    private readonly requests: RunningRequests,
    private readonly obstacles: StatementObstacles,
  ) {}

  /**
   * Runs items in a transaction, behind `prepare`, and hands it to `use` while it is open; what `use` does not commit is rolled
   * back. It ends with the rights of its person. Throws
   * `connection-not-found`, `forbidden`, `connection-read-only`, `table-not-found`, `change-refused`,
   * `cannot-be-rehearsed`, `session-limit`,
   * `person-limit`, what kept the database from being reached, and `database-error` where the session was lost.
   */
  async run<T>(
    { actor, connectionId, items, needed }: RunOrder,
    mode: FailureMode,
    use: (open: OpenExecution) => Promise<T>,
    prepare: PrepareRun = () => Promise.resolve(),
  ): Promise<T> {
    const connection = this.connections.get(actor, connectionId);
    const connector = await this.connections.changeableConnector(actor, connection);
    if (!capabilitiesOf(connection.kind, connector.dialect).change_sets)
      throw new Problem('change-refused', `${connection.engine.label} does not support change sets.`);
    const targets = await this.obstacles.refuse(items, connector.dialect);
    const limit = AbortSignal.timeout(LIMIT_MS);
    const claim = { actor, connectionId, purpose: 'change' as const, needed };
    return this.requests.run({ ...claim, isReadOnly: false }, limit, async (signal) => {
      const { statement_timeout_ms: limitMs } = connection;
      const place: Place = { ...claim, connector, signal, limit, limitMs };
      const work = { items, targets, mode, place: placeDigest(connection, sha256) };
      try {
        return await this.runAt(place, work, use, prepare);
      } catch (error) {
        // The right may be what it was cancelled for.
        if (signal.aborted && !limit.aborted) this.slots.requireAccess(claim, false);
        throw error;
      }
    });
  }

  private async runAt<T>(
    place: Place,
    { items, targets, mode, place: digest }: RunWork,
    use: (open: OpenExecution) => Promise<T>,
    prepare: PrepareRun,
  ): Promise<T> {
    const { connector, signal, limit } = place;
    const samples = new StatementSamples(connector, targets, signal);
    const details = await readTables(connector, items, signal).catch(asProblem);
    requireKeys(details, connector.dialect);
    return this.inTransaction(place, {}, async (transaction) => {
      const tables = await withTriggers(transaction, details);
      await prepare(transaction, tables);
      const imagesOf = (open: ChangeTransaction) => {
        const { images } = open.rules;
        return images === null ? null : new StatementImages(open, images, connector, signal);
      };
      return this.withSecond(place, async (second) => {
        const snapshotsOf = (open: ChangeTransaction, baseline: readonly WrittenRows[]) => {
          const { snapshots } = open.rules;
          return snapshots === null ? null : new SnapshotImages(open, snapshots, baseline, connector, second, signal);
        };
        const execution = await executed(transaction, items, { tables, samples, imagesOf, snapshotsOf }, mode);
        // What was cancelled is no finding about the items.
        if (signal.aborted && !limit.aborted) throw new Problem('database-error', REVOKED);
        return use({ execution, tables, transaction, place: digest });
      });
    });
  }

  /** Opens a second session where one is wanted; none that others would wait for long. */
  private async withSecond<T>(
    { actor, connectionId, connector, signal, purpose }: Place,
    use: (second: () => Promise<Session | null>) => Promise<T>,
  ): Promise<T> {
    let opening: Promise<Session | null> | null = null;
    const claim = {
      actor,
      connectionId,
      purpose,
      signal: AbortSignal.any([signal, AbortSignal.timeout(SECOND_WAIT_MS)]),
    };
    const second = () => (opening ??= this.slots.openSession(claim, connector).catch(() => null));
    try {
      return await use(second);
    } finally {
      await (await (opening as Promise<Session | null> | null))?.release();
    }
  }

  /** The tables that items or rows name, for taking their rows back. Throws as `run` does. */
  async describe(
    actor: Actor,
    connectionId: string,
    items: readonly (ChangeItem | RowEffect)[],
  ): Promise<ReadonlyMap<string, ChangedTable>> {
    const connector = await this.connections.connector(actor, connectionId);
    const details = await readTables(connector, items, AbortSignal.timeout(LIMIT_MS)).catch(asProblem);
    return new Map([...details].map(([key, table]) => [key, new ChangedTable(table, [], connector.dialect)]));
  }

  /** How the transaction of an id ended; null where the database does not know. Throws as `run` does. */
  async statusOf(actor: Actor, connectionId: string, transactionId: string): Promise<TransactionStatus | null> {
    const connector = await this.connections.connector(actor, connectionId);
    const signal = AbortSignal.timeout(LIMIT_MS);
    const place: Place = { actor, connectionId, connector, signal, limit: signal, purpose: 'once', limitMs: 0 };
    return this.inTransaction(place, { isReadOnly: true }, async (transaction) => {
      const { transactionStatus, futureTransaction } = transaction.rules;
      try {
        const [[status = null] = []] = await transaction.ask(transactionStatus?.(transactionId) ?? null);
        return status as TransactionStatus | null;
      } catch (error) {
        const isFuture = error instanceof StatementRefused && error.error.sqlstate === futureTransaction;
        if (!isFuture || futureTransaction === null) throw error;
        return 'future';
      }
    });
  }

  /**
   * Whether a transaction with these effects was committed, as its rows show while the write lock is held; for databases
   * whose transactions have no id. A connection that is read-only takes no lock: there, a transaction that was begun
   * `ageMs` ago may still be open until it is certainly over. Throws as `run` does, and `connection-read-only` until then.
   */
  async outcomeByRows(
    actor: Actor,
    connectionId: string,
    effects: readonly RowEffect[],
    ageMs: number,
  ): Promise<RowsOutcome> {
    const { read_only: isReadOnly } = this.connections.get(actor, connectionId);
    const connector = await this.connections.connector(actor, connectionId);
    const signal = AbortSignal.timeout(LIMIT_MS);
    const details = await readTables(connector, effects, signal).catch(asProblem);
    const place: Place = { actor, connectionId, connector, signal, limit: signal, purpose: 'change', limitMs: 0 };
    const outcome = await this.inTransaction(place, { isReadOnly }, async (transaction) =>
      outcomeByRows(transaction, await withTriggers(transaction, details), effects, isReadOnly),
    );
    if (!isReadOnly || outcome === 'committed' || ageMs > OVER_MS) return outcome;
    throw new Problem('connection-read-only', STILL_OPEN);
  }

  /** Runs `use` in a transaction of a session of its own; what it does not commit is rolled back. */
  private async inTransaction<T>(
    { actor, connectionId, connector, signal, limit, purpose, needed, limitMs }: Place,
    options: SessionOptions,
    use: (transaction: ChangeTransaction) => Promise<T>,
  ): Promise<T> {
    const claim = { actor, connectionId, purpose, needed, signal };
    const session = await this.slots.openSession(claim, connector, { ...options, isOneProcess: true }).catch(asProblem);
    try {
      const signals = { signal, limit };
      return await use(await ChangeTransaction.begin(session, connector.dialect, signals, limitMs, options.isReadOnly));
    } catch (error) {
      if (!(error instanceof StatementRefused)) throw error;
      throw problemOfRefusal(error, connector.dialect);
    } finally {
      await session.release();
    }
  }
}

function problemOfRefusal(refused: StatementRefused, dialect: SqlDialect): Problem {
  const { error } = refused;
  const { refusedWrite } = changeRulesOf(dialect);
  if (error === ROWS_TOO_LARGE) return new Problem('change-refused', sentencesOf(refused));
  if (refusedWrite === null || error.sqlstate !== refusedWrite)
    return new Problem('database-error', sentencesOf(refused));
  return new Problem('connection-read-only', `The server allows no writes: ${sentencesOf(refused)}`);
}

function sentencesOf({ error: { message, hint } }: StatementRefused): string {
  return hint === null ? message : `${message.replace(/\.$/, '')}. ${hint}`;
}

/**
 * Runs the items in their order first. Where rows take unique values of each other, they are written so that none takes what
 * another one still has; where they refer to each other, so that each reference has its row.
 */
async function executed(
  transaction: ChangeTransaction,
  items: readonly ChangeItem[],
  known: KnownTables,
  mode: FailureMode,
): Promise<Execution> {
  const first = await executeItems(transaction, items, known, mode);
  if (first.kind !== 'failed' || first.mayExchange !== true) return first;
  await transaction.restart();
  for (let attempt = 0; ; attempt += 1) {
    const execution = await executeItems(transaction, items, known, mode, attempt);
    if (execution.kind !== 'failed' || execution.mayExchange !== true) return execution;
    await transaction.restart();
  }
}

function asProblem(error: unknown): never {
  throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
}
