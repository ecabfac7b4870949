import type { CopyInOutcome, CopyInRequest, Session, StatementOutcome } from '../../connections/index.js';
import { commitSession, noopSink } from '../../connections/index.js';
import type { StatementError } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import type { ParameterValue, SqlDialect } from '#libs/sql';
import { CommitUnknown, LoadFailure, errorText } from './load-failure.js';

/** A row that the database refused: its place among those that were sent, from 0, where it names one. */
export interface Refusal {
  readonly message: string;
  readonly at: number | null;
  readonly column: string | null;
}

/** The statements of an import, in one session. Cancelling throws the reason of the signal. */
export class ImportSession {
  constructor(
    private readonly session: Session,
    readonly signal: AbortSignal,
    private readonly dialect: SqlDialect,
  ) {}

  /** Runs a statement that has to succeed. Throws `LoadFailure`. */
  async run(sql: string): Promise<void> {
    const refusal = await this.attempt(sql);
    if (refusal !== null) throw new LoadFailure(refusal.message, null, refusal.column);
  }

  /**
   * Runs a statement; answers why the database refused it. Throws `LoadFailure` where the session is lost, and for an error
   * that is about no row, such as a lock or a full disk.
   */
  async attempt(sql: string, values: readonly ParameterValue[] = []): Promise<Refusal | null> {
    return this.refusalOf(await this.session.run(sql, noopSink, this.signal, values), null);
  }

  /**
   * Commits what was written into `table`; answers why the database refused it. Throws `CommitUnknown` where its answer is
   * lost, also when it was to be cancelled, and as `attempt` does.
   */
  async commit(table: string): Promise<Refusal | null> {
    const end = await commitSession(this.session, this.signal);
    if (end.status === 'unknown') throw new CommitUnknown(table, end.reason);
    if (end.status === 'cancelled') return this.refusalOf(end, null);
    return end.status === 'committed' ? null : this.refusalOf({ ...end, status: 'failed' }, null);
  }

  /** Copies rows behind a header; `at` of the answer is the line of the rows, from 1. Throws as `attempt` does. */
  async copy(request: CopyInRequest): Promise<Refusal | null> {
    const outcome = await this.copyIn({ ...request, rows: behindHeader(request.rows) });
    const place = outcome.status === 'failed' ? outcome.place : null;
    return this.refusalOf(outcome, place && { ...place, line: place.line - 1 });
  }

  /**
   * Copies rows into a table; null where the database refuses them. Throws `LoadFailure` where the session is lost, and for
   * an error of the server, such as a timeout or a lock, which other rows would get, too.
   */
  async copyCount(request: CopyInRequest): Promise<number | null> {
    const outcome = await this.copyIn(request);
    if (outcome.status === 'succeeded') return outcome.affectedRows;
    const error = this.errorOf(outcome);
    if (dialectOf(this.dialect).imports.isBeyondRows(error, true)) throw new LoadFailure(errorText(error));
    return null;
  }

  private copyIn(request: CopyInRequest): Promise<CopyInOutcome> {
    if (this.session.copyIn === undefined) throw new Error('The engine copies no rows.');
    return this.session.copyIn(request, this.signal);
  }

  private refusalOf(
    outcome: StatementOutcome | CopyInOutcome,
    place: { readonly line: number; readonly column: string | null } | null,
  ): Refusal | null {
    if (outcome.status === 'succeeded') return null;
    const error = this.errorOf(outcome);
    const column = place?.column ?? error.column ?? null;
    const isInValue = typeof place?.column === 'string';
    if (dialectOf(this.dialect).imports.isBeyondRows(error, isInValue)) throw new LoadFailure(errorText(error));
    return { message: errorText(error), at: place?.line ?? null, column };
  }

  /** The error of a statement in a session that goes on. */
  private errorOf(outcome: Exclude<StatementOutcome | CopyInOutcome, { status: 'succeeded' }>): StatementError {
    this.signal.throwIfAborted();
    if (outcome.status === 'cancelled') throw new LoadFailure('The database cancelled the import.');
    if (outcome.isSessionLost) throw new LoadFailure(`The session was lost. ${errorText(outcome.error)}`);
    return outcome.error;
  }
}

/** The server knows how lines end when the first one has ended: before, it does not count line ends inside of quotes. */
async function* behindHeader(rows: CopyInRequest['rows']): AsyncGenerator<Uint8Array> {
  yield Buffer.from('\n');
  yield* rows;
}
