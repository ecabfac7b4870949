import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files and folders under `root`, but for those in `ignored`, as they were when it was created. */
export class WatchedTree {
  private before: ReadonlyMap<string, string>;

  constructor(
    private readonly root: string,
    private readonly ignored: readonly string[] = [],
  ) {
    this.before = this.read();
  }

  /** What was made, changed or removed since the last call, a line each. */
  changes(): string[] {
    const now = this.read();
    const made = [...now.keys()].filter((path) => !this.before.has(path)).map((path) => `made ${path}`);
    const gone = [...this.before.keys()].filter((path) => !now.has(path)).map((path) => `removed ${path}`);
    const changed = [...now].filter(([path, facts]) => this.before.has(path) && this.before.get(path) !== facts);
    this.before = now;
    return [...made, ...gone, ...changed.map(([path]) => `changed ${path}`)];
  }

  private read(folder = this.root, found = new Map<string, string>()): Map<string, string> {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (this.ignored.includes(path)) continue;
      const { size, mtimeMs, mode } = lstatSync(path);
      // A folder's time changes with what is made in it, which is seen by itself.
      found.set(relative(this.root, path), entry.isDirectory() ? `${mode}` : `${mode} ${size} ${mtimeMs}`);
      if (entry.isDirectory()) this.read(path, found);
    }
    return found;
  }
}
