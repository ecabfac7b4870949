import { shownTable, tableKey } from '../catalog/index.js';
import type { CatalogChange, Dependent, TableName } from '../catalog/index.js';
import { changedPart } from './changed-part.js';
import type { ChangedPart } from './changed-part.js';
import type { ImpactItem } from '../api/index.js';

/**
 * The views that read what changes have changed, and the views that read those, each once for a change, in the order
 * in which they are shown. `dependents` are those before the changes and those after them: a column cannot go before the
 * views on it do, so that only the former know them.
 */
export function viewImpact(changes: readonly CatalogChange[], dependents: readonly Dependent[]): ImpactItem[] {
  const readers = new Map<string, Dependent[]>();
  for (const dependent of dependents) {
    const key = tableKey(dependent.on);
    const known = readers.get(key);
    if (known === undefined) readers.set(key, [dependent]);
    else known.push(dependent);
  }
  return changes.flatMap((change, index) => {
    const part = changedPart(change);
    return part === null ? [] : viewsOf(part, readers).map((view) => ({ change: index, ...view }));
  });
}

type Found = Omit<ImpactItem, 'change'>;

function viewsOf(part: ChangedPart, readers: ReadonlyMap<string, readonly Dependent[]>): Found[] {
  const found = new Map<string, Found>();
  const next: Dependent[] = [];
  const take = (dependent: Dependent, detail: string): void => {
    const key = tableKey(dependent.view);
    if (found.has(key)) return;
    found.set(key, { kind: 'view', id: null, name: shownTable(dependent.view), detail });
    next.push(dependent);
  };
  for (const dependent of readersOf(part, readers)) {
    if (part.column === null || dependent.column === part.column) take(dependent, wordOf(dependent));
  }
  for (let reader = next.shift(); reader !== undefined; reader = next.shift()) {
    const through = `through ${shownTable(reader.view)}`;
    for (const further of readersOf(reader.view, readers)) take(further, `${wordOf(further)} ${through}`);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readersOf(table: TableName, readers: ReadonlyMap<string, readonly Dependent[]>): readonly Dependent[] {
  return readers.get(tableKey(table)) ?? [];
}

function wordOf({ is_materialized: isMaterialized }: Dependent): string {
  return isMaterialized ? 'materialized view' : 'view';
}
