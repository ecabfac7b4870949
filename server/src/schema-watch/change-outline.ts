import type { TracedChange } from '#libs/catalog';
import type { ChangeOutlineRecord, SchemaChangeRecord } from './schema-change.entity.js';

/** Tables that are named of each kind, and that a connection shows. */
export const MAX_TABLES = 1_000;

/** What lists show of a change record. */
export type ChangeOutline = Pick<ChangeOutlineRecord, keyof ChangeOutlineRecord>;

/** The tables of a record by the first word on each: those that are still there, and those that went. */
export type OutlinedTables = Pick<ChangeOutline, 'changedTables' | 'removedTables'>;

/** What lists show of a record. */
export function outlineOf({
  id: changeId,
  toSnapshotId,
  changes,
}: Pick<SchemaChangeRecord, 'id' | 'toSnapshotId' | 'changes'>): ChangeOutline {
  return { changeId, toSnapshotId, changeCount: changes.length, ...tablesOf(changes) };
}

function tablesOf(changes: readonly Pick<TracedChange, 'table' | 'kind'>[]): OutlinedTables {
  const isThere = new Map<string, boolean>();
  for (const { table, kind } of changes) if (!isThere.has(table)) isThere.set(table, kind !== 'table_removed');
  const named = (wanted: boolean): string[] =>
    [...isThere].flatMap(([table, is]) => (is === wanted ? [table] : [])).slice(0, MAX_TABLES);
  return { changedTables: named(true), removedTables: named(false) };
}

/** The tables that the records of one connection are about and that are still there. */
export class ChangedTables {
  private readonly changed = new Set<string>();
  private readonly removed = new Set<string>();

  get names(): string[] {
    return [...this.changed].slice(0, MAX_TABLES);
  }

  get isFull(): boolean {
    return this.changed.size >= MAX_TABLES;
  }

  /** Adds a record that is older than those before: the newest word on a table counts. */
  add({ changedTables, removedTables }: OutlinedTables): void {
    const news = changedTables.filter((table) => !this.removed.has(table));
    for (const table of removedTables) if (!this.changed.has(table)) this.removed.add(table);
    for (const table of news) this.changed.add(table);
  }
}
