import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Problem, WORKBENCH_CONFIG, errorCode } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';

/** How names of what is not whole yet begin. */
export const PARTIAL_PREFIX = '.partial-';

/** A preview of this age was left by a process that ended. */
const LEFT_AFTER_MS = 600_000;

/** The folders in which runs work and in which their files are kept. */
@Injectable()
export class OutputStore {
  readonly root: string;

  constructor(@Inject(WORKBENCH_CONFIG) config: WorkbenchConfig) {
    this.root = join(config.home, 'outputs');
  }

  /** Where a run may write private files. */
  workFolderOf(runId: string): string {
    return join(this.root, `${PARTIAL_PREFIX}${runId}`);
  }

  /** Where what a run leaves is kept. */
  folderOf(jobId: string, runId: string): string {
    return join(this.root, jobId, runId);
  }

  async makeFolder(path: string): Promise<void> {
    await mkdir(path, { recursive: true, mode: 0o700 });
  }

  /** Moves a file to where it is kept; it is there whole or not at all. */
  async moveInto(folder: string, file: string, name: string): Promise<string> {
    await this.makeFolder(folder);
    const path = join(folder, name);
    await syncFile(file);
    await rename(file, path);
    return path;
  }

  /** Removes a file or a folder; what is gone already is no failure. */
  async remove(path: string): Promise<void> {
    const removed = () => rm(path, { recursive: true, force: true, maxRetries: 2 });
    await removed().catch(async (error: unknown) => {
      if (errorCode(error) !== 'EACCES') throw error;
      await openFolders(path);
      await removed();
    });
  }

  /**
   * A kept file, folder or link; null where it is missing from a folder that can be read. Throws `output-unavailable` for
   * everything else, such as a disk that is not mounted: the file may still exist.
   */
  async find(path: string): Promise<Stats | null> {
    try {
      return await lstat(path);
    } catch (error) {
      if (errorCode(error) === 'ENOENT' && (await this.hasFolderOf(path))) return null;
      const reason = `The folder of the file cannot be read (${errorCode(error) ?? 'unknown reason'}).`;
      throw new Problem('output-unavailable', `${reason} Check that its disk is mounted, then try again.`, {
        cause: error,
      });
    }
  }

  /** Folders of runs are removed with their last file, the one around them never. */
  private async hasFolderOf(path: string): Promise<boolean> {
    const folder = this.isOwn(path) ? this.root : dirname(path);
    return (await lstat(folder).catch(() => null))?.isDirectory() ?? false;
  }

  /** Whether a path is in the workbench's own folder of outputs, not where jobs put their backups. */
  isOwn(path: string): boolean {
    return path.startsWith(`${this.root}/`);
  }

  /**
   * Removes a kept file or folder, never through a link; its folder goes with the last one. False where it is missing, as
   * also on a disk that is not mounted. Throws as `find` does.
   */
  async removeKept(path: string): Promise<boolean> {
    const found = await this.find(path);
    if (found === null) return false;
    if (found.isSymbolicLink()) return true;
    await rm(path, { recursive: true, force: true });
    if (this.isOwn(path)) await rmdir(dirname(path)).catch(() => undefined);
    return true;
  }

  /** Where everything is that a job keeps here. */
  folderOfJob(jobId: string): string {
    return join(this.root, basename(jobId));
  }

  /** The work folders that an earlier process left; of what others may be at work on (`open` runs), old ones only. */
  async leftFolders(open: ReadonlySet<string> | null): Promise<string[]> {
    const names = (await readdir(this.root).catch(() => [])).filter((name) => name.startsWith(PARTIAL_PREFIX));
    const left: string[] = [];
    for (const name of names) {
      const path = join(this.root, name);
      const isLeft =
        open === null || (!open.has(name.slice(PARTIAL_PREFIX.length)) && (await ageOf(path)) > LEFT_AFTER_MS);
      if (isLeft) left.push(path);
    }
    return left;
  }
}

/** Gives the owner all rights on a folder and those in it: programs leave some that their owner cannot write. */
async function openFolders(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found?.isDirectory() !== true) return;
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(join(path, entry.name));
}

async function ageOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  return found === null ? 0 : Date.now() - found.mtimeMs;
}

/** The SHA-256 of a file in hex, with its size. */
export async function digestOfFile(path: string, signal?: AbortSignal): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, signal ? { signal } : {}) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Brings what was written of a file to the disk itself. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
