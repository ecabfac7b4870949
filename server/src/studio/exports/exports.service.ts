import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';
import type { Actor } from '#libs/access';
import type { ExportStyle, KeptExportRequest, QueryExportRequest, StudioExport } from '#libs/api';
import type { ParameterValue } from '#libs/sql';
import { ConnectionAccess, ConnectionsQueries, SessionSlots } from '../../connections/index.js';
import { Clock, EventBus, Metrics, Problem, Processes, TextThreads } from '../../platform/index.js';
import { ExportRecord, ExportRegistry, FileSender, keptSource } from '../../results/index.js';
import type { ExportSource } from '../../results/index.js';
import { runStatements } from '../runs/run-statements.js';
import { HistoryService } from '../history/history.service.js';
import { RunsService } from '../runs/runs.service.js';
import { viewOf } from '../runs/views.service.js';
import type { ViewQuery } from '../runs/views.service.js';
import { querySource } from './query-source.js';
import type { QueryEnd } from './query-source.js';

/** A kept result or a query; which one, its fields show. */
export type ExportRequest = ExportStyle & Partial<KeptExportRequest> & Partial<QueryExportRequest>;

/** A query in the history, with the values of its parameters. */
interface ExportedQuery {
  readonly id: string;
  readonly ownerId: string;
  readonly connectionId: string;
  readonly values: readonly ParameterValue[];
}

/** Writes results as files. A kept one is never run again, and no more than a piece of a result is in memory. */
@Injectable()
export class ExportsService implements BeforeApplicationShutdown {
  constructor(
    private readonly runs: RunsService,
    private readonly registry: ExportRegistry,
    private readonly sender: FileSender,
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly slots: SessionSlots,
    private readonly history: HistoryService,
    private readonly bus: EventBus,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
    private readonly threads: TextThreads,
    private readonly processes: Processes,
  ) {}

  /** Cuts off what is on its way: an incomplete download must not keep the server from stopping. */
  beforeApplicationShutdown(): void {
    for (const record of this.registry.all()) record.cancel();
  }

  /**
   * Makes a file ready to be fetched. Throws `run-not-found`, `not-found`, `run-not-finished` while rows still arrive,
   * `nothing-to-export` for a statement that returns no rows, `connection-not-found`, `misdirected-request`, what `runStatements` does, and
   * `validation-failed` for a text that is not one query.
   */
  async create(actor: Actor, request: ExportRequest): Promise<StudioExport> {
    const source =
      request.run_id === undefined
        ? await this.queried(actor, request)
        : await this.kept(actor, request.run_id, request.statement ?? 0, request);
    const { format, delimiter, guard_formulas } = request;
    const style = { format, ...(delimiter && { delimiter }), ...(guard_formulas !== undefined && { guard_formulas }) };
    const record = new ExportRecord(this.processes.newId(), actor, style, source);
    this.registry.add(record);
    return record.view();
  }

  /** Makes the file of a kept result ready; throws as `create` does. */
  ofStatement(actor: Actor, runId: string, statement: number, style: ExportStyle & ViewQuery): Promise<StudioExport> {
    const { format, delimiter, guard_formulas, sort, filter } = style;
    return this.create(actor, { format, delimiter, guard_formulas, sort, filter, run_id: runId, statement });
  }

  /** The exports of `actor` that are on their way and the newest that were, newest first. */
  list(actor: Actor): StudioExport[] {
    const own = this.registry.all().filter((record) => this.isVisible(actor, record));
    return own.map((record) => record.view());
  }

  /** How far an export is. Throws `export-not-found`. */
  get(actor: Actor, id: string): StudioExport {
    return this.find(actor, id).view();
  }

  /** Cuts an export off; one that is over stays as it is. Throws `export-not-found`. */
  cancel(actor: Actor, id: string): void {
    this.find(actor, id).cancel();
  }

  /**
   * Writes the file into a response, as fast as its receiver takes it. Throws, while nothing has been sent,
   * `export-not-found`, `export-over`, and what keeps the file from being written; a failure after that destroys the response.
   */
  async send(actor: Actor, id: string, response: Response): Promise<void> {
    const record = this.find(actor, id);
    this.access.require(actor, record.source.connectionId, 'query');
    if (record.status !== 'waiting')
      throw new Problem('export-over', 'An exported file can be downloaded once. Export it again.');
    this.noteDownload(record);
    await this.sender.send(record, response);
  }

  private find(actor: Actor, id: string): ExportRecord {
    const record = this.registry.find(id);
    if (record === null || !this.isVisible(actor, record)) throw new Problem('export-not-found');
    return record;
  }

  /** A person's own, on a connection that they, and the token they came with, may see now. */
  private isVisible(actor: Actor, record: ExportRecord): boolean {
    return record.actor.userId === actor.userId && this.access.maySee(actor, record.source.connectionId);
  }

  private async kept(actor: Actor, runId: string, index: number, query: ViewQuery): Promise<ExportSource> {
    await this.processes.requireOwn(runId, 'run');
    const { isOver, context: run } = this.runs.find(actor, runId);
    const statement = this.runs.statement(actor, runId, index);
    return keptSource({ ...run, isOver }, index, statement, viewOf(statement, query));
  }

  private async queried(
    actor: Actor,
    { connection_id: connectionId, sql, parameters, sort, filter }: ExportRequest,
  ): Promise<ExportSource> {
    if (sort !== undefined || filter !== undefined)
      throw new Problem(
        'validation-failed',
        'Only a kept result (run_id) takes a sort or a filter; write ORDER BY and WHERE into the query.',
      );
    if (connectionId === undefined || sql === undefined)
      throw new Problem('validation-failed', 'Send a run_id, or a connection_id and sql.');
    const { name } = this.connections.get(actor, connectionId);
    const connector = await this.connections.connector(actor, connectionId);
    const [statement, second] = await runStatements(this.threads, sql, connector.dialect, parameters);
    if (statement === undefined || second !== undefined)
      throw new Problem('validation-failed', 'A file takes the rows of one statement; the text holds several.');
    const id = randomUUID();
    const values = statement.binding?.values ?? [];
    return querySource(
      {
        ...{ connectionId, connectionName: name, connector, statement },
        openSession: (signal) =>
          this.slots.openSession({ actor, connectionId, purpose: 'once', signal }, connector, { isReadOnly: true }),
      },
      {
        isoNow: () => this.clock.isoNow(),
        monotonicMs: () => performance.now(),
        onBegin: (startedAt) =>
          this.history.begin({
            ...{ id, ownerId: actor.userId, connectionId, connectionName: name, sql, startedAt },
          }),
        onEnd: (end) => this.noteQuery({ id, ownerId: actor.userId, connectionId, values }, connector.kind, end),
      },
    );
  }

  private noteDownload({ actor, source, format }: ExportRecord): void {
    this.bus.publish('action.performed', {
      action: 'export.download',
      actor,
      outcome: 'done',
      object: { kind: 'connection', id: source.connectionId, name: source.connectionName },
      details: { run_id: source.kept?.runId ?? null, statement: source.kept?.statement ?? null, format },
    });
  }

  private noteQuery(
    { id, ownerId, connectionId, values }: ExportedQuery,
    kind: string,
    { status, elapsedMs, rowCount, error }: QueryEnd,
  ): void {
    const isOver = status === 'running' ? 'failed' : status;
    this.metrics.runs.inc({ kind, status: isOver });
    this.history.end(id, { status: isOver, elapsedMs, rowCount, error }, values);
    this.bus.publish('studio.run_finished', {
      run_id: id,
      owner_id: ownerId,
      connection_id: connectionId,
      status: isOver,
    });
  }
}
