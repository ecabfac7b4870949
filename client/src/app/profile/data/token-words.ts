import type { Scope } from '#libs/access';
import type { ApiToken, SavedByToken } from '#libs/api';
import { apiUrl } from '../../shared/http/api-url';

/** What each scope lets a token do, in a sentence. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  read: 'Read connections, schemas, history and saved queries.',
  query: 'Run read-only queries.',
  write: 'Run queries that change data.',
  changes: 'Propose changes to data.',
  manage: 'Manage connections, contracts, jobs and other settings.',
  tiles: 'Fetch vector tiles. The token is accepted in the URL for tiles only.',
  mcp: 'Use agent tools.',
  admin: 'Administration.',
};

/** For how many days a new token may be good; null never ends. */
export const LIFETIMES_DAYS: readonly (number | null)[] = [7, 30, 90, 365, null];
export const DEFAULT_LIFETIME_DAYS = 90;

const DAY_MS = 86_400_000;

/** A lifetime in words. Takes days. */
export function lifetimeText(days: number | null): string {
  if (days === null) return 'Never';
  return days === 365 ? '1 year' : `${days} days`;
}

/** When a token that is made at `nowMs` (milliseconds since the epoch) ends, in ISO 8601; null for never. */
export function expiryOf(days: number | null, nowMs: number): string | null {
  return days === null ? null : new Date(nowMs + days * DAY_MS).toISOString();
}

/** What a token may do, in a few words. */
export function scopesText({ scopes }: Pick<ApiToken, 'scopes'>): string {
  if (scopes === null) return 'Full access';
  return scopes.length === 0 ? 'Nothing' : scopes.join(', ');
}

/** The connections that a token may use, by name; one that is not there any more is shown by its id. */
export function connectionsText(
  { connection_ids: ids }: Pick<ApiToken, 'connection_ids'>,
  names: ReadonlyMap<string, string>,
): string {
  if (ids === null) return 'All';
  return ids.length === 0 ? 'None' : ids.map((id) => names.get(id) ?? id).join(', ');
}

/** A command that shows that a token works. */
export function curlExample(token: string, origin: string): string {
  return `curl -H "Authorization: Bearer ${token}" ${origin}${apiUrl('/api/connections')}`;
}

const END = 'Programs that use it lose access at once. This cannot be undone.';
const UNKNOWN = 'Jobs that it saved are paused, and channels that it saved are disabled.';

/** What revoking a token does, and the names of what it stops; null where that could not be listed. */
export function revocationText(saved: readonly SavedByToken[] | null): { text: string; items: string[] } {
  if (saved === null) return { text: `${END} ${UNKNOWN}`, items: [] };
  const active = saved.filter(({ is_active: isActive }) => isActive);
  const stopped = stoppedText(active);
  if (stopped === '') return { text: END, items: [] };
  const items = active.map(({ kind, name }) => `${kind === 'job' ? 'Job' : 'Channel'} ${name}`);
  return { text: `${END} ${stopped} that it saved. Review what it saved before you turn it on again.`, items };
}

/** `Pauses 2 jobs and disables 1 channel`; empty for none. */
function stoppedText(active: readonly SavedByToken[]): string {
  const jobs = active.filter(({ kind }) => kind === 'job').length;
  const channels = active.length - jobs;
  const parts = [
    ...(jobs === 0 ? [] : [`pauses ${counted(jobs, 'job')}`]),
    ...(channels === 0 ? [] : [`disables ${counted(channels, 'channel')}`]),
  ];
  return parts.length === 0 ? '' : `Revoking it ${parts.join(' and ')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
