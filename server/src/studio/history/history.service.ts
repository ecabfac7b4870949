import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { HIDDEN_ERROR, mayReadJobData } from '#libs/access';
import type { Actor } from '#libs/access';
import type { HistoryEntry, HistoryList } from '#libs/api';
import { withoutValues } from '#libs/sql';
import type { ParameterValue } from '#libs/sql';
import { ConnectionAccess, restrictToVisible } from '../../connections/index.js';
import { Problem, ScanWindow, State, likePattern } from '../../platform/index.js';
import type { ActiveRun } from '../runs/active-run.js';
import { HistoryRetention } from './history-retention.js';
import type { StartedStatement, StatementEnd } from './history-journal.js';
import { HistoryTextRecord } from './history-text.entity.js';
import { HistoryWriter } from './history-writer.js';
import { HistoryRecord } from './history.entity.js';

/** Which entries are asked for; `cursor` is that of the page before. */
export interface HistoryFilter {
  readonly search?: string | undefined;
  readonly connection_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Keeps every text that was run. */
@Injectable()
export class HistoryService implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly state: State,
    private readonly retention: HistoryRetention,
    private readonly access: ConnectionAccess,
    private readonly writer: HistoryWriter,
  ) {}

  /** Forgets what the bounds of the configuration no longer keep. */
  async onApplicationBootstrap(): Promise<void> {
    await this.writer.open();
    this.retention.begin();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.retention.stop();
    await this.writer.close();
  }

  /** Takes note of a statement before it is sent; when this returns, the end of the process does not lose it. */
  begin(statement: StartedStatement): void {
    this.writer.begin(statement);
  }

  /** Takes note of how a statement ended; `values` are those of its parameters, which databases repeat in their errors. */
  end(id: string, end: StatementEnd, values: readonly ParameterValue[]): void {
    this.writer.end(id, { ...end, error: end.error === null ? null : withoutValues(end.error, values) });
  }

  /** Runs a statement between its start and its end in the history; a failure of `run` is its end, and is thrown. */
  async track<T>(
    { values, ...statement }: StartedStatement & { readonly values: readonly ParameterValue[] },
    run: () => Promise<T>,
    endOf: (result: T) => Partial<StatementEnd>,
  ) {
    const startedAtMs = performance.now();
    const end = (outcome: Partial<StatementEnd>) => {
      const elapsedMs = Math.round((performance.now() - startedAtMs) * 1000) / 1000;
      this.end(statement.id, { status: 'failed', rowCount: null, error: null, elapsedMs, ...outcome }, values);
    };
    this.begin(statement);
    try {
      const result = await run();
      end(endOf(result));
      return result;
    } catch (error) {
      end({ error: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  }

  /** Takes note of a run before its first statement is sent. */
  beginRun({ context }: ActiveRun): void {
    const { id, actor, connectionId, connectionName, sql, startedAt } = context;
    this.begin({ id, ownerId: actor.userId, connectionId, connectionName, sql, startedAt });
  }

  /** Takes note of a run that is over. */
  endRun(run: ActiveRun): void {
    const values = run.statements.flatMap(({ parameterValues }) => parameterValues);
    this.end(run.id, endOfRun(run), values);
  }

  /**
   * Lists what `actor` ran on connections that they still may see, newest first, long texts cut; `search` finds text in
   * the SQL without regard to case. Throws the reason of `signal` where that aborts a search.
   */
  async list(actor: Actor, filter: HistoryFilter, signal?: AbortSignal): Promise<HistoryList> {
    await this.writer.flush();
    const { cursor, limit } = filter;
    let from = Math.min(await this.lastSequence(), Number(cursor ?? Infinity) - 1);
    const found: HistoryRecord[] = [];
    const window = new ScanWindow();
    while (from > 0 && found.length <= limit) {
      signal?.throwIfAborted();
      const [end, to] = [from, filter.search ? Math.max(0, from - window.rows) : 0];
      found.push(...(await window.measure(() => this.find(actor, filter, end, to, limit + 1 - found.length))));
      from = to;
      await setImmediate();
    }
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    const { waiting, dropped } = this.writer;
    return {
      items: page.map((record) => entryOf(actor, record)),
      next_cursor: hasMore ? String(last.sequence) : null,
      waiting,
      dropped,
    };
  }

  /** Shows one entry with its whole text; throws `history-entry-not-found`. */
  async get(actor: Actor, id: string): Promise<HistoryEntry> {
    await this.writer.flush();
    const { manager } = this.state;
    const record = await manager.findOneBy(HistoryRecord, { id, ownerId: actor.userId });
    if (record === null || !this.access.maySee(actor, record.connectionId))
      throw new Problem('history-entry-not-found');
    const text = record.isCut ? await manager.findOneBy(HistoryTextRecord, { entryId: id }) : null;
    const entry = entryOf(actor, record);
    return text === null ? entry : { ...entry, sql: text.sql, sql_truncated: false };
  }

  /** Entries down from sequence `from`, as far as `to`, which is not among them. */
  private find(
    actor: Actor,
    { search, connection_id: connectionId }: HistoryFilter,
    from: number,
    to: number,
    take: number,
  ): Promise<HistoryRecord[]> {
    const query = this.state.manager
      .createQueryBuilder(HistoryRecord, 'entry')
      .where('entry.sequence <= :from AND entry.sequence > :to', { from, to })
      .andWhere('entry.ownerId = :ownerId', { ownerId: actor.userId })
      .orderBy('entry.sequence', 'DESC')
      .take(take);
    restrictToVisible(query, 'entry.connectionId', this.access.visibleTo(actor));
    if (connectionId !== undefined) query.andWhere('entry.connectionId = :connectionId', { connectionId });
    if (search) query.andWhere("entry.searchText LIKE :like ESCAPE '\\'", { like: likePattern(search.toLowerCase()) });
    return query.getMany();
  }

  private async lastSequence(): Promise<number> {
    const last = await this.state.manager.find(HistoryRecord, {
      select: { sequence: true },
      order: { sequence: 'DESC' },
      take: 1,
    });
    return last[0]?.sequence ?? 0;
  }
}

function endOfRun(run: ActiveRun): StatementEnd {
  const { status, elapsed_ms: elapsedMs } = run.summary();
  const failed = run.statements.find((statement) => statement.errorMessage !== null);
  return {
    status,
    elapsedMs,
    rowCount: run.statements.findLast((statement) => statement.returnsRows)?.receivedRows ?? null,
    error: run.error?.message ?? failed?.errorMessage ?? null,
  };
}

function entryOf(actor: Actor, record: HistoryRecord): HistoryEntry {
  return {
    id: record.id,
    connection_id: record.connectionId,
    connection_name: record.connectionName,
    sql: record.sql,
    sql_truncated: record.isCut,
    status: record.status,
    started_at: record.startedAt,
    elapsed_ms: record.elapsedMs,
    row_count: record.rowCount,
    error: record.error === null || mayReadJobData(actor) ? record.error : HIDDEN_ERROR,
  };
}
