import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** An editor may write in several steps: a file counts as changed once it has been still for this long. */
const SETTLE_MS = 120;
/** File systems without notifications (network drives, some containers) are looked at this often. */
const POLL_MS = 2000;

/**
 * Reports when a file became another one: written, replaced by a rename, reached through a changed link, made or
 * deleted. Never keeps the process alive.
 */
export class FileWatch {
  private watchers: FSWatcher[] = [];
  private watched = '';
  private settling: NodeJS.Timeout | undefined;
  private readonly poll: NodeJS.Timeout;
  private known: string;
  private isStopped = false;

  private constructor(
    private readonly path: string,
    private readonly onChange: () => void,
    known: string,
  ) {
    this.known = known;
    this.poll = setInterval(() => void this.look(), POLL_MS);
    this.poll.unref();
  }

  /** Begins to watch; what happens to the file from now on is reported. */
  static async start(path: string, onChange: () => void): Promise<FileWatch> {
    const fileWatch = new FileWatch(path, onChange, await fingerprint(path));
    await fileWatch.follow();
    return fileWatch;
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.poll);
    clearTimeout(this.settling);
    for (const watcher of this.watchers) watcher.close();
  }

  /** Looks at the file: a difference has to outlast the settling time before it is reported. */
  private async look(): Promise<void> {
    await this.follow();
    if ((await fingerprint(this.path)) !== this.known && !this.isStopped) this.settle();
  }

  private settle(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => void this.notifyIfSettled(), SETTLE_MS);
    this.settling.unref();
  }

  private async notifyIfSettled(): Promise<void> {
    const before = await fingerprint(this.path);
    if (before === this.known) return;
    await new Promise((resolve) => setTimeout(resolve, before === 'missing' ? 4 * SETTLE_MS : SETTLE_MS));
    const after = await fingerprint(this.path);
    if (this.isStopped) return;
    if (after !== before) {
      this.settle();
      return;
    }
    this.known = after;
    this.onChange();
  }

  /** Watches the folder of the name and the folder of the file behind it; both may come into being later. */
  private async follow(): Promise<void> {
    const real = await realpath(this.path).catch(() => this.path);
    const folders = [...new Set([dirname(this.path), dirname(real)])];
    const names = new Set([basename(this.path), basename(real)]);
    const isUpToDate = this.watched === [...folders, ...names].join('\0') && this.watchers.length === folders.length;
    if (isUpToDate || this.isStopped) return;
    for (const watcher of this.watchers) watcher.close();
    this.watched = [...folders, ...names].join('\0');
    this.watchers = folders.flatMap((folder) => this.watchFolder(folder, names));
  }

  private watchFolder(folder: string, names: ReadonlySet<string>): FSWatcher[] {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null || names.has(name)) this.settle();
      });
      watcher.on('error', () => {
        watcher.close();
        this.watchers = this.watchers.filter((candidate) => candidate !== watcher);
      });
      return [watcher];
    } catch {
      return [];
    }
  }
}

async function fingerprint(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(':');
  } catch {
    return 'missing';
  }
}
