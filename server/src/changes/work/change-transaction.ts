import type { ResultRow, StatementError } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import { changeRulesOf } from '#libs/dialects/changes';
import type { ChangeRules, SqlDialect } from '#libs/dialects';
import type { BoundStatement } from '#libs/changes';
import { BatchSize } from './batch-size.js';
import { ROWS_TOO_LARGE, RowBudget } from './row-budget.js';
import { commitSession, noopSink, wholeOutcome } from '../../connections/index.js';
import type { BatchOutcome, NotSucceeded, Session, StatementOutcome } from '../../connections/index.js';

/** A row or a statement waits for a lock this long, and a statement takes no longer. */
const LOCK_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 120_000;

/** What the database refused. */
export class StatementRefused extends Error {
  constructor(
    readonly error: StatementError,
    readonly isSessionLost: boolean,
    /** It gave up waiting, as for a lock, or was ended: another try would only wait again. */
    readonly isInterrupted = false,
  ) {
    super(error.message);
    this.name = 'StatementRefused';
  }
}

/** What ends a transaction. */
export interface TransactionSignals {
  /** Ends its statements, as when its person loses a right. */
  readonly signal: AbortSignal;
  /** When it has to be over, its commit included. */
  readonly limit: AbortSignal;
}

/** What statements gave until one was refused. */
export interface RanAll {
  /** The rows of each statement before the one that was refused. */
  readonly rows: (readonly ResultRow[])[];
  readonly refused: StatementRefused | null;
}

/** What a statement gave. */
export interface Ran {
  readonly rows: ResultRow[];
  readonly command: string | null;
  readonly affectedRows: number | null;
}

const CANCELLED: StatementError = {
  ...{ message: 'It took too long, or was cancelled.', sqlstate: null, position: null, detail: null },
  hint: 'Nothing was changed.',
};

const LOST: StatementError = {
  ...{ message: 'The session with the database was lost.', sqlstate: null, position: null, detail: null },
  hint: 'Nothing was changed.',
};

/** One transaction of a session. Whatever is not committed is rolled back with the session's release. */
export class ChangeTransaction {
  readonly rules: ChangeRules;
  private budget = new RowBudget();
  private readonly batches = new BatchSize();

  private constructor(
    private readonly session: Session,
    readonly dialect: SqlDialect,
    private readonly signals: TransactionSignals,
    private readonly statementTimeoutMs: number,
    private readonly isReadOnly: boolean,
  ) {
    this.rules = changeRulesOf(dialect);
  }

  /**
   * Opens a transaction in a session of its own. `limitMs` is the statement timeout of its connection; 0 is none of its own.
   * One that only reads takes no lock to write. Throws `StatementRefused`.
   */
  static async begin(
    session: Session,
    dialect: SqlDialect,
    signals: TransactionSignals,
    limitMs: number,
    isReadOnly = false,
  ): Promise<ChangeTransaction> {
    const timeoutMs = limitMs > 0 ? Math.min(limitMs, STATEMENT_TIMEOUT_MS) : STATEMENT_TIMEOUT_MS;
    const transaction = new ChangeTransaction(session, dialect, signals, timeoutMs, isReadOnly);
    await transaction.open();
    return transaction;
  }

  /** Rolls everything back and opens the next transaction. Throws `StatementRefused`. */
  async restart(): Promise<void> {
    // A trigger of SQLite may have ended it.
    if ((await this.session.transaction()) !== 'none') await this.ask('ROLLBACK');
    // The rows of the transaction before are not held any more.
    this.budget = new RowBudget();
    await this.open();
  }

  /** Runs one statement. Throws `StatementRefused`. */
  async run(statement: BoundStatement, signal = this.limited()): Promise<Ran> {
    if (this.session.isLost()) throw new StatementRefused(LOST, true);
    const startedAtMs = performance.now();
    const { rows, outcome } = await this.collect(statement, signal);
    if (outcome.status !== 'succeeded') throw this.refusalOf(outcome, startedAtMs);
    return { rows, command: outcome.command, affectedRows: outcome.affectedRows };
  }

  /** Runs statements in their order until one is refused, many of them at once where the engine takes batches. */
  async runAll(statements: readonly BoundStatement[]): Promise<RanAll> {
    const rows: (readonly ResultRow[])[] = [];
    while (rows.length < statements.length) {
      if (this.session.isLost()) return { rows, refused: new StatementRefused(LOST, true) };
      const some = this.batches.next(statements, rows.length);
      const startedAtMs = performance.now();
      const { rows: given, end, isTooLarge } = await this.runSome(some);
      this.batches.done(given.length, some.length);
      rows.push(...given);
      if (isTooLarge === true || (this.session.runBatch !== undefined && !this.hold(given)))
        return { rows, refused: new StatementRefused(ROWS_TOO_LARGE, false) };
      if (end !== null) return { rows, refused: this.refusalOf(end, startedAtMs) };
    }
    return { rows, refused: null };
  }

  private async runSome(statements: readonly BoundStatement[]): Promise<BatchOutcome> {
    if (this.session.runBatch !== undefined) return this.session.runBatch(statements, this.limited(), this.budget.left);
    const rows: ResultRow[][] = [];
    for (const statement of statements) {
      const { rows: own, outcome } = await this.collect(statement, this.limited());
      if (outcome.status !== 'succeeded') return { rows, end: outcome };
      rows.push(own);
    }
    return { rows, end: null };
  }

