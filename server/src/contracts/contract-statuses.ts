import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { selectRows, State } from '../platform/index.js';
import { RecentChanges } from '../schema-watch/index.js';
import { staleReasonOf, statusOf } from './contract-views.js';
import type { LastCheck } from './contract-views.js';
import { ContractRecord, ViolationRecord } from './contract.entity.js';
import type { ContractStatus, ContractViolation } from '#libs/api';

/** Where one contract stands, without the tables that it freezes. Times are ISO 8601. */
export interface ContractStanding {
  readonly connectionId: string;
  readonly name: string;
  readonly frozenAt: string;
  readonly state: ContractStatus;
  readonly evaluatedAt: string;
  /** Why the catalog could not be read since then; null where it was. */
  readonly staleReason: string | null;
  readonly tableCount: number;
  /** What is broken now. */
  readonly violation: Pick<ContractViolation, 'opened_at' | 'items'> | null;
}

/** What is read of a contract to say where it stands. */
type StandingRow = Pick<
  ContractRecord,
  'connectionId' | 'name' | 'frozenAt' | 'breakage' | 'evaluatedAt' | 'tableCount'
>;

const STANDING_COLUMNS = {
  connectionId: 'connection_id',
  name: 'name',
  frozenAt: 'frozen_at',
  breakage: 'breakage',
  evaluatedAt: 'evaluated_at',
  tableCount: 'table_count',
};

/** Ids that are read at a time. */
const CHUNK = 200;

/** Where contracts stand, read without what they froze: a page of them costs the same however many tables they hold. */
@Injectable()
export class ContractStatuses {
  constructor(
    private readonly state: State,
    private readonly recent: RecentChanges,
  ) {}

  /** At most `limit` contracts of connections that `isMeant` takes, in the order of their connections' ids after `after`. */
  async page(
    isMeant: (connectionId: string) => boolean,
    after: string | null,
    limit: number,
  ): Promise<ContractStanding[]> {
    return this.standingsOf(await this.idsOf(isMeant, after ?? '', limit));
  }

  private async standingsOf(ids: readonly string[]): Promise<ContractStanding[]> {
    if (ids.length === 0) return [];
    const rows = await selectRows<StandingRow>(this.state.manager, 'contract', STANDING_COLUMNS, {
      key: 'connection_id',
      values: ids,
    });
    const broken = rows.filter(({ breakage }) => breakage !== null).map(({ connectionId }) => connectionId);
    const [open, checks] = [await this.openViolations(broken), await this.recent.checksOf(ids)];
    const standings: ContractStanding[] = [];
    for (const row of rows) {
      const tableCount = row.tableCount ?? (await this.countTables(row.connectionId));
      const check = checks.get(row.connectionId) ?? null;
      standings.push(standingOf({ ...row, tableCount }, open.get(row.connectionId), check));
    }
    return standings;
  }

  /** Of a contract of an earlier version, which no check has counted yet. */
  private async countTables(connectionId: string): Promise<number> {
    const select = { connectionId: true, tables: true } as const;
    const record = await this.state.manager.findOne(ContractRecord, { where: { connectionId }, select });
    return record?.tables.length ?? 0;
  }

  /** All of them. */
  async all(isMeant: (connectionId: string) => boolean): Promise<ContractStanding[]> {
    const found: ContractStanding[] = [];
    // By ids: a contract that is released meanwhile has no standing.
    for (let ids = await this.idsOf(isMeant, '', CHUNK); ; ids = await this.idsOf(isMeant, ids.at(-1) ?? '', CHUNK)) {
      found.push(...(await this.standingsOf(ids)));
      if (ids.length < CHUNK) return found;
    }
  }

  /** Reads ids only: as many as are wanted, which may be enough, and then some at a time. */
  private async idsOf(isMeant: (connectionId: string) => boolean, after: string, limit: number): Promise<string[]> {
    const ids: string[] = [];
    for (let last = after, count = limit; ids.length < limit; count = CHUNK) {
      const query = this.state.manager.createQueryBuilder(ContractRecord, 'c').select('c.connectionId', 'id');
      query.where('c.connectionId > :last', { last }).orderBy('c.connectionId').limit(count);
      const rows = await query.getRawMany<{ id: string }>();
      ids.push(...rows.map(({ id }) => id).filter(isMeant));
      if (rows.length < count) break;
      last = rows.at(-1)?.id ?? last;
    }
    return ids.slice(0, limit);
  }

  private async openViolations(connectionIds: readonly string[]): Promise<Map<string, ViolationRecord>> {
    if (connectionIds.length === 0) return new Map();
    const where = { connectionId: In(connectionIds), resolvedAt: IsNull() };
    const records = await this.state.manager.findBy(ViolationRecord, where);
    return new Map(records.map((record) => [record.connectionId, record]));
  }
}

function standingOf(
  row: StandingRow & { readonly tableCount: number },
  open: ViolationRecord | undefined,
  check: LastCheck,
): ContractStanding {
  const { connectionId, name, frozenAt, evaluatedAt, tableCount } = row;
  const [state, staleReason] = [statusOf(row), staleReasonOf(row, check)];
  const violation = open === undefined ? null : { opened_at: open.openedAt, items: open.items };
  return { connectionId, name, frozenAt, state, evaluatedAt, staleReason, tableCount, violation };
}
