import { rememberNames } from '#libs/files';
import { dataFiles, type DataFile } from '../../versions/data-file.js';

/** Names of tables by the paths of their files, as they travel between processes. */
export type TableNames = readonly (readonly [path: string, table: string])[];

/** The names that a folder's tables have been given. A table keeps its name as long as its file is there. */
export class FileTableNames {
  private known: ReadonlyMap<string, string>;

  constructor(
    known: TableNames,
    /** Called with all names before a new one is used. */
    private readonly onNamed: (names: TableNames) => void,
  ) {
    this.known = new Map(known);
  }

  /** The data files among the paths of a folder, with the names of their tables. */
  name(paths: readonly string[]): DataFile[] {
    const files = dataFiles(paths, this.known);
    const known = rememberNames(this.known, new Map(files.map(({ path, table }) => [path, table])));
    if (known !== this.known) this.onNamed([...known]);
    this.known = known;
    return files;
  }
}
