/** A data file of a folder, taken apart for the name of its table. */
export interface NamedPath {
  /** Path inside the folder, parts joined by `/`. */
  readonly path: string;
  /** The path without the extension: the name that a table has where no other wants it. */
  readonly stem: string;
  /** The format's extension in lower case, without a dot. */
  readonly extension: string;
}

/** Names of removed files that are remembered: a file that comes back gets its table's name again. */
const MAX_REMOVED = 1_000;

/**
 * The table of each file, by path. `known` holds the names given before, by path. The rules, in this order:
 *
 * 1. A file that has a name keeps it.
 * 2. A new file is called like its stem where neither a table nor another new file has that name.
 * 3. Other new files add their extension, `orders_json`, and a number where that name is taken, `orders_json_2`.
 *
 * Names are compared without regard to case, as DuckDB compares them. The order of `files` does not matter.
 */
export function tableNames(
  files: readonly NamedPath[],
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const sorted = [...files].sort((one, other) => (one.path < other.path ? -1 : 1));
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const give = ({ path }: NamedPath, name: string): void => {
    names.set(path, name);
    taken.add(name.toLowerCase());
  };
  for (const file of sorted) {
    const name = known.get(file.path);
    if (name !== undefined && !taken.has(name.toLowerCase())) give(file, name);
  }
  const added = sorted.filter(({ path }) => !names.has(path));
  const counts = countStems(added);
  const isAlone = ({ stem }: NamedPath): boolean => counts.get(stem.toLowerCase()) === 1;
  // Stems first, so that `orders_csv.csv` has its own name before `orders.csv` takes it.
  for (const file of added) if (isAlone(file) && !taken.has(file.stem.toLowerCase())) give(file, file.stem);
  for (const file of added) if (!names.has(file.path)) give(file, freeName(`${file.stem}_${file.extension}`, taken));
  return names;
}

/**
 * The names to remember for the next listing: those of the files that are there, and of the last 1,000 removed ones
 * unless another file has the name now. Returns `known` itself where no file got a new name.
 */
export function rememberNames(
  known: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  if ([...names].every(([path, name]) => known.get(path) === name)) return known;
  const used = new Set([...names.values()].map((name) => name.toLowerCase()));
  const removed = [...known].filter(([path, name]) => !names.has(path) && !used.has(name.toLowerCase()));
  return new Map([...removed.slice(-MAX_REMOVED), ...names]);
}

function countStems(files: readonly NamedPath[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { stem } of files) counts.set(stem.toLowerCase(), (counts.get(stem.toLowerCase()) ?? 0) + 1);
  return counts;
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}_${number}`;
  return name;
}
