import type { ContractStatus, ContractSummary, ContractView, ContractViolation, ViolationSet } from '#libs/api';
import { contractDocument } from '#libs/contracts';
import type { Contract } from '#libs/contracts';
import type { ContractRecord, KeptViolation, ViolationRecord } from './contract.entity.js';

/** The last try to read a connection's catalog. */
export type LastCheck = { readonly checkedAt: string; readonly lastError: string | null } | null;

/** A contract as the rules know it. */
export function contractOf({ name, connectionId, frozenAt, tables }: ContractRecord): Contract {
  return { name, connection_id: connectionId, frozen_at: frozenAt, tables };
}

/** The result of the last evaluation. */
export function statusOf({ breakage }: Pick<ContractRecord, 'breakage'>): ContractStatus {
  return breakage === null ? 'holds' : 'violated';
}

/** Why the catalog could not be read since the last evaluation; null where it was. */
export function staleReasonOf({ evaluatedAt }: Pick<ContractRecord, 'evaluatedAt'>, check: LastCheck): string | null {
  return check !== null && check.checkedAt > evaluatedAt ? check.lastError : null;
}

export function contractViewOf(record: ContractRecord, open: ViolationRecord | null, check: LastCheck): ContractView {
  const staleReason = staleReasonOf(record, check);
  return {
    contract: { id: record.id, frozen_by: record.frozenBy, ...contractDocument(contractOf(record)) },
    state: statusOf(record),
    violation: open === null ? null : violationOf(open),
    evaluated_at: record.evaluatedAt,
    stale: staleReason !== null,
    stale_reason: staleReason,
  };
}

export function contractSummaryOf(
  record: ContractRecord,
  open: ViolationRecord | null,
  check: LastCheck,
): ContractSummary {
  return {
    connection_id: record.connectionId,
    name: record.name,
    frozen_at: record.frozenAt,
    table_count: record.tables.length,
    state: statusOf(record),
    stale: staleReasonOf(record, check) !== null,
    evaluated_at: record.evaluatedAt,
    broken: (open?.items ?? []).map(({ summary }) => summary),
    broken_tables: [...new Set((open?.items ?? []).map(({ table }) => table))],
  };
}

export function violationOf(record: ViolationRecord): ContractViolation {
  return {
    id: record.id,
    state: record.resolvedAt === null ? 'open' : 'resolved',
    opened_at: record.openedAt,
    changed_at: record.changedAt,
    resolved_at: record.resolvedAt,
    summary: record.summary,
    items: record.items,
    sets: setsOf(record),
  };
}

/** Of a violation that was recorded before sets were kept, the last one is known. */
export function setsOf({ sets, changedAt, summary, items }: KeptViolation): ViolationSet[] {
  return sets.length > 0 ? sets : [{ since: changedAt, summary, items }];
}
