import type { ListedTable } from '#libs/api';

/** A row of the list from which tables are chosen. */
export interface TableChoice {
  readonly name: string;
  /** Null for a table that is not in the last snapshot. */
  readonly schema: string | null;
  /** What it belongs to: `partition of events`; empty for a table of its own. */
  readonly note: string;
}

/** The tables of one schema: those that are listed, and the names of all that were found. */
export interface TableGroup {
  readonly schema: string | null;
  readonly shown: readonly TableChoice[];
  readonly names: readonly string[];
}

/** The most rows that are listed; searching narrows them. */
export const MAX_CHOICES = 200;

/** Partitions and extension tables of the last snapshot, and what is chosen already although it is gone. */
export function watchChoices(catalog: readonly ListedTable[], chosen: readonly string[]): TableChoice[] {
  return [...goneChoices(catalog, chosen), ...catalog.filter((table) => noteOf(table) !== '').map(choiceOf)];
}

/** Every table of the last snapshot, and what is chosen already although it is gone. */
export function contractChoices(catalog: readonly ListedTable[], chosen: readonly string[]): TableChoice[] {
  return [...goneChoices(catalog, chosen), ...catalog.map(choiceOf)];
}

/** Those whose name or note has the text, whatever its case. */
export function findChoices(choices: readonly TableChoice[], text: string): TableChoice[] {
  const wanted = text.trim().toLowerCase();
  return choices.filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(wanted));
}

/** The choices by schema, those that are gone first, then by name; the first `limit` rows of all are listed. */
export function groupChoices(choices: readonly TableChoice[], limit = MAX_CHOICES): TableGroup[] {
  const bySchema = new Map<string | null, TableChoice[]>();
  for (const choice of choices) {
    const group = bySchema.get(choice.schema) ?? [];
    group.push(choice);
    bySchema.set(choice.schema, group);
  }
  const sorted = [...bySchema].sort(([one], [other]) => (one ?? '').localeCompare(other ?? ''));
  let left = limit;
  return sorted.map(([schema, group]) => {
    const shown = group.slice(0, left);
    left -= shown.length;
    return { schema, shown, names: group.map(({ name }) => name) };
  });
}

/** The name below the heading of its schema: without the schema. */
export function shortName({ name, schema }: TableChoice): string {
  return schema !== null && name.startsWith(`${schema}.`) ? name.slice(schema.length + 1) : name;
}

/** How many of a group's tables are chosen. */
export function groupState({ names }: TableGroup, chosen: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const count = names.filter((name) => chosen.has(name)).length;
  if (count === 0) return 'none';
  return count === names.length ? 'all' : 'some';
}

/** The list with all of some names added at the end, or all of them taken out where each is in it. */
export function toggled(chosen: readonly string[], names: readonly string[]): string[] {
  const known = new Set(chosen);
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0) return [...chosen, ...missing];
  const removed = new Set(names);
  return chosen.filter((name) => !removed.has(name));
}

function goneChoices(catalog: readonly ListedTable[], chosen: readonly string[]): TableChoice[] {
  const known = new Set(catalog.map(({ name }) => name));
  const gone = chosen.filter((name) => !known.has(name));
  return gone.map((name) => ({ name, schema: null, note: 'not in the last snapshot' }));
}

function choiceOf(table: ListedTable): TableChoice {
  return { name: table.name, schema: table.schema, note: noteOf(table) };
}

function noteOf({ partition_of: parent, extension }: ListedTable): string {
  if (parent !== null) return `partition of ${parent}`;
  return extension === null ? '' : `extension ${extension}`;
}