  /** Ends a statement that takes too long where the engine has no timeout of its own, as where its process is frozen. */
  private limited(): AbortSignal {
    const { localSetting } = dialectOf(this.dialect).sessions;
    const { signal } = this.signals;
    if (localSetting !== null) return signal;
    return AbortSignal.any([signal, AbortSignal.timeout(this.statementTimeoutMs)]);
  }

  private async collect(
    { sql, values }: BoundStatement,
    signal: AbortSignal,
  ): Promise<{ rows: ResultRow[]; outcome: StatementOutcome }> {
    const answer = this.budget.answer();
    const sink = { ...noopSink, row: (row: ResultRow) => answer.add(row) };
    const outcome = wholeOutcome(await this.session.run(sql, sink, signal, values));
    const rows = answer.keep();
    if (rows !== null || outcome.status !== 'succeeded') return { rows: rows ?? [], outcome };
    return { rows: [], outcome: { status: 'failed', error: ROWS_TOO_LARGE, isSessionLost: false } };
  }

  private hold(answers: readonly (readonly ResultRow[])[]): boolean {
    const counted = this.budget.answer();
    for (const rows of answers) for (const row of rows) counted.add(row);
    return counted.keep() !== null;
  }

  /** Commits; true where the engine says that it did not. Throws where its answer does not show it. */
  async commitIsRefused(): Promise<boolean> {
    // Ended in the middle, it would have to be found out what became of it.
    const end = await commitSession(this.session, this.signals.limit);
    if (end.status === 'committed') return false;
    if (end.status === 'refused' && this.rules.checksAtCommit) return true;
    const message = end.status === 'refused' ? end.error.message : end.status === 'unknown' ? end.reason : null;
    throw new Error(message ?? CANCELLED.message);
  }

  /** The rows of a query of the dialect; none where it has no such query. */
  async ask(sql: string | null): Promise<ResultRow[]> {
    return sql === null ? [] : (await this.run({ sql, values: [] })).rows;
  }

  /** As `ask`, of several queries in one exchange where the engine takes batches. */
  async askAll(queries: readonly (string | null)[]): Promise<(readonly ResultRow[])[]> {
    const asked = queries.filter((sql) => sql !== null);
    const { rows, refused } = await this.runAll(asked.map((sql) => ({ sql, values: [] })));
    if (refused !== null) throw refused;
    return queries.map((sql) => (sql === null ? [] : (rows.shift() ?? [])));
  }

  /**
   * Runs something that may fail without ending the transaction; answers with what was refused. Throws it where the engine
   * has ended the transaction, since what follows would be kept.
   */
  async attempt(work: () => Promise<void>): Promise<StatementRefused | null> {
    await this.ask('SAVEPOINT one_edit');
    try {
      await work();
      await this.ask('RELEASE SAVEPOINT one_edit');
      return null;
    } catch (error) {
      if (!(error instanceof StatementRefused) || error.isSessionLost) throw error;
      if ((await this.session.transaction()) === 'none') throw error;
      await this.ask('ROLLBACK TO SAVEPOINT one_edit');
      // Otherwise what follows is a part of the savepoint, in which no snapshot is exported.
      await this.ask('RELEASE SAVEPOINT one_edit');
      return error;
    }
  }

  private async open(): Promise<void> {
    await this.ask(this.isReadOnly ? 'BEGIN' : this.rules.begin);
    await this.ask(this.rules.exactValues);
    const counting = this.isReadOnly ? [] : await this.ask(this.rules.counting);
    await this.askAll(counting.map(([sql]) => sql ?? null));
    const { localSetting } = dialectOf(this.dialect).sessions;
    for (const [name, ms] of [
      ['lock_timeout', LOCK_TIMEOUT_MS],
      ['statement_timeout', this.statementTimeoutMs],
    ] as const) {
      if (localSetting !== null) await this.ask(localSetting(name, String(ms)));
    }
  }

  /** Whether no other form of the same statement would do better than the one that was refused. */
  isRefusedInAnyForm({ error, isInterrupted }: StatementRefused): boolean {
    return isInterrupted || startsWithAny(error.sqlstate, this.rules.refusedInAnyForm);
  }

  private refusalOf(end: NotSucceeded, startedAtMs: number): StatementRefused {
    if (end.status === 'cancelled') return new StatementRefused(CANCELLED, false, true);
    const { error, isSessionLost } = end;
    // Engines without SQLSTATEs end it after the same time.
    const hasTimedOut = error.sqlstate === null && performance.now() - startedAtMs >= this.statementTimeoutMs;
    const isInterrupted = hasTimedOut || startsWithAny(error.sqlstate, this.rules.interruptions);
    return new StatementRefused(error, isSessionLost, isInterrupted);
  }

  /** Whether a transaction is still open: a statement may have ended it. */
  async isOpen(): Promise<boolean> {
    return (await this.session.transaction()) === 'open';
  }
}

function startsWithAny(sqlstate: string | null, classes: readonly string[]): boolean {
  return sqlstate !== null && classes.some((some) => sqlstate.startsWith(some));
}
