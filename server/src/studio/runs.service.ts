import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Run, RunList, RunRequest, RowsPage } from '#libs/api';
import { splitStatements } from '#libs/sql';
import type { SqlStatement } from '#libs/sql';
import { ConnectionsQueries, problemOfConnectFailure } from '../connections/index.js';
import { Clock, EventBus, JsonText, Metrics, Problem } from '../platform/index.js';
import { ActiveRun } from './active-run.js';
import { HistoryService } from './history.service.js';
import { RunStore } from './run-store.js';
import type { SessionLease } from './sessions/session-lease.js';
import { SessionsService } from './sessions/sessions.service.js';
import { rowOrder } from './sorting/row-order.js';
import { MAX_PAGE_CHARS } from './statement-collector.js';

/** A run that is not over by then is answered as `running`. */
const ANSWER_WITHIN_MS = 1000;
const MAX_STATEMENTS = 10_000;

/** Starts query runs and answers for them. */
@Injectable()
export class RunsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private isStopping = false;
  private readonly executing = new Set<Promise<void>>();

  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly store: RunStore,
    private readonly history: HistoryService,
    private readonly sessions: SessionsService,
    private readonly bus: EventBus,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.store.open();
  }

  /** Cancels what runs and waits until it has ended. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    for (const run of this.store.all()) run.cancel();
    await Promise.all(this.executing);
    await this.sessions.closeAll();
  }

  /**
   * Runs a text and answers as soon as the first page of its last statement is there, or after a second.
   * Throws `nothing-to-run`, `too-large`, `connection-not-found`, `session-busy`, `session-limit`, and what kept the database from being reached.
   */
  async start(request: RunRequest): Promise<JsonText<Run>> {
    if (this.isStopping) throw new Problem('shutting-down');
    const connection = this.connections.get(request.connection_id);
    const connector = await this.connections.connector(request.connection_id);
    const statements = statementsOf(request.sql, connector.dialect);
    const lease = this.sessions.borrow(request, connector, connection.pool?.max);
    const run = this.createRun(request, connection.name, statements, lease);
    lease?.lendTo(run);
    this.store.add(run);
    const execution = run.execute(lease ?? connector).then(() => this.finish(run, connector.kind));
    this.executing.add(execution);
    void execution.finally(() => this.executing.delete(execution));
    await answerOf(run);
    if (run.isOver && run.connectFailure !== null) throw problemOfConnectFailure(run.connectFailure);
    return run.json();
  }

  /** A run as it is now. Throws `run-not-found`. */
  get(id: string): JsonText<Run> {
    return this.store.get(id).json();
  }

  /** The runs that are still kept, newest first. */
  list(status?: Run['status']): JsonText<RunList> {
    const runs = this.store.all().filter((run) => status === undefined || run.status === status);
    return new JsonText(`{"items":[${runs.map((run) => run.json().text).join(',')}],"next_cursor":null}`);
  }

  /**
   * Rows of one statement's result, in another order when `sort` (`<column>:asc|desc`) is given. Throws `run-not-found`,
   * and with `sort` also `run-not-finished` and `validation-failed` for a column that the result does not have.
   */
  async rows(id: string, statementIndex: number, offset: number, limit: number, sort?: string): Promise<RowsPage> {
    const statement = this.store.statement(id, statementIndex);
    if (sort === undefined) return statement.page(offset, limit);
    const order = rowOrder(sort, statement);
    return statement.sortedPage(offset, limit, order).catch((failure: unknown) => {
      this.store.get(id); // A run that was deleted meanwhile is no longer there to be sorted.
      throw failure;
    });
  }

  /** Asks the database to stop; the run is `cancelled` when it has. A run that is over stays as it is. */
  cancel(id: string): JsonText<Run> {
    const run = this.store.get(id);
    run.cancel();
    return run.json();
  }

  /** Cancels a run and forgets its result. */
  async remove(id: string): Promise<void> {
    await this.store.remove(this.store.get(id));
  }

  /** Tells whether a run has ended. Throws `run-not-found`. */
  isOver(id: string): boolean {
    return this.store.get(id).isOver;
  }

  /** Calls `listener` after each change of a run until the returned function is called. Throws `run-not-found`. */
  watch(id: string, listener: () => void): () => void {
    return this.store.get(id).onChange(listener);
  }

  private createRun(
    request: RunRequest,
    connectionName: string,
    statements: readonly SqlStatement[],
    lease: SessionLease | null,
  ): ActiveRun {
    const id = randomUUID();
    const surroundings = {
      id,
      connectionId: request.connection_id,
      connectionName,
      sql: request.sql,
      startedAt: this.clock.isoNow(),
      monotonicMs: () => performance.now(),
      openSpool: (statementIndex: number) => this.store.openSpool(id, statementIndex),
      memoryChars: MAX_PAGE_CHARS,
      lease,
    };
    return new ActiveRun(surroundings, statements);
  }

  private finish(run: ActiveRun, kind: string): void {
    const { id, connectionId } = run.surroundings;
    const status = run.status === 'running' ? 'failed' : run.status;
    this.store.finished(run);
    this.metrics.runs.inc({ kind, status });
    this.history.record(run);
    this.bus.publish('studio.run_finished', { run_id: id, connection_id: connectionId, status });
  }
}

function statementsOf(sql: string, dialect: Parameters<typeof splitStatements>[1]): SqlStatement[] {
  const statements = splitStatements(sql, dialect);
  if (statements.length === 0) throw new Problem('nothing-to-run', 'The text is empty or holds only comments.');
  if (statements.length > MAX_STATEMENTS) {
    const count = statements.length.toLocaleString('en');
    throw new Problem('too-large', `The text holds ${count} statements; a run takes at most 10,000. Split it.`);
  }
  return statements;
}

function answerOf(run: ActiveRun): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ANSWER_WITHIN_MS);
    const stopListening = run.onChange(() => {
      if (run.hasAnswer) done();
    });
    function done(): void {
      clearTimeout(timer);
      stopListening();
      resolve();
    }
  });
}
