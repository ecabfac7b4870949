import type { RunStatus, StatementError } from '#libs/api';
import { ABORTED, onAbort } from '#libs/async';
import type { SqlDialect } from '#libs/sql';
import { ConnectFailure, problemOfConnectFailure } from '../../connections/index.js';
import type { Connector, Session, StatementOutcome } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';
import { RowPipe } from '../../results/index.js';
import type { ExportSource, OpenedSource } from '../../results/index.js';
import type { RunStatement } from '../runs/run-statements.js';

/** One query that is to run into a file. */
export interface ExportQuery {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly connector: Connector;
  readonly openSession: (signal: AbortSignal) => Promise<Session>;
  readonly statement: RunStatement;
}

/** How a query that ran into a file has ended. */
export interface QueryEnd {
  readonly status: RunStatus;
  readonly startedAt: string;
  readonly elapsedMs: number;
  readonly rowCount: number;
  readonly error: string | null;
}

/** What the source of an export depends on. */
export interface QuerySourceDeps {
  isoNow(): string;
  monotonicMs(): number;
  /** Called before the statement is sent. */
  onBegin(startedAt: string): void;
  onEnd(end: QueryEnd): void;
}

/**
 * A query that runs when its file is fetched, its rows kept nowhere. Its session is its own and read-only: a file takes
 * data out, and whatever would change data belongs where a person is asked first.
 */
export function querySource(query: ExportQuery, deps: QuerySourceDeps): ExportSource {
  return {
    kept: null,
    connectionId: query.connectionId,
    connectionName: query.connectionName,
    open: (signal) => new RunningQuery(query, deps).open(signal),
  };
}

class RunningQuery {
  private readonly pipe = new RowPipe();
  private readonly abort = new AbortController();
  private readonly startedAt: string;
  private readonly startedAtMs: number;
  private rowCount = 0;
  private ended: Promise<void> = Promise.resolve();

  constructor(
    private readonly query: ExportQuery,
    private readonly deps: QuerySourceDeps,
  ) {
    this.startedAt = deps.isoNow();
    this.startedAtMs = deps.monotonicMs();
  }

  /** Resolves when the columns are known. Throws `nothing-to-export`, `database-error` and why there is no session. */
  async open(signal: AbortSignal): Promise<OpenedSource> {
    onAbort(signal, () => this.abort.abort(ABORTED));
    this.deps.onBegin(this.startedAt);
    const session = await this.session();
    this.ended = this.run(session);
    const columns = await this.pipe.columnsKnown;
    if (columns === null) {
      await this.ended;
      throw new Problem('nothing-to-export', 'The statement was run, and it returns no rows.');
    }
    const { connectionId, connector } = this.query;
    const dialect: SqlDialect = connector.dialect;
    return {
      ...{ columns, dialect, connectionId, startedAt: this.startedAt },
      ...{ isWhole: true, rowCount: null, linesFile: null },
      batches: () => this.pipe.batches(),
      close: () => this.close(),
    };
  }

  private async session(): Promise<Session> {
    try {
      return await this.query.openSession(this.abort.signal);
    } catch (failure) {
      const problem = failure instanceof ConnectFailure ? problemOfConnectFailure(failure) : failure;
      this.reportEnd(
        this.abort.signal.aborted ? 'cancelled' : 'failed',
        problem instanceof Error ? problem.message : null,
      );
      throw problem;
    }
  }

  /** Never rejects. */
  private async run(session: Session): Promise<void> {
    const { sql, binding } = this.query.statement;
    const { signal } = this.abort;
    const outcome = binding
      ? await session.run(binding.sql, this.countingSink(), signal, binding.values)
      : await session.run(sql, this.countingSink(), signal);
    this.reportEnd(outcome.status, outcome.status === 'failed' ? outcome.error.message : null);
    this.pipe.end(errorOf(outcome));
    await session.release();
  }

  private countingSink(): RowPipe {
    const { pipe } = this;
    const take = pipe.row.bind(pipe);
    pipe.row = (row) => {
      this.rowCount += 1;
      return take(row);
    };
    return pipe;
  }

  private async close(): Promise<void> {
    this.abort.abort(ABORTED);
    this.pipe.end(new Error('The rows are no longer read.'));
    await this.ended;
  }

  private reportEnd(status: RunStatus, error: string | null): void {
    const elapsedMs = this.deps.monotonicMs() - this.startedAtMs;
    this.deps.onEnd({ status, error, elapsedMs, rowCount: this.rowCount, startedAt: this.startedAt });
  }
}

function errorOf(outcome: StatementOutcome): Error | null {
  if (outcome.status === 'succeeded') return null;
  if (outcome.status === 'cancelled') return new Problem('database-error', 'The query was cancelled.');
  return new Problem('database-error', textOf(outcome.error));
}

function textOf({ message, detail, hint }: StatementError): string {
  return [message, detail, hint].filter((part) => part !== null).join(' ');
}
