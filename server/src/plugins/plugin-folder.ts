import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { PluginInfo, PluginJobInfo, PluginList } from '#libs/api';
import { WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { PluginProcess } from './plugin-process.js';

/** A plugin that says nothing for so long loops. */
const LIST_LIMIT_MS = 5000;
const FILE = /^([a-z][a-z0-9-]{0,62})\.(?:mjs|js)$/;

/** The folder in which plugins lie, a module each; what is put there runs only when it is asked for. */
@Injectable()
export class PluginFolder {
  readonly path: string;

  constructor(@Inject(WORKBENCH_CONFIG) config: WorkbenchConfig) {
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
    if (path === null) return { name, jobs: [], error: 'It is no file.' };
    return new Promise((resolve) => {
      const answer = (jobs: readonly PluginJobInfo[], error: string | null) => {
        clearTimeout(limit);
        plugin.kill();
        resolve({ name, jobs: [...jobs], error });
      };
      const plugin = new PluginProcess(path, this.path, (message) => {
        if (message.kind === 'jobs') answer(message.jobs, null);
        if (message.kind === 'failed') answer([], message.message);
      });
      const limit = setTimeout(() => answer([], `It said nothing for ${LIST_LIMIT_MS / 1000} s.`), LIST_LIMIT_MS);
      void plugin.ended.then((words) => answer([], words));
      plugin.send({ kind: 'list' });
    });
  }
}
