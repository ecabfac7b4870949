import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { Connection, ExplainedPlan, ExplainRequest } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import type { Plan } from '#libs/plan';
import { leadingWords } from '#libs/sql';
import {
  ConnectFailure,
  ConnectionAccess,
  ConnectionsQueries,
  RunningRequests,
  SessionSlots,
  isDuckdbQuery,
  problemOfConnectFailure,
} from '../../connections/index.js';
import type { Connector, Session } from '../../connections/index.js';
import { Clock, Problem, TextThreads } from '../../platform/index.js';
import { HistoryService } from '../history/history.service.js';
import { SessionLost } from '../sessions/session-lease.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { explainInSession } from './explain-in-session.js';
import type { ExplainEnd } from './explain-in-session.js';
import { explainPrefix } from './explain.sql.js';
import { problemOfEnd } from './explain-refusal.js';
import { explainedText } from './explained-text.js';
import type { ExplainedText } from './explained-text.js';
import { planView } from './plan-view.js';
import type { PlanView } from './plan-view.js';
import { filteredTables, tableRows } from './table-rows.js';

/** What every engine explains; of anything else only the grammar can be looked at. */
const EXPLAINABLE = /^(?:SELECT|WITH|VALUES|TABLE|FROM|INSERT|UPDATE|DELETE|MERGE)$/;

/** How long a statement that is run for its plan may take where the request does not say, in seconds. */
const ANALYZE_LIMIT_S = 600;

/** One EXPLAIN on its way. */
interface Explaining {
  readonly request: ExplainRequest;
  readonly connection: Connection;
  readonly connector: Connector;
  readonly text: ExplainedText;
  readonly prefix: string;
  readonly isAnalyzed: boolean;
  readonly isReadOnly: boolean;
}

