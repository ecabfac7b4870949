import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { PluginInfo, PluginList } from '#libs/api';
import { WORKBENCH_CONFIG, WorkFolders } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { PluginProcess } from './plugin-process.js';

/** A plugin that does not answer for so long loops. */
const LIST_LIMIT_MS = 5000;
const FILE = /^([a-z][a-z0-9-]{0,62})\.(?:mjs|js)$/;

/** The folder of plugins, a module each; a module runs only when its jobs are listed or run. */
@Injectable()
export class PluginFolder {
  readonly path: string;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly folders: WorkFolders,
  ) {
    this.path = join(config.home, 'plugins');
  }

  /** Every plugin with its jobs, or with what is wrong with it. */
  async list(): Promise<PluginList> {
    const names = (await readdir(this.path).catch(() => [])).sort();
    const files = names.filter((name) => FILE.test(name));
    return { items: await Promise.all(files.map((file) => this.describe(file))), next_cursor: null, folder: this.path };
  }

  /** The file of a plugin; null where there is none of that name. Symbolic links are not followed. */
  async fileOf(plugin: string): Promise<string | null> {
    for (const ending of ['mjs', 'js']) {
      const name = `${plugin}.${ending}`;
      if (!FILE.test(name)) continue;
      const found = await lstat(join(this.path, name)).catch(() => null);
      if (found?.isFile() === true) return join(this.path, name);
    }
    return null;
  }

  private async describe(file: string): Promise<PluginInfo> {
    const name = FILE.exec(file)?.[1] ?? file;
    const path = await this.fileOf(name);
    if (path === null) return { name, jobs: [], error: 'It is not a file.' };
    const folder = await this.folders.create('plugin');
    try {
      return { name, ...(await jobsOf(path, folder)) };
    } catch (error) {
      return { name, jobs: [], error: error instanceof Error ? error.message : String(error) };
    } finally {
      await this.folders.remove(folder);
    }
  }
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
  const tooLate = { jobs: [], error: `It did not list its jobs within ${LIST_LIMIT_MS / 1000} s.` };
  const limit = setTimeout(() => resolve(tooLate), LIST_LIMIT_MS);
  void plugin.ended.then((error) => resolve({ jobs: [], error }));
  plugin.send({ kind: 'list' });
  const found = await promise;
  clearTimeout(limit);
  plugin.kill();
  await plugin.ended;
  return found;
}
