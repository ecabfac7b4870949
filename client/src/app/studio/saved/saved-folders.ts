import type { SavedQuery } from '#libs/api';

/** A folder of the list: the queries in it, by name; the first one, without a name, holds those in no folder. */
export interface SavedFolder {
  readonly name: string;
  readonly queries: readonly SavedQuery[];
}

/** Puts queries, which come by name, into their folders: first those in none, then the folders by name. */
export function foldersOf(queries: readonly SavedQuery[]): SavedFolder[] {
  const named = [...new Set(queries.map(({ folder }) => folder))].filter((name) => name !== '');
  const names = ['', ...named.sort((one, other) => one.localeCompare(other))];
  return names
    .map((name) => ({ name, queries: queries.filter(({ folder }) => folder === name) }))
    .filter(({ name, queries: inside }) => name !== '' || inside.length > 0);
}
