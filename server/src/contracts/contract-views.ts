import type { ContractStatus, ContractView, ContractViolation } from '#libs/api';
import { contractDocument } from '#libs/contracts';
import type { Contract } from '#libs/contracts';
import type { ContractRecord } from './contract.entity.js';

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

export function contractViewOf(
  record: ContractRecord,
  violation: ContractViolation | null,
  check: LastCheck,
): ContractView {
  const staleReason = staleReasonOf(record, check);
  return {
    contract: { id: record.id, frozen_by: record.frozenBy, ...contractDocument(contractOf(record)) },
    state: statusOf(record),
    violation,
    evaluated_at: record.evaluatedAt,
    stale: staleReason !== null,
    stale_reason: staleReason,
  };
}
