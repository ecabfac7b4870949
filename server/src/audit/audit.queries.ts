import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ChainCheck } from '#libs/audit';
import type { AuditEntry, AuditList, AuditVerification } from '#libs/api';
import { ScanWindow, State } from '../platform/index.js';
import { AuditRecord } from './audit-entry.entity.js';
import { applyFilter } from './audit-filter.js';
import type { AuditFilter } from './audit-filter.js';
import { AuditHeads } from './audit-heads.js';
import { AuditLog } from './audit-log.js';
import { AUDIT_COLUMNS, entryOf, readableEntry } from './audit-row.js';
import type { AuditRow } from './audit-row.js';
import { AuditRecorder } from './audit-recorder.service.js';
import { sha256 } from './sha256.js';
import { verificationOf } from './verification-of.js';

const ROWS_AT_ONCE = 1000;

/**
 * Answers what was done. Everything is read in transactions of the state, which wait for those that write: outside of
 * them, one would see entries that may yet be rolled back.
 */
@Injectable()
export class AuditQueries {
  private verifying: Promise<AuditVerification> | null = null;

  constructor(
    private readonly state: State,
    private readonly log: AuditLog,
    private readonly recorder: AuditRecorder,
    private readonly heads: AuditHeads,
  ) {}

  /** Lists entries, newest first; `before` is the cursor of the page before. */
  async list(filter: AuditFilter, limit: number, before: string | undefined): Promise<AuditList> {
    await this.recorder.flush();
    const rows: AuditRow[] = [];
    const window = new ScanWindow();
    let last = Math.min(await this.lastSequence(), Number(before ?? Infinity) - 1);
    while (last > 0 && rows.length <= limit) {
      const part = { after: last - window.rows, end: last };
      const take = limit + 1 - rows.length;
      rows.push(...(await window.measure(() => this.search(filter, part, 'DESC', take))));
      last = part.after;
      await setImmediate();
    }
    const items = rows.slice(0, limit).map(entryOf);
    const oldest = items.at(-1);
    return { items, next_cursor: rows.length > limit && oldest !== undefined ? String(oldest.sequence) : null };
  }

  /** All entries that there are now, oldest first, some at a time. */
  async *entries(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
    await this.recorder.flush();
    const last = await this.lastSequence();
    const window = new ScanWindow();
    for (let after = 0; after < last;) {
      const part = { after, end: Math.min(last, after + window.rows) };
      const rows = await window.measure(() => this.search(filter, part, 'ASC', ROWS_AT_ONCE));
      if (rows.length > 0) yield rows.map(entryOf);
      after = rows.length < ROWS_AT_ONCE ? part.end : (rows.at(-1)?.sequence ?? last);
      await setImmediate();
    }
  }

  /** Checks the whole chain, also against the heads that were noted. Who asks while that is being done gets its answer. */
  verify(): Promise<AuditVerification> {
    this.verifying ??= this.check().finally(() => {
      this.verifying = null;
    });
    return this.verifying;
  }

  private async check(): Promise<AuditVerification> {
    await this.recorder.flush();
    const check = new ChainCheck(sha256, await this.heads.kept());
    const end = await this.lastSequence();
    for (let after = 0; after < end;) {
      const rows = await this.state.transaction((manager) => rowsAfter(manager, after, end));
      for (const row of rows) check.add(row.sequence, readableEntry(row));
      after = rows.at(-1)?.sequence ?? end;
      await setImmediate();
    }
    return verificationOf(check);
  }

  private async lastSequence(): Promise<number> {
    return (await this.state.transaction((manager) => this.log.head(manager))).sequence;
  }

  /** Entries of one part of the log that a filter asks for, which others wait for no longer than that takes. */
  private search(
    filter: AuditFilter,
    { after, end }: LogPart,
    order: 'ASC' | 'DESC',
    take: number,
  ): Promise<AuditRow[]> {
    return this.state.transaction((manager) =>
      selectRows(manager, filter)
        .andWhere('entry.sequence > :partAfter AND entry.sequence <= :partEnd', { partAfter: after, partEnd: end })
        .orderBy('entry.sequence', order)
        .limit(take)
        .getRawMany<AuditRow>(),
    );
  }
}

/** A part of the log by the sequences of its entries: those behind `after`, as far as `end`. */
interface LogPart {
  readonly after: number;
  readonly end: number;
}

/** Raw rows: making objects of a hundred thousand of them takes longer than hashing them. */
function selectRows(manager: EntityManager, filter: AuditFilter) {
  const query = manager.createQueryBuilder(AuditRecord, 'entry').select([]);
  for (const { propertyName, databaseName } of manager.dataSource.getMetadata(AuditRecord).columns)
    query.addSelect(`entry.${propertyName}`, databaseName);
  applyFilter(query, filter);
  return query;
}

function rowsAfter(manager: EntityManager, after: number, end: number): Promise<AuditRow[]> {
  const { driver } = manager.dataSource;
  const [first, second] = [driver.createParameter('after', 0), driver.createParameter('end', 1)];
  return manager.query<AuditRow[]>(
    `SELECT ${AUDIT_COLUMNS.join(', ')} FROM audit_entry WHERE sequence > ${first} AND sequence <= ${second}
     ORDER BY sequence LIMIT ${ROWS_AT_ONCE}`,
    [after, end],
  );
}
