import type { ActionOutcome } from '#libs/audit';
import { apiUrl } from '../../shared/http/api-url';
import { OUTCOMES } from './audit-words';

/** What the list is limited to, as the address says it; an empty string is no limit. Days are `2026-11-20`. */
export interface AuditFilter {
  readonly actor: string;
  readonly action: string;
  readonly object: string;
  readonly outcome: string;
  readonly from: string;
  readonly to: string;
}

/** A filter as the server is asked: what is left out is no limit. */
export interface AuditQuery {
  readonly actor?: string;
  readonly action?: string;
  readonly object?: string;
  readonly outcome?: ActionOutcome;
  readonly from?: string;
  readonly to?: string;
}

export type AuditFilterField = keyof AuditFilter;

export const NO_FILTER: AuditFilter = { actor: '', action: '', object: '', outcome: '', from: '', to: '' };
const FIELDS = Object.keys(NO_FILTER) as AuditFilterField[];

/** Reads the filter out of an address. `read` gives a parameter of it. */
export function filterOf(read: (name: string) => string | null): AuditFilter {
  const given = FIELDS.map((field) => [field, read(field)?.trim() ?? ''] as const);
  const filter = { ...NO_FILTER, ...Object.fromEntries(given) };
  const outcome = OUTCOMES.find((one) => one === filter.outcome) ?? '';
  return { ...filter, outcome, from: dayOrNone(filter.from), to: dayOrNone(filter.to) };
}

/** How many limits there are. */
export function countLimits(filter: AuditFilter): number {
  return FIELDS.filter((field) => filter[field] !== '').length;
}

/** The address's parameters; null takes one out of it. */
export function addressOf(filter: AuditFilter): Record<AuditFilterField, string | null> {
  const given = FIELDS.map((field) => [field, filter[field] === '' ? null : filter[field]] as const);
  return Object.fromEntries(given) as Record<AuditFilterField, string | null>;
}

/** What the server is asked: both days are whole days of the person's own time zone. */
export function queryOf({ actor, action, object, outcome, from, to }: AuditFilter): AuditQuery {
  return {
    ...{ actor: actor || undefined, action: action || undefined, object: object || undefined },
    outcome: OUTCOMES.find((one) => one === outcome),
    ...{ from: startOf(from, 0) || undefined, to: startOf(to, 1) || undefined },
  };
}

/** The address of the same list as a file. */
export function exportAddress(filter: AuditFilter, format: 'csv' | 'ndjson'): string {
  return apiUrl('/api/audit/export', { query: { format, ...queryOf(filter) } });
}

function startOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return day === '' ? '' : new Date(year, month - 1, date + daysLater).toISOString();
}

function dayOrNone(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}
