import type { ListedTable } from '#libs/api';

/** A row of the list from which tables are chosen. */
export interface TableChoice {
  readonly name: string;
  /** What it belongs to: `partition of events`; empty for a table of its own. */
  readonly note: string;
}

/** The most rows that are listed; searching narrows them. */
export const MAX_CHOICES = 200;

/** Partitions and extension tables of the last snapshot, and what is chosen already although it is gone. */
export function watchChoices(catalog: readonly ListedTable[], chosen: readonly string[]): TableChoice[] {
  const known = new Set(catalog.map(({ name }) => name));
  const gone = chosen.filter((name) => !known.has(name)).map((name) => ({ name, note: 'not in the last snapshot' }));
  return [...gone, ...catalog.filter((table) => noteOf(table) !== '').map(choiceOf)];
}

/** Every table of the last snapshot. */
export function contractChoices(catalog: readonly ListedTable[]): TableChoice[] {
  return catalog.map(choiceOf);
}

/** Those whose name or note has the text, whatever its case. */
export function findChoices(choices: readonly TableChoice[], text: string): TableChoice[] {
  const wanted = text.trim().toLowerCase();
  return choices.filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(wanted));
}

/** The list with a name added at the end, or taken out. */
export function toggled(chosen: readonly string[], name: string): string[] {
  return chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
}

function choiceOf(table: ListedTable): TableChoice {
  return { name: table.name, note: noteOf(table) };
}

function noteOf({ partition_of: parent, extension }: ListedTable): string {
  if (parent !== null) return `partition of ${parent}`;
  return extension === null ? '' : `extension ${extension}`;
}
