import type { AdminEngineProcess } from '#libs/api';

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** A file or folder that a child process may use. */
export interface HostPath {
  /** Absolute. */
  readonly path: string;
  readonly isWritable: boolean;
  /** Under bubblewrap, what else the folder holds when the process starts is hidden. */
  readonly onlyNamesBeginning?: string;
  /** The same by whole names. */
  readonly onlyNames?: readonly string[];
}

/** What the system refuses a child process beyond. Left out means no limit. */
export interface ChildLimits {
  /** Private memory of each process. */
  readonly memoryMebibytes: number;
  /** Processor time of each process. */
  readonly cpuSeconds?: number;
  /** Files and sockets that are open at once. */
  readonly openFiles?: number;
  /**
   * Processes and threads at once, its own and those of all that it starts. Enforced by the system under bubblewrap, for
   * a user other than root, with Linux from 5.14 on; elsewhere the caller counts them (`Child.countTasks`).
   */
  readonly tasks?: number;
  /** The size of one file that it writes. */
  readonly fileMebibytes?: number;
}

/** What a child process is for, as the list of running ones shows it. */
export interface ChildUse {
  readonly engine: AdminEngineProcess['engine'];
  readonly purpose: AdminEngineProcess['purpose'];
  /** The connections that it works for; may change while it runs. */
  readonly connectionIds: ReadonlySet<string>;
  /** The job that it runs for. */
  readonly jobName: string | null;
}

/** What a child process is started with. */
export interface ChildOptions {
  readonly command: Command;
  readonly use: ChildUse;
  readonly limits: ChildLimits;
  /** What it sees under bubblewrap, beside the system's libraries and the workbench's own program. */
  readonly paths: readonly HostPath[];
  /** Its private folder, where it starts and keeps temporary files; null where it has none but an empty `/tmp`. */
  readonly folder: string | null;
  /** Mebibytes of memory that its `/tmp` may take under bubblewrap; the default is 64. */
  readonly tmpMebibytes?: number;
  /** The default is no network under bubblewrap. */
  readonly hasNetwork?: boolean;
  /** It may start processes that leave its process group; they are looked for when it ends. */
  readonly mayStartOthers?: boolean;
  /** Its whole environment, beside where programs are found and where temporary files go. */
  readonly env: Readonly<Record<string, string>>;
}
