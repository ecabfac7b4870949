import type { ContractStatus, ContractSummary, ContractView, ContractViolation } from '#libs/api';
import { contractDocument } from '#libs/contracts';
import type { Contract } from '#libs/contracts';
import type { ContractRecord, ViolationRecord } from './contract.entity.js';

/** The last try to read a connection's catalog. */
export type LastCheck = { readonly checkedAt: string; readonly lastError: string | null } | null;

/** A contract as the rules know it. */
export function contractOf({ name, connectionId, frozenAt, tables }: ContractRecord): Contract {
  return { name, connection_id: connectionId, frozen_at: frozenAt, tables };
}

/** Nothing is known of a contract whose catalog could not be read since. */
export function statusOf({ breakage, evaluatedAt }: ContractRecord, check: LastCheck): ContractStatus {
  if (check !== null && check.lastError !== null && check.checkedAt > evaluatedAt) return 'stale';
  return breakage === null ? 'holds' : 'violated';
}

export function contractViewOf(record: ContractRecord, open: ViolationRecord | null, check: LastCheck): ContractView {
  const state = statusOf(record, check);
  return {
    contract: { id: record.id, frozen_by: record.frozenBy, ...contractDocument(contractOf(record)) },
    state,
    violation: open === null ? null : violationOf(open),
    evaluated_at: record.evaluatedAt,
    stale_reason: state === 'stale' ? (check?.lastError ?? null) : null,
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
    state: statusOf(record, check),
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
  };
}
