import { MAX_COUNTED_ENTRIES, errorCode, folderBytes, processMemory } from '../platform/index.js';
import type { Child } from '../platform/index.js';

/** Often, since a program that starts others without end soon takes the whole machine. */
const LOOK_EVERY_MS = 250;
/** Memory, files and processes that left the tree take longer to read: every so many looks. */
const THOROUGH_EVERY = 4;
const MEBIBYTE = 1024 ** 2;

export interface WatchedUsage {
  /** The process, with all that it starts. */
  readonly child: Pick<Child, 'pid' | 'countTasks'>;
  /** Processes and threads at once. */
  readonly tasks: number;
  readonly memoryMebibytes: number;
  readonly folder: string;
  readonly folderMebibytes: number;
}

/**
 * Watches what the limits of the system do not add up: the processes, threads and memory of a tree of processes, and the
 * files of a folder.
 */
export class UsageWatch {
  private readonly timer: NodeJS.Timeout;
  private isLooking = false;
  private looks = 0;

  /** `onExcess` gets a sentence; it may be called more than once. */
  constructor(
    private readonly usage: WatchedUsage,
    private readonly onExcess: (reason: string) => void,
  ) {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    const { child, tasks } = this.usage;
    this.looks += 1;
    const isThorough = this.looks % THOROUGH_EVERY === 0;
    if ((await child.countTasks(tasks, isThorough)) > tasks)
      this.onExcess(`The plugin had more than ${tasks} processes and threads at once. It was ended.`);
    if (isThorough) await this.lookAtSizes();
    this.isLooking = false;
  }

  private async lookAtSizes(): Promise<void> {
    const { memoryMebibytes, folder, folderMebibytes } = this.usage;
    const { pid } = this.usage.child;
    const memory = pid === null ? null : await processMemory(pid);
    if (memory !== null && memory > memoryMebibytes * MEBIBYTE)
      this.onExcess(`The plugin used more than ${memoryMebibytes} MiB of memory. It was ended.`);
    // A folder that a plugin has closed is one that nothing limits.
    const bytes = await folderBytes(folder).catch((error: unknown) => ({ code: errorCode(error) ?? 'unknown error' }));
    if (bytes === null) this.onExcess(`The plugin wrote more than ${MAX_COUNTED_ENTRIES} files. It was ended.`);
    else if (typeof bytes === 'object')
      this.onExcess(`The files of the plugin could not be counted (${bytes.code}). It was ended.`);
    else if (bytes > folderMebibytes * MEBIBYTE)
      this.onExcess(`The plugin wrote more than ${folderMebibytes / 1024} GiB of files. It was ended.`);
  }
}
