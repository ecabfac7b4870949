import { CHANGE_STATES } from '#libs/api';
import type { ChangeSet } from '#libs/api';
import type { ChangeLimits } from '../../shared/changes/data/changes-api';

/** Which change sets are in sight; an empty string is no limit. */
export interface ChangeFilter extends ChangeLimits {
  readonly search: string;
}

export const NO_FILTER: ChangeFilter = { search: '', state: '', connectionId: '', author: '' };

const NAMES: Readonly<Record<keyof ChangeFilter, string>> = {
  search: 'q',
  state: 'status',
  connectionId: 'on',
  author: 'author',
};

/** Reads a filter from an address; an unknown status is no limit. */
export function filterOf(read: (name: string) => string | null): ChangeFilter {
  return {
    search: read(NAMES.search) ?? '',
    state: CHANGE_STATES.find((state) => state === read(NAMES.state)) ?? '',
    connectionId: read(NAMES.connectionId) ?? '',
    author: read(NAMES.author) ?? '',
  };
}

/** A filter as parameters of an address; null removes one. */
export function addressOf(filter: ChangeFilter): Record<string, string | null> {
  const names = Object.keys(NAMES) as (keyof ChangeFilter)[];
  return Object.fromEntries(names.map((name) => [NAMES[name], filter[name] || null]));
}

/** How many limits are set. */
export function countLimits(filter: ChangeFilter): number {
  return Object.values(filter).filter((value) => value !== '').length;
}

/** Whether title, author, connection or a table of a change set contains the text, whatever its case. */
export function isFound(change: ChangeSet, search: string): boolean {
  const needle = search.trim().toLowerCase();
  const tables = change.tables.map(({ schema, table }) => `${schema}.${table}`);
  const texts = [change.title, change.author.name, change.connection_name ?? change.connection_id, ...tables];
  return texts.some((text) => text.toLowerCase().includes(needle));
}
