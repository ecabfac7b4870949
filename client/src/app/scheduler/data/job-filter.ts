export const JOB_STANDINGS = ['active', 'paused', 'running', 'failing', 'succeeded', 'never_run'] as const;

/** Which jobs are in sight; an empty string is no limit. */
export interface JobFilter {
  readonly search: string;
  readonly kind: string;
  readonly status: string;
  readonly connectionId: string;
  readonly owner: string;
}

export const NO_FILTER: JobFilter = { search: '', kind: '', status: '', connectionId: '', owner: '' };

const NAMES: Readonly<Record<keyof JobFilter, string>> = {
  search: 'q',
  kind: 'kind',
  status: 'status',
  connectionId: 'on',
  owner: 'owner',
};

/**
 * Reads a filter from an address; what means nothing there is no limit. `kinds` are the names of all kinds of jobs, none as
 * long as they are not known: then any kind is taken.
 */
export function filterOf(read: (name: string) => string | null, kinds: readonly string[]): JobFilter {
  const kind = read(NAMES.kind) ?? '';
  const status = read(NAMES.status) ?? '';
  return {
    search: read(NAMES.search) ?? '',
    kind: kinds.length === 0 || kinds.includes(kind) ? kind : '',
    status: (JOB_STANDINGS as readonly string[]).includes(status) ? status : '',
    connectionId: read(NAMES.connectionId) ?? '',
    owner: read(NAMES.owner) ?? '',
  };
}

/** A filter as parameters of an address; null takes one away. */
export function addressOf(filter: JobFilter): Record<string, string | null> {
  const entries = (Object.keys(NAMES) as (keyof JobFilter)[]).map((name) => [NAMES[name], filter[name] || null]);
  return Object.fromEntries(entries) as Record<string, string | null>;
}

/** How many limits there are. */
export function countLimits(filter: JobFilter): number {
  return Object.values(filter).filter((value) => value !== '').length;
}
