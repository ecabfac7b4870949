import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import '../../../tools/typescript.mjs';

/** Lets a process of its own run the server's TypeScript as Jest does: Node does not know decorators. */
registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, sourceMaps: false });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
