import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { PluginInfo, PluginList } from '#libs/api';
import { WORKBENCH_CONFIG, WorkFolders, errorCode, ifMissing } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { PluginProcess } from './plugin-process.js';

/** A plugin that does not answer for so long loops. */
const LIST_LIMIT_MS = 5000;
const NAME = /^[a-z][a-z0-9-]{0,62}$/;
const MODULE = /^(.+)\.(?:mjs|js)$/;
const TOO_LATE = `It did not list its jobs within ${LIST_LIMIT_MS / 1000} s.`;
/** One that does not answer is not asked again for so long, unless its file changes. */
const REST_MS = 60_000;

/** The folder of plugins, a module each; a module runs only when its jobs are listed or run. */
@Injectable()
export class PluginFolder {
  readonly path: string;
  /** Plugins that did not list their jobs in time. */
  private readonly silent = new Map<string, { readonly version: string; readonly untilMs: number }>();

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly folders: WorkFolders,
  ) {
    this.path = join(config.home, 'plugins');
  }

  /** Every plugin with its jobs, or with what is wrong with it. */
  async list(): Promise<PluginList> {
    return { items: await this.described(), next_cursor: null, folder: this.path };
  }

  /** One plugin with its jobs, or with what is wrong with it; null where there is none of that name. */
  async find(plugin: string): Promise<PluginInfo | null> {
    try {
      return (await this.names()).includes(plugin) ? await this.describe(plugin) : null;
    } catch (error) {
      return { name: plugin, jobs: [], error: unreadable('folder of plugins', error) };
    }
  }

  /** A folder that cannot be read is shown as a plugin that cannot. */
  private async described(): Promise<PluginInfo[]> {
    try {
      return await Promise.all((await this.names()).map((name) => this.describe(name)));
    } catch (error) {
      return [{ name: basename(this.path), jobs: [], error: unreadable('folder of plugins', error) }];
    }
  }

  private async names(): Promise<string[]> {
    const names = (await readdir(this.path).catch(ifMissing([]))).sort();
    return [...new Set(names.flatMap((name) => MODULE.exec(name)?.[1] ?? []))];
  }

  /**
   * The file of a plugin; null where there is none of that name. Symbolic links are not followed. Throws a system error
   * where the folder cannot be read.
   */
  async fileOf(plugin: string): Promise<string | null> {
    if (!NAME.test(plugin)) return null;
    for (const ending of ['mjs', 'js']) {
      const name = `${plugin}.${ending}`;
      const found = await lstat(join(this.path, name)).catch(ifMissing(null));
      if (found?.isFile() === true) return join(this.path, name);
    }
    return null;
  }

  private async describe(name: string): Promise<PluginInfo> {
    if (!NAME.test(name))
      return { name, jobs: [], error: 'Its name has more than a-z, 0-9 and -, or than 63 of them.' };
    const path = await this.fileOf(name);
    if (path === null) return { name, jobs: [], error: 'It is not a file.' };
    const version = await lstat(path).then(
      ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
      () => '',
    );
    const silent = this.silent.get(name);
    if (silent?.version === version && silent.untilMs > Date.now()) return { name, jobs: [], error: TOO_LATE };
    const folder = await this.folders.create('plugin');
    try {
      const found = await jobsOf(path, folder);
      if (found.error === TOO_LATE) this.silent.set(name, { version, untilMs: Date.now() + REST_MS });
      return { name, ...found };
    } catch (error) {
      return { name, jobs: [], error: error instanceof Error ? error.message : String(error) };
    } finally {
      await this.folders.remove(folder);
    }
  }
}

/** Why something of the plugins cannot be read, a sentence. */
export function unreadable(what: string, error: unknown): string {
  return `The ${what} cannot be read (${errorCode(error) ?? 'unknown reason'}).`;
}

/** The jobs that a module registers, or what is wrong with it. */
async function jobsOf(file: string, folder: string): Promise<Pick<PluginInfo, 'jobs' | 'error'>> {
  const { promise, resolve } = Promise.withResolvers<Pick<PluginInfo, 'jobs' | 'error'>>();
  const plugin = await PluginProcess.start({
    ...{ file, folder, hasNetwork: false, timeoutS: LIST_LIMIT_MS / 1000, jobName: null, connectionId: null },
    onMessage: (message) => {
      if (message.kind === 'jobs') resolve({ jobs: message.jobs, error: null });
      if (message.kind === 'failed') resolve({ jobs: [], error: message.message });
    },
  });
  const limit = setTimeout(() => resolve({ jobs: [], error: TOO_LATE }), LIST_LIMIT_MS);
  void plugin.ended.then((error) => resolve({ jobs: [], error }));
  plugin.send({ kind: 'list' });
  const found = await promise;
  clearTimeout(limit);
  plugin.kill();
  await plugin.ended;
  return found;
}
