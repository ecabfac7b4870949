import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Problem, WORKBENCH_CONFIG, errorCode } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';

/** The folders whose files may be reached; whatever a path says, what counts is where it really leads. */
@Injectable()
export class AllowedFolders implements OnApplicationBootstrap {
  constructor(
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(AllowedFolders.name);
  }

  /** Makes the folder that is allowed without being configured; configured ones that are not there are reported. */
  async onApplicationBootstrap(): Promise<void> {
    const own = join(this.config.home, 'files');
    for (const folder of this.config.fileFolders) {
      if (folder === own)
        await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) =>
          this.logUnreachable(folder, error),
        );
      else await realpath(folder).catch((error: unknown) => this.logUnreachable(folder, error));
    }
  }

  /** The folders as they were configured. */
  get all(): readonly string[] {
    return this.config.fileFolders;
  }

  /**
   * Follows every link of a path that exists. Throws `file-missing`, and `file-not-allowed` when it leads out of the
   * allowed folders or is not absolute.
   */
  async real(path: string): Promise<string> {
    if (!isAbsolute(path) || path.includes('\0')) throw new Problem('file-not-allowed', 'A path must be absolute.');
    const real = await realpath(path).catch(async (error: unknown) => {
      throw await this.problemOf(path, error);
    });
    if (!(await this.isInside(real))) throw new Problem('file-not-allowed');
    return real;
  }

  /** Where a file that does not exist yet would really be; throws like `real` for its folder. */
  async realOfNew(path: string): Promise<string> {
    const full = resolve(path);
    if (!isAbsolute(path) || path.includes('\0')) throw new Problem('file-not-allowed', 'A path must be absolute.');
    return join(await this.real(dirname(full)), basename(full));
  }

  /** Whether a real path is one of the folders, or is in one. */
  async isInside(real: string): Promise<boolean> {
    for (const folder of this.config.fileFolders) {
      const root = await realpath(folder).catch(() => null);
      if (root !== null && isWithin(root, real)) return true;
    }
    return false;
  }

  /** Nothing outside of the allowed folders is confirmed to exist. */
  private async problemOf(path: string, error: unknown): Promise<Problem> {
    const code = errorCode(error);
    const nearest = await this.nearestReal(dirname(resolve(path)));
    if (nearest === null || !(await this.isInside(nearest))) return new Problem('file-not-allowed');
    return new Problem(code === 'EACCES' || code === 'EPERM' ? 'file-not-accessible' : 'file-missing');
  }

  private async nearestReal(folder: string): Promise<string | null> {
    const real = await realpath(folder).catch(() => null);
    if (real !== null || dirname(folder) === folder) return real;
    return this.nearestReal(dirname(folder));
  }

  private logUnreachable(folder: string, error: unknown): void {
    this.logger.warn({ err: error, folder }, 'a folder of files cannot be reached');
  }
}

/** Purely by name: both paths are real ones. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
