import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MACHINE, isSameProcess, startTimeOf } from '../children/process-identity.js';
import { errorCode } from './error-code.js';

/** `<host>-<pid>-<start>-<purpose>-<random>`. */
const NAME = /^([\da-f]{8})-(\d{1,10})-(\d{1,20})-[a-z-]{1,40}-[\da-f]{12}$/;
/** Whether a process on another machine lives is not visible here; what it has not touched for so long is left over. */
const FOREIGN_LEFT_AFTER_MS = 7 * 86_400_000;

/**
 * Private folders in which engines and tools work, all in one place. Their names say which process they belong to, so
 * that what a process leaves behind when it dies is removed by the next one, and nothing else is.
 */
export class WorkFolders {
  private readonly own = new Set<string>();

  /** `root` is created with the first folder. */
  constructor(readonly root: string) {}

  /** Creates an empty folder that no other user can read. `purpose`: small letters and `-`, for people who look. */
  async create(purpose: string): Promise<string> {
    const path = join(this.root, this.nameFor(purpose));
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    await mkdir(path, { mode: 0o700 });
    this.own.add(path);
    return path;
  }

  /** Removes a folder that was created here, with what is in it; never through a symbolic link. */
  async remove(path: string): Promise<void> {
    if (dirname(path) !== this.root) throw new Error(`${path} is no work folder`);
    await rm(path, { recursive: true, force: true });
    this.own.delete(path);
  }

  /** Removes the folders of processes that are dead, and nothing that was not created here; answers how many. */
  async sweep(): Promise<number> {
    let removed = 0;
    const names = await readdir(this.root).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    });
    for (const name of names) {
      const path = join(this.root, name);
      if (!(await this.isLeftOver(name, path))) continue;
      await rm(path, { recursive: true, force: true });
      removed++;
    }
    return removed;
  }

  /** Removes what this process has created and not removed itself. */
  async removeOwn(): Promise<void> {
    await Promise.all([...this.own].map((path) => this.remove(path)));
  }

  private nameFor(purpose: string): string {
    const name = `${MACHINE}-${process.pid}-${startTimeOf(process.pid) ?? '0'}-${purpose}-${randomBytes(6).toString('hex')}`;
    if (!NAME.test(name)) throw new Error(`"${purpose}" must be small letters and -`);
    return name;
  }

  private async isLeftOver(name: string, path: string): Promise<boolean> {
    const [, host, pid, start] = NAME.exec(name) ?? [];
    if (host === undefined || pid === undefined || start === undefined || this.own.has(path)) return false;
    const found = await lstat(path).catch(() => null);
    if (found?.isDirectory() !== true) return false;
    if (host !== MACHINE) return Date.now() - found.mtimeMs > FOREIGN_LEFT_AFTER_MS;
    return !isSameProcess(Number(pid), start);
  }
}