/** Asks databases for plans. */
@Injectable()
export class ExplainService {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly sessions: SessionsService,
    private readonly slots: SessionSlots,
    private readonly history: HistoryService,
    private readonly clock: Clock,
    private readonly threads: TextThreads,
    private readonly requests: RunningRequests,
  ) {}

  /**
   * The plan of one statement, in the session of its tab where one is named. With `analyze` the statement is run and what
   * it did is rolled back; it is cancelled after `timeout_s`. Throws `connection-not-found`, `nothing-to-run`, `plan-unavailable`, `explain-refused` with the
   * database's words, `analyze-confirmation-needed`, `session-busy`, `session-limit`, `transaction-failed`, what
   * `runStatements` does, and what kept the database from being reached.
   */
  async explain(actor: Actor, request: ExplainRequest, isGone: AbortSignal): Promise<ExplainedPlan> {
    const connection = this.connections.get(actor, request.connection_id);
    const connector = await this.connections.connector(actor, connection.id);
    const isAnalyzed = request.analyze === true;
    const text = await explainedText(this.threads, request, connector.dialect);
    const prefix = explainPrefix(connector.dialect, isAnalyzed, connector.server());
    if (prefix === null) throw new Problem('plan-unavailable', 'Plans of SQLite files are not shown.');
    const mayWrite = !connection.read_only && this.access.mayWrite(actor, connection.id);
    const isReadOnly = request.read_only === true || !mayWrite;
    await this.requireConfirmation(request, connector, text);
    const explaining = { request, connection, connector, text, prefix, isAnalyzed, isReadOnly };
    const [startedAt, startedAtMs] = [this.clock.isoNow(), performance.now()];
    const limit = isAnalyzed ? limitOf(request) : null;
    const signal = limit ? AbortSignal.any([isGone, limit]) : isGone;
    const claim = { actor, connectionId: connection.id, isReadOnly, purpose: 'once' as const };
    const end = await this.requests.run(claim, signal, (stop) => this.runInHistory(actor, explaining, startedAt, stop));
    const elapsedMs = Math.round((performance.now() - startedAtMs) * 1000) / 1000;
    if (end.status === 'cancelled' && limit?.aborted === true) throw tookTooLong(request);
    // The right may be what it was cancelled for.
    if (end.status === 'cancelled') this.slots.requireAccess(claim, isReadOnly);
    if (end.status !== 'succeeded') throw problemOfEnd(end, text, prefix.length, request.sql);
    return {
      ...{ connection_id: connection.id, sql: text.sql, start: text.start },
      ...{ explained_at: startedAt, elapsed_ms: elapsedMs },
      ...(await this.planWithTables(end.raw, explaining, isGone)),
      raw: end.raw,
    };
  }

  /**
   * What the database has against a statement, in its words; null where it would take it. Nothing is run and nothing is
   * kept. A statement that cannot be explained, or has parameters without values, counts as taken. Throws
   * `connection-not-found` and what kept the database from being reached.
   */
  async complaint(actor: Actor, connectionId: string, sql: string, signal: AbortSignal): Promise<string | null> {
    const connection = this.connections.get(actor, connectionId);
    const connector = await this.connections.connector(actor, connection.id);
    const prefix = explainPrefix(connector.dialect, false, connector.server());
    const request = { connection_id: connection.id, sql, cursor: 0 };
    if (prefix === null || !EXPLAINABLE.test(leadingWords(sql, connector.dialect, 1)[0] ?? 'SELECT')) return null;
    if ((await this.threads.run('textParameters', sql, connector.dialect)).names.length > 0) return null;
    const text = await explainedText(this.threads, request, connector.dialect);
    const explaining = { request, connection, connector, text, prefix, isAnalyzed: false, isReadOnly: true };
    const end = await this.run(actor, explaining, signal);
    return end.status === 'failed' ? (problemOfEnd(end, text, prefix.length, sql).detail ?? null) : null;
  }

  private async requireConfirmation(request: ExplainRequest, connector: Connector, text: ExplainedText): Promise<void> {
    if (request.analyze !== true || request.confirm === true) return;
    if (!(await this.mayChange(text, connector))) return;
    throw new Problem(
      'analyze-confirmation-needed',
      'Analyze runs this statement and then rolls it back. Sequences keep their new values, and triggers may reach outside of the database. Nothing was run.',
    );
  }

  /** With savepoints everything is taken back; DuckDB has none, so its own parser decides. */
  private async mayChange({ sql, binding }: ExplainedText, { dialect }: Connector): Promise<boolean> {
    if (!dialectOf(dialect).sessions.hasSavepoints) return !(await isDuckdbQuery(binding?.sql ?? sql));
    return this.threads.run('changesData', sql, dialect);
  }

  /** The plan, with the rows of the tables that a scan reads to keep some of them: the planner prints only those. */
  private async planWithTables(
    raw: string,
    { request, connector, isAnalyzed }: Explaining,
    signal: AbortSignal,
  ): Promise<PlanView & { table_rows: Record<string, number> }> {
    const plan = await this.planIn(raw, request, {});
    const names = isAnalyzed ? [] : filteredTables(plan);
    const rows = await tableRows(connector, names, signal);
    const isSame = Object.keys(rows).length === 0;
    return { ...planView(isSame ? plan : await this.planIn(raw, request, rows)), table_rows: rows };
  }

  private async planIn(
    raw: string,
    { sequential_scan_rows: rows }: ExplainRequest,
    tableRows: Readonly<Record<string, number>>,
  ): Promise<Plan> {
    const thresholds = { tableRows, ...(rows === undefined ? {} : { sequentialScanRows: rows }) };
    const reading = await this.threads.run('readPlanText', raw, thresholds);
    if (reading.kind === 'read') return reading.value;
    throw new Problem('plan-unavailable', `The database's answer is not a plan. ${reading.why}`);
  }

  private async run(actor: Actor, explaining: Explaining, signal: AbortSignal): Promise<ExplainEnd> {
    const { request, connection, connector, isReadOnly } = explaining;
    const isManual = !connection.auto_commit && !isReadOnly;
    const lease =
      request.read_only === true ? null : await this.sessions.acquire(actor, request, connector, { isManual });
    const holder = { isOver: false };
    lease?.assignTo(holder);
    try {
      const claim = { actor, connectionId: connection.id, purpose: 'once', signal } as const;
      const session = await (lease?.openSession(signal) ?? this.slots.openSession(claim, connector, { isReadOnly }));
      return await this.inSession(session, explaining, signal);
    } catch (failure) {
      throw asProblem(failure);
    } finally {
      await lease?.settle();
      holder.isOver = true;
    }
  }

  private async inSession(session: Session, explaining: Explaining, signal: AbortSignal): Promise<ExplainEnd> {
    const { text, prefix, connector, isAnalyzed, isReadOnly } = explaining;
    const explained = {
      sql: prefix + (text.binding?.sql ?? text.sql),
      values: text.binding?.values ?? [],
      dialect: connector.dialect,
      runsChange: isAnalyzed && (await this.mayChange(text, connector)),
      isReadOnly,
    };
    try {
      return await explainInSession(session, explained, signal);
    } finally {
      await session.release();
    }
  }

  private runInHistory(
    actor: Actor,
    explaining: Explaining,
    startedAt: string,
    signal: AbortSignal,
  ): Promise<ExplainEnd> {
    const { connection, text, prefix } = explaining;
    const started = {
      values: text.binding?.values ?? [],
      ...{ id: randomUUID(), ownerId: actor.userId, connectionId: connection.id, connectionName: connection.name },
      ...{ sql: prefix + text.sql, startedAt },
    };
    return this.history.track(
      started,
      () => this.run(actor, explaining, signal),
      (end) => ({
        status: end.status,
        rowCount: end.status === 'succeeded' ? 1 : null,
        error: end.status === 'failed' ? end.error.message : null,
      }),
    );
  }
}

function limitOf({ timeout_s: seconds = ANALYZE_LIMIT_S }: ExplainRequest): AbortSignal {
  return AbortSignal.timeout(seconds * 1000);
}

function tookTooLong({ timeout_s: seconds = ANALYZE_LIMIT_S }: ExplainRequest): Problem {
  const words = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return new Problem(
    'plan-unavailable',
    `The statement was run for ${words} and then cancelled; what it did is taken back. Without Analyze its plan is estimated and nothing runs.`,
  );
}

function asProblem(failure: unknown): unknown {
  if (failure instanceof ConnectFailure) return problemOfConnectFailure(failure);
  if (failure instanceof SessionLost) return new Problem('session-not-found', `${failure.message} ${failure.hint}`);
  return failure;
}
