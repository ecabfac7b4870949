import type { ImportMapping } from '../api/index.js';
import { isImportable, isRequired } from './map-columns.js';
import type { TargetColumn } from './map-columns.js';

/** What is to be imported, as far as its columns go. `targets` is null for a new table. */
export interface MappingCheck {
  readonly columns: readonly ImportMapping[];
  readonly sources: readonly string[];
  readonly targets: readonly TargetColumn[] | null;
}

/** Why a mapping cannot be imported, a sentence each; empty where it can. */
export function mappingFaults({ columns, sources, targets }: MappingCheck): string[] {
  if (columns.length === 0) return ['Choose at least one column to import.'];
  const known = new Set(sources);
  return [
    ...columns.filter(({ source }) => !known.has(source)).map(({ source }) => `The file has no column "${source}".`),
    ...repeated(columns.map(({ target }) => target)).map((name) => `The column "${name}" is filled twice.`),
    ...(targets === null ? newFaults(columns) : targetFaults(columns, targets)),
  ];
}

function newFaults(columns: readonly ImportMapping[]): string[] {
  return [
    ...columns.filter(({ target }) => target === '').map(({ source }) => `Name the column for "${source}".`),
    ...columns
      .filter(({ target, type = '' }) => target !== '' && type.trim() === '')
      .map(({ target }) => `Choose a type for the column "${target}".`),
  ];
}

function targetFaults(columns: readonly ImportMapping[], targets: readonly TargetColumn[]): string[] {
  const byName = new Map(targets.map((column) => [column.name, column]));
  const filled = new Set(columns.map(({ target }) => target));
  return [
    ...columns.flatMap(({ target }) => {
      const column = byName.get(target);
      if (column === undefined) return [`The table has no column "${target}".`];
      return isImportable(column) ? [] : [`The database computes the column "${target}" itself.`];
    }),
    ...unfilledFaults(targets.filter((column) => isRequired(column) && !filled.has(column.name))),
  ];
}

/** One sentence for all, so that a list of columns does not push the mapping out of sight. */
function unfilledFaults(columns: readonly TargetColumn[]): string[] {
  const [first, ...others] = columns.map(({ name }) => `"${name}"`);
  if (first === undefined) return [];
  if (others.length === 0) return [`The column ${first} needs a value: it is NOT NULL and has no default.`];
  const names = `${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1) ?? ''}`;
  return [`The columns ${names} need values: they are NOT NULL and have no defaults.`];
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
