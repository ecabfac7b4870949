import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { EntityManager } from 'typeorm';
import type { Actor } from '#libs/access';
import type { HistoryEntry, HistoryList } from '#libs/api';
import { ConnectionAccess, restrictToVisible } from '../connections/index.js';
import { Problem, State, likePattern } from '../platform/index.js';
import type { ActiveRun } from './active-run.js';
import { HistoryRetention } from './history-retention.js';
import { HistoryTextRecord } from './history-text.entity.js';
import { HistoryRecord } from './history.entity.js';

/** Entries that end within this time are written together: one transaction for a burst of runs. */
const WRITE_EVERY_MS = 100;
/** SQLite allows 32,766 values in a statement. */
const ENTRIES_PER_INSERT = 500;
/** What a list shows of a text, in characters: fifty texts of 5 MB would be an answer of 250 MB. */
const EXCERPT_CHARS = 2_000;
/** A text is found by what it says up to here. */
const SEARCHED_CHARS = 100_000;
/** A search looks through so many entries at a time, and lets others work in between. */
const SEARCHED_AT_A_TIME = 2_000;

/** Which entries are asked for; `cursor` is that of the page before. */
export interface HistoryQuestion {
  readonly search?: string | undefined;
  readonly connection_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A text that was run, as it is kept. */
export type NewRecord = Omit<HistoryRecord, 'sequence' | 'isCut' | 'searchText'>;
type StoredRecord = Omit<HistoryRecord, 'sequence'>;

/** An entry before it is written, and its text where that is too long to stand in it. */
interface NewEntry {
  readonly record: StoredRecord;
  readonly text: string | null;
}

/** Keeps every text that was run. */
@Injectable()
export class HistoryService implements OnApplicationBootstrap, OnApplicationShutdown {
  private pending: NewEntry[] = [];
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly state: State,
    private readonly retention: HistoryRetention,
    private readonly access: ConnectionAccess,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(HistoryService.name);
  }

  /** Forgets what the bounds of the configuration no longer keep. */
  async onApplicationBootstrap(): Promise<void> {
    await this.retention.prune();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Takes note of a run that is over; it is on disk a moment later. */
  record(run: ActiveRun): void {
    this.recordStatement(recordOf(run));
  }

  /** Takes note of a statement that was run beside the runs; it is on disk a moment later. */
  recordStatement(statement: NewRecord): void {
    this.pending.push(newEntryOf(statement));
    this.timer ??= setTimeout(() => void this.flush(), WRITE_EVERY_MS);
  }

  /** Lists what `actor` ran on connections that they still may see, newest first, long texts cut; `search` finds text in the SQL without regard to case. */
  async list(actor: Actor, question: HistoryQuestion): Promise<HistoryList> {
    await this.flush();
    const { cursor, limit } = question;
    let from = cursor === undefined ? await this.lastSequence() : Number(cursor) - 1;
    const found: HistoryRecord[] = [];
    while (from > 0 && found.length <= limit) {
      const to = question.search ? Math.max(0, from - SEARCHED_AT_A_TIME) : 0;
      found.push(...(await this.find(actor, question, from, to, limit + 1 - found.length)));
      from = to;
      await setImmediate();
    }
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return { items: page.map(entryOf), next_cursor: hasMore ? String(last.sequence) : null };
  }

  /** Shows one entry with its whole text; throws `history-entry-not-found`. */
  async get(actor: Actor, id: string): Promise<HistoryEntry> {
    await this.flush();
    const { manager } = this.state;
    const record = await manager.findOneBy(HistoryRecord, { id, ownerId: actor.userId });
    if (record === null || !this.access.maySee(actor, record.connectionId))
      throw new Problem('history-entry-not-found');
    const text = record.isCut ? await manager.findOneBy(HistoryTextRecord, { entryId: id }) : null;
    const entry = entryOf(record);
    return text === null ? entry : { ...entry, sql: text.sql, sql_truncated: false };
  }

  /** Entries down from sequence `from`, as far as `to`, which is not among them. */
  private find(
    actor: Actor,
    { search, connection_id: connectionId }: HistoryQuestion,
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

  private flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const entries = this.pending;
    this.pending = [];
    if (entries.length > 0) this.writing = this.writing.then(() => this.write(entries));
    return this.writing;
  }

  private async write(entries: NewEntry[]): Promise<void> {
    try {
      await this.state.transaction(async (manager) => {
        for (let start = 0; start < entries.length; start += ENTRIES_PER_INSERT) {
          const part = entries.slice(start, start + ENTRIES_PER_INSERT);
          await insert(
            manager,
            part.map(({ record }) => record),
          );
          for (const { record, text } of part) {
            if (text !== null) await manager.insert(HistoryTextRecord, { entryId: record.id, sql: text });
          }
        }
      });
      await this.retention.noteWritten(entries.length);
    } catch (error) {
      this.logger.error({ err: error, entries: entries.length }, 'the query history could not be written');
    }
  }
}

const COLUMNS = {
  id: 'id',
  ownerId: 'owner_id',
  connectionId: 'connection_id',
  connectionName: 'connection_name',
  sql: 'sql',
  isCut: 'is_cut',
  searchText: 'search_text',
  status: 'status',
  startedAt: 'started_at',
  elapsedMs: 'elapsed_ms',
  rowCount: 'row_count',
  error: 'error',
} as const satisfies Record<keyof StoredRecord, string>;
const PROPERTIES = Object.keys(COLUMNS) as (keyof StoredRecord)[];

/** One statement for all of them; written out, because every run pays for it. */
async function insert(manager: EntityManager, records: readonly StoredRecord[]): Promise<void> {
  const { driver } = manager.dataSource;
  // SQLite has no booleans, and this statement passes by the conversion of the entities.
  const values = records.flatMap((record) => PROPERTIES.map((property) => valueOf(record[property])));
  const rows = records.map((_, row) => {
    const parameters = PROPERTIES.map((name, column) => driver.createParameter(name, row * PROPERTIES.length + column));
    return `(${parameters.join(', ')})`;
  });
  await manager.query(
    `INSERT INTO studio_history (${Object.values(COLUMNS).join(', ')}) VALUES ${rows.join(', ')}`,
    values,
  );
}

function valueOf(value: StoredRecord[keyof StoredRecord]): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}

function newEntryOf(record: NewRecord): NewEntry {
  const { sql } = record;
  const isCut = sql.length > EXCERPT_CHARS;
  const searchText = sql.slice(0, SEARCHED_CHARS).toLowerCase();
  return { record: { ...record, sql: sql.slice(0, EXCERPT_CHARS), isCut, searchText }, text: isCut ? sql : null };
}

function recordOf(run: ActiveRun): NewRecord {
  const { id, actor, connectionId, connectionName, sql, startedAt } = run.surroundings;
  const { status, elapsed_ms } = run.summary();
  const failed = run.statements.find((statement) => statement.errorMessage !== null);
  return {
    id,
    ownerId: actor.userId,
    connectionId,
    connectionName,
    sql,
    status,
    startedAt,
    elapsedMs: elapsed_ms,
    rowCount: run.statements.findLast((statement) => statement.returnsRows)?.receivedRows ?? null,
    error: run.error?.message ?? failed?.errorMessage ?? null,
  };
}

function entryOf(record: HistoryRecord): HistoryEntry {
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
    error: record.error,
  };
}
