import { setConnectionSetting } from '../connections/index.js';
import { loadKeyBeforeState, readSecretKey, sealSecret } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { Demo } from './demo.js';

/** Makes the demo of a workbench; `warn` takes one line for the person who started it. */
export function createDemo(config: WorkbenchConfig, env: NodeJS.ProcessEnv, warn: (line: string) => void): Demo {
  const context = { env, secretKey: () => readSecretKey(config.home) };
  return new Demo({
    home: config.home,
    configFile: config.configFile,
    mode: config.demo,
    warn,
    connectionFile: {
      seal: async (plain) => sealSecret(plain, await loadKeyBeforeState(config)),
      change: async (id, changes) => {
        for (const [name, value] of Object.entries(changes) as [string, string | number][]) {
          const isDone = await setConnectionSetting(config.configFile, id, { name, value }, context);
          if (!isDone) throw new Error(`the configuration file has mistakes, so ${name} of ${id} could not be changed`);
        }
      },
    },
  });
}
