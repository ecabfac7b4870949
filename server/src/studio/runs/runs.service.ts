import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Actor } from '#libs/access';
import type { Connection, Run, RunList, RunRequest, RowsPage } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import {
  ConnectionAccess,
  ConnectionsQueries,
  SessionSlots,
  problemOfConnectFailure,
} from '../../connections/index.js';
import type { Connector } from '../../connections/index.js';
import { Clock, EventBus, JsonText, Metrics, Problem, Processes, TextThreads } from '../../platform/index.js';
import { MAX_PAGE_CHARS, ResultFiles, ResultRetention, rowOrder, runNotFound } from '../../results/index.js';
import type { StatementCollector } from '../../results/index.js';
import { ActiveRun } from './active-run.js';
import type { SessionSource } from './run-context.js';
import type { RunsQueryDto } from '../dto/studio-queries.dto.js';
import { requireConfirmation } from './confirmation.js';
import { HistoryService } from '../history/history.service.js';
import { runStatements } from './run-statements.js';
import type { RunStatement } from './run-statements.js';
import type { SessionLease } from '../sessions/session-lease.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ReviewedWrites } from '../writes/reviewed-writes.js';

/** A run that is not over by then is answered as `running`. */
const ANSWER_WITHIN_MS = 1000;

/** What a run is made of besides its request. */
interface RunParts {
  readonly isReadOnly: boolean;
  readonly statements: readonly RunStatement[];
  readonly dialect: SqlDialect;
  readonly lease: SessionLease | null;
}

