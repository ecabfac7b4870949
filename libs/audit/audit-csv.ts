import type { AuditEntry } from '../api/index.js';
import { isFormulaPrefix, csvRow } from '../results/index.js';
import { canonicalJson } from './canonical-json.js';

const COLUMNS = [
  'sequence',
  'at',
  'action',
  'outcome',
  'actor_kind',
  'actor_user_id',
  'actor_name',
  'actor_token_id',
  'object_kind',
  'object_id',
  'object_name',
  'details',
  'hash',
] as const;

/** The head of an audit file in CSV. */
export function auditCsvHead(): string {
  return csvRow([...COLUMNS]);
}

/**
 * An entry as a row of CSV. What people chose, such as a name, can be made to look like a formula, and a spreadsheet would
 * run it: such a text gets a `'` in front. NDJSON has every text as it is.
 */
export function auditCsvRow({ sequence, at, action, outcome, actor, object, details, hash }: AuditEntry): string {
  const chosen = [
    action,
    outcome,
    actor?.kind ?? null,
    actor?.user_id ?? null,
    actor?.name ?? null,
    actor?.token_id ?? null,
    object.kind,
    object.id,
    object.name,
    canonicalJson(details),
  ];
  return csvRow([String(sequence), at, ...chosen.map(guarded), hash]);
}

function guarded(cell: string | null): string | null {
  return cell !== null && isFormulaPrefix(cell) ? `'${cell}` : cell;
}
