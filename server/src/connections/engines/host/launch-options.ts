/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** A file or folder that an engine process may use. */
export interface HostPath {
  /** Absolute. */
  readonly path: string;
  readonly isWritable: boolean;
  /** Under bubblewrap, what else the folder holds when the process starts is hidden. */
  readonly onlyNamesBeginning?: string;
  /** The same by whole names. */
  readonly onlyNames?: readonly string[];
}

/** What an engine process is started with. */
export interface LaunchOptions {
  /** A JavaScript file, or TypeScript in a checkout that is not built. */
  readonly program: URL;
  /** The most that the process may take as private memory; the system refuses it more. */
  readonly memoryMebibytes: number;
  readonly paths: readonly HostPath[];
  /** Its private folder for temporary files. */
  readonly folder: string;
  /** The path of bubblewrap, or null to run without. */
  readonly bubblewrap: string | null;
}