/** Starts query runs and answers for them. */
@Injectable()
export class RunsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private isStopping = false;
  private readonly executing = new Set<Promise<void>>();

  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly retention: ResultRetention<ActiveRun>,
    private readonly files: ResultFiles,
    private readonly history: HistoryService,
    private readonly sessions: SessionsService,
    private readonly slots: SessionSlots,
    private readonly bus: EventBus,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
    private readonly threads: TextThreads,
    private readonly processes: Processes,
    private readonly reviewed: ReviewedWrites,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(RunsService.name);
  }

  onApplicationBootstrap(): void {
    this.retention.open();
  }

  /** Cancels what runs and waits until it has ended. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    for (const run of this.retention.all()) run.cancel();
    await Promise.all([...this.executing, this.sessions.closeIdle()]);
    await this.sessions.closeAll();
    await this.retention.close();
  }

  /**
   * Runs a text and answers as soon as the first page of its last statement is there, or after a second.
   * Throws what `runStatements` does, `confirmation-needed`, `connection-not-found`, `session-busy`, `session-limit`, `person-limit`,
   * `misdirected-request`, and what kept the database from being reached.
   */
  async start(actor: Actor, request: RunRequest): Promise<JsonText<Run>> {
    if (this.isStopping) throw new Problem('shutting-down');
    const connection = this.connections.get(actor, request.connection_id);
    const connector = await this.connections.connector(actor, request.connection_id);
    const statements = await runStatements(this.threads, request.sql, connector.dialect, request.parameters);
    await requireConfirmation(this.threads, request, connection, connector.dialect);
    const isReadOnly = request.read_only === true || !this.access.mayWrite(actor, connection.id);
    const isManual = !connection.auto_commit && !connection.read_only && !isReadOnly;
    const lease =
      request.read_only === true ? null : await this.sessions.acquire(actor, request, connector, { isManual });
    const run = this.createRun(actor, request, connection, {
      isReadOnly,
      statements,
      dialect: connector.dialect,
      lease,
    });
    lease?.assignTo(run);
    this.retention.add(run);
    this.history.beginRun(run);
    const execution = run
      .execute(lease ?? this.sessionOnce(actor, connection.id, connector, isReadOnly))
      .then(() => this.finish(run, connector.kind))
      .catch((fault: unknown) => this.logFault(run, fault))
      .finally(() => this.executing.delete(execution));
    this.executing.add(execution);
    await answerOf(run, request.first_page === true ? () => run.hasFirstPage : () => run.hasAnswer);
    if (run.isOver && run.connectFailure !== null) throw problemOfConnectFailure(run.connectFailure);
    if (run.isOver && run.refusal !== null) throw run.refusal;
    return run.json();
  }

  /** A run as it is now. Throws `run-not-found`. */
  get(actor: Actor, id: string): JsonText<Run> {
    return this.find(actor, id).json();
  }

  /** The runs of `actor` that are still kept, newest first; those in one state, or of one request, where asked for. */
  list(actor: Actor, { status, request_id: requestId }: RunsQueryDto = {}): JsonText<RunList> {
    const runs = this.retention
      .all()
      .filter((run) => status === undefined || run.status === status)
      .filter((run) => requestId === undefined || run.context.requestId === requestId)
      .filter((run) => this.isFor(actor, run));
    const items = runs.flatMap((run, index) => [index === 0 ? '' : ',', ...run.json().pieces]);
    return new JsonText(['{"items":[', ...items, '],"next_cursor":null}']);
  }

  /**
   * Rows of one statement's result, in another order when `sort` (`<column>:asc|desc`) is given. Throws `run-not-found`,
   * and with `sort` also `run-not-finished` and `validation-failed` for a column that the result does not have.
   */
  async rows(
    actor: Actor,
    id: string,
    statementIndex: number,
    offset: number,
    limit: number,
    sort?: string,
  ): Promise<RowsPage> {
    const statement = this.statement(actor, id, statementIndex);
    const order = sort === undefined ? null : rowOrder(sort, statement);
    const page = order === null ? statement.page(offset, limit) : statement.sortedPage(offset, limit, order);
    return page.catch((failure: unknown) => {
      this.retention.get(id); // A run that was deleted meanwhile is no longer there to be read.
      throw failure;
    });
  }

  /** Asks the database to stop; the run is `cancelled` when it has. A run that is over stays as it is. */
  cancel(actor: Actor, id: string): JsonText<Run> {
    const run = this.find(actor, id);
    run.cancel();
    return run.json();
  }

  /** Cancels a run and forgets its result. */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.retention.remove(this.find(actor, id));
  }

  /** Whether there still is a run that `actor` may see. */
  has(actor: Actor, id: string): boolean {
    return this.retention.all().some((run) => run.id === id && this.isFor(actor, run));
  }

  /** Calls `listener` after each change of a run until the returned function is called. Throws `run-not-found`. */
  watch(actor: Actor, id: string, listener: () => void): () => void {
    return this.find(actor, id).onChange(listener);
  }

  /** A run of `actor`'s own, on a connection that they still may see. Throws `run-not-found`. */
  find(actor: Actor, id: string): ActiveRun {
    const run = this.retention.get(id);
    if (!this.isFor(actor, run)) throw runNotFound();
    return run;
  }

  /** A statement of such a run, counted from 0. Throws `run-not-found`, `not-found`. */
  statement(actor: Actor, id: string, index: number): StatementCollector {
    const statement = this.find(actor, id).statements[index];
    if (statement === undefined) throw new Problem('not-found', 'The run has no such statement.');
    return statement;
  }

  private isFor(actor: Actor, { context }: ActiveRun): boolean {
    return context.actor.userId === actor.userId && this.access.maySee(actor, context.connectionId);
  }

  /** What a run without a tab opens its session with. */
  private sessionOnce(actor: Actor, connectionId: string, connector: Connector, isReadOnly: boolean): SessionSource {
    return {
      openSession: (signal, onWait) => {
        const claim = { actor, connectionId, purpose: 'once', signal, onWait } as const;
        return this.slots.openSession(claim, connector, { isReadOnly });
      },
    };
  }

  private createRun(
    actor: Actor,
    request: RunRequest,
    connection: Connection,
    { isReadOnly, statements, dialect, lease }: RunParts,
  ): ActiveRun {
    const id = this.processes.newId();
    const isReviewed = connection.writes === 'review' && request.read_only !== true;
    const { name: connectionName } = connection;
    const context = {
      id,
      actor,
      connectionId: request.connection_id,
      isReadOnly,
      connectionName,
      dialect,
      sql: request.sql,
      startedAt: this.clock.isoNow(),
      monotonicMs: () => performance.now(),
      storageOf: (statementIndex: number) =>
        this.files.storageOf({ id, ownerId: actor.userId, dialect }, statementIndex),
      memoryChars: MAX_PAGE_CHARS,
      tabId: request.session_id,
      requestId: request.request_id,
      lease,
      ...(isReviewed && { reportError: this.reviewed.answer.bind(this.reviewed, actor, { ...connection, dialect }) }),
    };
    return new ActiveRun(context, statements);
  }

  private logFault(run: ActiveRun, fault: unknown): void {
    this.logger.error({ err: fault, run: run.id }, 'a run was broken off');
  }

  private finish(run: ActiveRun, kind: string): void {
    const { id, actor, connectionId } = run.context;
    const status = run.status === 'running' ? 'failed' : run.status;
    if (run.fault !== null) this.logFault(run, run.fault);
    this.retention.finished(run);
    this.metrics.runs.inc({ kind, status });
    this.history.endRun(run);
    this.bus.publish('studio.run_finished', {
      run_id: id,
      owner_id: actor.userId,
      connection_id: connectionId,
      status,
    });
  }
}

function answerOf(run: ActiveRun, hasAnswer: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ANSWER_WITHIN_MS);
    const stopListening = run.onChange(() => {
      if (hasAnswer()) done();
    });
    function done(): void {
      clearTimeout(timer);
      stopListening();
      resolve();
    }
  });
}
