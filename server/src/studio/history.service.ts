import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { EntityManager } from 'typeorm';
import type { HistoryEntry, HistoryList } from '#libs/api';
import { State } from '../platform/index.js';
import type { ActiveRun } from './active-run.js';
import { HistoryRecord } from './history.entity.js';

/** Entries that end within this time are written together: one transaction for a burst of runs. */
const WRITE_EVERY_MS = 100;
/** SQLite allows 32,766 values in a statement. */
const ENTRIES_PER_INSERT = 500;

type NewRecord = Omit<HistoryRecord, 'sequence'>;

/** Keeps every text that was run. */
@Injectable()
export class HistoryService implements OnApplicationShutdown {
  private pending: NewRecord[] = [];
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly state: State,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(HistoryService.name);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Takes note of a run that is over; it is on disk a moment later. */
  record(run: ActiveRun): void {
    this.pending.push(recordOf(run));
    this.timer ??= setTimeout(() => void this.flush(), WRITE_EVERY_MS);
  }

  /** Newest first; `search` finds text in the SQL, `before` is the cursor of the previous page. */
  async list(search: string | undefined, limit: number, before: string | undefined): Promise<HistoryList> {
    await this.flush();
    const query = this.state.manager.createQueryBuilder(HistoryRecord, 'entry').orderBy('entry.sequence', 'DESC');
    if (search) query.andWhere("LOWER(entry.sql) LIKE :like ESCAPE '\\'", { like: `%${likeText(search)}%` });
    if (before !== undefined) query.andWhere('entry.sequence < :before', { before: Number(before) });
    const records = await query.take(limit + 1).getMany();
    const items = records.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(entryOf),
      next_cursor: records.length > limit && last !== undefined ? String(last.sequence) : null,
    };
  }

  private flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const records = this.pending;
    this.pending = [];
    if (records.length > 0) this.writing = this.writing.then(() => this.write(records));
    return this.writing;
  }

  private async write(records: NewRecord[]): Promise<void> {
    try {
      await this.state.transaction(async (manager) => {
        for (let start = 0; start < records.length; start += ENTRIES_PER_INSERT) {
          await insert(manager, records.slice(start, start + ENTRIES_PER_INSERT));
        }
      });
    } catch (error) {
      this.logger.error({ err: error, entries: records.length }, 'the query history could not be written');
    }
  }
}

const COLUMNS = {
  id: 'id',
  connectionId: 'connection_id',
  connectionName: 'connection_name',
  sql: 'sql',
  status: 'status',
  startedAt: 'started_at',
  elapsedMs: 'elapsed_ms',
  rowCount: 'row_count',
  error: 'error',
} as const satisfies Record<keyof NewRecord, string>;
const PROPERTIES = Object.keys(COLUMNS) as (keyof NewRecord)[];

/** One statement for all of them; written out, because every run pays for it. */
async function insert(manager: EntityManager, records: readonly NewRecord[]): Promise<void> {
  const { driver } = manager.dataSource;
  const values = records.flatMap((record) => PROPERTIES.map((property) => record[property]));
  const rows = records.map((_, row) => {
    const parameters = PROPERTIES.map((name, column) => driver.createParameter(name, row * PROPERTIES.length + column));
    return `(${parameters.join(', ')})`;
  });
  await manager.query(
    `INSERT INTO studio_history (${Object.values(COLUMNS).join(', ')}) VALUES ${rows.join(', ')}`,
    values,
  );
}

function recordOf(run: ActiveRun): NewRecord {
  const { id, connectionId, connectionName, sql, startedAt } = run.surroundings;
  const { status, elapsed_ms } = run.summary();
  const failed = run.statements.find((statement) => statement.errorMessage !== null);
  return {
    id,
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
    status: record.status,
    started_at: record.startedAt,
    elapsed_ms: record.elapsedMs,
    row_count: record.rowCount,
    error: record.error,
  };
}

function likeText(search: string): string {
  return search.toLowerCase().replace(/[\\%_]/g, '\\$&');
}
