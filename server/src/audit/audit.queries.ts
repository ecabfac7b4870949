import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ChainCheck } from '#libs/audit';
import type { AuditEntry, AuditList, AuditVerification } from '#libs/api';
import { State } from '../platform/index.js';
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
    const rows = await this.state.transaction((manager) => {
      const query = selectRows(manager, filter).orderBy('entry.sequence', 'DESC');
      if (before !== undefined) query.andWhere('entry.sequence < :before', { before: Number(before) });
      return query.limit(limit + 1).getRawMany<AuditRow>();
    });
    const items = rows.slice(0, limit).map(entryOf);
    const last = items.at(-1);
    return { items, next_cursor: rows.length > limit && last !== undefined ? String(last.sequence) : null };
  }

  /** All entries that there are now, oldest first, some at a time. */
  async *entries(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
    await this.recorder.flush();
    const { sequence: end } = await this.state.transaction((manager) => this.log.head(manager));
    for (let after = 0; ;) {
      const rows = await this.state.transaction((manager) =>
        selectRows(manager, filter)
          .andWhere('entry.sequence > :after AND entry.sequence <= :end', { after, end })
          .orderBy('entry.sequence')
          .limit(ROWS_AT_ONCE)
          .getRawMany<AuditRow>(),
      );
      if (rows.length > 0) yield rows.map(entryOf);
      if (rows.length < ROWS_AT_ONCE) return;
      after = rows.at(-1)?.sequence ?? end;
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
    const { sequence: end } = await this.state.transaction((manager) => this.log.head(manager));
    for (let after = 0; after < end;) {
      const rows = await this.state.transaction((manager) => rowsAfter(manager, after, end));
      for (const row of rows) check.add(row.sequence, readableEntry(row));
      after = rows.at(-1)?.sequence ?? end;
      await setImmediate();
    }
    return verificationOf(check);
  }
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
