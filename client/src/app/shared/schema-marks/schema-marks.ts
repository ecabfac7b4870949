import type { ContractSummary, WatchedConnection } from '#libs/api';
import { shownTable } from '#libs/catalog';
import type { TableName } from '#libs/catalog';
import type { IconName } from '../ui/icon/icon';

/** What is to be known of a schema at a glance: a contract that is broken, or a change found lately. */
export interface SchemaMark {
  readonly kind: 'broken' | 'changed';
  readonly icon: IconName;
  /** A short sentence for a tooltip and for those who listen. */
  readonly words: string;
}

const BROKEN = { kind: 'broken', icon: 'file-x-corner' } as const;
const CHANGED = { kind: 'changed', icon: 'git-compare-arrows' } as const;

/** The mark of a connection; what is broken comes first. */
export function connectionMark(
  contract: ContractSummary | undefined,
  watched: WatchedConnection | undefined,
): SchemaMark | null {
  if (contract?.state === 'violated') {
    const count = contract.broken.length;
    return {
      ...BROKEN,
      words: `Contract ${contract.name} violated: ${count === 1 ? '1 breakage' : `${count} breakages`}`,
    };
  }
  const count = watched?.change_count ?? 0;
  if (count === 0) return null;
  return { ...CHANGED, words: `${count === 1 ? '1 change' : `${count} changes`} of the schema in 7 days` };
}

/** The mark of a table; what is broken comes first. */
export function tableMark(
  table: TableName,
  contract: ContractSummary | undefined,
  watched: WatchedConnection | undefined,
): SchemaMark | null {
  const shown = shownTable(table);
  if (contract?.state === 'violated' && contract.broken_tables.includes(shown)) {
    return { ...BROKEN, words: `Breaks the contract ${contract.name}` };
  }
  if (watched?.changed_tables.includes(shown) !== true) return null;
  return { ...CHANGED, words: 'Changed in the last 7 days' };
}
